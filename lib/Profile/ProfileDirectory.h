//===- ProfileDirectory.h - The tables in a profiler's output ---*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_PROFILEDIRECTORY_H
#define NPUPROF_LIB_PROFILE_PROFILEDIRECTORY_H

#include "npuprof/Profile/Readers.h"

namespace npuprof {

/// A table to read, and the rank that the folder belongs to.
struct TableFile {
  std::string path;
  std::optional<int64_t> rank;
  /// Of an SQLite export: the folder whose text tables, there and below, hold
  /// the same run. Empty for a text table.
  std::string run;
};

/// The CSV files and SQLite exports of a profiler's output directory, in a
/// fixed order, an export after the tables of its run: of repeated exports the
/// newest one, with all its slices.
std::vector<TableFile> listTables(llvm::StringRef directory,
                                  std::vector<ReadNote> *notes);

/// The rank that torch_npu notes beside its output (profiler_info_<rank>.json
/// in the file's folder or the one above); without one the number of the folder
/// device_<n> that the file lies in, as old tables have no column for it.
std::optional<int64_t> findRank(llvm::StringRef path);

/// Why a directory holds no table: what lies there instead.
std::string explainNoTable(llvm::StringRef directory);

/// Of the file names in a folder, those of the newest export of each table.
std::vector<std::string> selectNewestExports(std::vector<std::string> names);

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_PROFILEDIRECTORY_H
