//===- OperatorTypeTable.h - Operations and operator types ------*- C++ -*-===//
//
// data/op_types.json: which operator types of a profile an operation of the
// model may appear as.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_OPERATORTYPETABLE_H
#define NPUPROF_ANALYSIS_OPERATORTYPETABLE_H

#include "npuprof/Analysis/Correlation.h"
#include "llvm/ADT/StringMap.h"

namespace npuprof {

/// The embedded table by its keys: operation names, "reduce:<op>",
/// "generic:<kind>" and "fusion:<name>".
class OperatorTypeTable {
public:
  struct Entry {
    OperatorTypes types;
    /// The operation often runs without a launch of its own.
    bool isView = false;
  };

  static const OperatorTypeTable &get();

  /// Null if the table does not know the key.
  const Entry *lookup(llvm::StringRef key) const {
    auto it = entries.find(key);
    return it == entries.end() ? nullptr : &it->second;
  }

private:
  OperatorTypeTable();
  llvm::StringMap<Entry> entries;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_OPERATORTYPETABLE_H
