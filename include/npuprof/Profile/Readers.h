//===- Readers.h - Profiler files into a profile ----------------*- C++ -*-===//
//
// Reads what msprof, torch_npu and MindSpore write. Columns are found by
// meaning, never by position; unknown columns are passed over.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_PROFILE_READERS_H
#define NPUPROF_PROFILE_READERS_H

#include "npuprof/Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace npuprof {

/// A complaint about a place in a file: "<file>:<line>:<column>: <message>"
/// (line and column from 1; 0 where the whole file is meant).
class ProfileError : public llvm::ErrorInfo<ProfileError> {
public:
  static char ID;
  ProfileError(std::string file, unsigned line, unsigned column,
               std::string message);
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  llvm::StringRef getFile() const { return file; }
  unsigned getLine() const { return line; }
  unsigned getColumn() const { return column; }
  llvm::StringRef getMessage() const { return message; }

private:
  std::string file;
  unsigned line, column;
  std::string message;
};

/// Something worth telling that does not stop the import: a file passed over,
/// a last line cut short.
struct ReadNote {
  std::string file;
  unsigned line = 0;
  std::string message;
};

/// Reads each argument: a file, a comma-separated list of files, or a profiler
/// output directory (PROF_*, *_ascend_pt, ASCEND_PROFILER_OUTPUT, or a folder
/// that holds such tables). Figures of one operator that stand in several
/// files (time in one, bytes in another) are joined.
llvm::Expected<std::unique_ptr<Profile>>
readProfile(llvm::ArrayRef<std::string> arguments,
            std::vector<ReadNote> *notes = nullptr);

/// Adds one table that is already in memory; `path` names it in errors. Joins
/// nothing: call joinTables after the last one. After an error the profile is
/// of no use.
llvm::Error readTable(llvm::StringRef path, llvm::StringRef text,
                      Profile &profile, std::vector<ReadNote> *notes = nullptr);

/// Makes one record of what several tables say of the same operator, leaves
/// out tables that only repeat another one's times, and sorts the records.
void joinTables(Profile &profile, std::vector<ReadNote> *notes = nullptr);

} // namespace npuprof

#endif // NPUPROF_PROFILE_READERS_H
