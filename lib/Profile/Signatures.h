//===- Signatures.h - Shapes, types and formats of a row --------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_SIGNATURES_H
#define NPUPROF_LIB_PROFILE_SIGNATURES_H

#include "Table.h"

namespace npuprof {

/// Reads the six cells that describe operands and results. Rows repeat few
/// signatures many times, so a text that was met before is not parsed again.
class Signatures {
public:
  Signatures(const Table &table, Profile &profile);

  /// Null where the row has none.
  const Signature *read(Row &row);

private:
  struct Columns {
    Column shapes, dtypes, formats;
  };
  std::vector<TensorDesc> parse(Row &row, const Columns &columns);

  Profile &profile;
  Columns inputs, outputs;
  llvm::StringMap<const Signature *> known;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_SIGNATURES_H
