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

/// "rms_norm" of "ttir.rms_norm", "add" of "torch.aten.add.Tensor".
llvm::StringRef getNameInDialect(llvm::StringRef operation);

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

  /// The entry of the key itself, else of an operation of another dialect with
  /// the same name; null if there is neither.
  const Entry *lookup(llvm::StringRef key) const;

private:
  OperatorTypeTable();
  llvm::StringMap<Entry> entries;
  llvm::StringMap<const Entry *> byNameInDialect;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_OPERATORTYPETABLE_H
