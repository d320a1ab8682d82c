//===- Signatures.h - Shapes, types and formats of a row --------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_SIGNATURES_H
#define NPUPROF_LIB_PROFILE_SIGNATURES_H

#include "Table.h"

namespace npuprof {

/// The three lists that describe the operands or the results of a row; items
/// are separated by ';'. Empty where absent.
struct TensorLists {
  llvm::StringRef shapes, dtypes, formats;
};

/// Parses the lists of a row. Rows repeat few signatures many times, so a text
/// that was met before is not parsed again.
class SignatureParser {
public:
  explicit SignatureParser(Profile &profile) : profile(profile) {}

  /// Null where the row has none of the lists. Malformed shapes go to
  /// `complain`, with what they should look like.
  const Signature *
  parse(const TensorLists &inputs, const TensorLists &outputs,
        llvm::function_ref<void(bool isInput, llvm::StringRef expected)>
            complain);

private:
  Profile &profile;
  llvm::StringMap<const Signature *> known;
};

/// The six columns of a table of launches.
class Signatures {
public:
  Signatures(const Table &table, Profile &profile);

  /// Null where the row has none.
  const Signature *read(Row &row);

private:
  struct Columns {
    Column shapes, dtypes, formats;
  };

  SignatureParser parser;
  Columns inputs, outputs;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_SIGNATURES_H
