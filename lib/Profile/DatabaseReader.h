//===- DatabaseReader.h - SQLite exports of profilers -----------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_DATABASEREADER_H
#define NPUPROF_LIB_PROFILE_DATABASEREADER_H

#include "TableReaders.h"

namespace npuprof {

/// Reads the SQLite export at `path` (msprof_<time>.db,
/// ascend_pytorch_profiler_<rank>.db, ...) into the profile: what op_summary
/// and api_statistic hold as text. `rank` stands for the device if given.
llvm::Expected<TableOutcome> importDatabase(llvm::StringRef path,
                                            Profile &profile,
                                            std::vector<ReadNote> *notes,
                                            std::optional<int64_t> rank);

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_DATABASEREADER_H
