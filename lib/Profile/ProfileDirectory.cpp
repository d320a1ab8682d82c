//===- ProfileDirectory.cpp - The tables in a profiler's output -----------===//
//
//   PROF_*/mindstudio_profiler_output/*.csv                       msprof
//   PROF_*/device_<n>/summary/*.csv                               msprof, old
//   *_ascend_pt/ASCEND_PROFILER_OUTPUT/*.csv, */PROF_*/...        torch_npu
//   *_ascend_ms/ASCEND_PROFILER_OUTPUT/...                        MindSpore
//   OPPROF_*/*.csv                                                msprof op
//   PROF_*/msprof_<time>.db, ASCEND_PROFILER_OUTPUT/*.db          SQLite
//   <rank folders>/<any of the above>
//
//===----------------------------------------------------------------------===//

#include "ProfileDirectory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace npuprof;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
struct Listing {
  std::vector<std::string> files;
  std::vector<std::string> folders;
};
} // namespace

/// Names in a folder, sorted. What cannot be listed counts as empty: the
/// caller finds no table then, and says so.
static Listing list(StringRef folder) {
  Listing listing;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error)) {
    fs::file_status status;
    if (fs::status(it->path(), status))
      continue;
    std::string name = path::filename(it->path()).str();
    if (status.type() == fs::file_type::directory_file)
      listing.folders.push_back(std::move(name));
    else if (status.type() == fs::file_type::regular_file)
      listing.files.push_back(std::move(name));
  }
  llvm::sort(listing.files);
  llvm::sort(listing.folders);
  return listing;
}

static std::string join(StringRef folder, StringRef name) {
  llvm::SmallString<128> result(folder);
  path::append(result, name);
  return result.str().str();
}

/// The number in "profiler_info_<rank>.json" if there is exactly one such file.
static std::optional<int64_t> findRankIn(StringRef folder) {
  std::optional<int64_t> rank;
  for (StringRef name : list(folder).files) {
    int64_t number;
    if (!name.consume_front("profiler_info_") || !name.consume_back(".json") ||
        name.getAsInteger(10, number))
      continue;
    if (rank)
      return std::nullopt;
    rank = number;
  }
  return rank;
}

std::optional<int64_t> npuprof::findRank(StringRef file) {
  StringRef folder = path::parent_path(file);
  std::string here = folder.empty() ? "." : folder.str();
  if (std::optional<int64_t> rank = findRankIn(here))
    return rank;
  if (std::optional<int64_t> rank = findRankIn(join(here, "..")))
    return rank;
  for (StringRef above = folder; !above.empty();
       above = path::parent_path(above)) {
    StringRef name = path::filename(above);
    int64_t device;
    if (name.consume_front("device_") && !name.getAsInteger(10, device) &&
        device >= 0)
      return device;
  }
  return std::nullopt;
}

/// Folders with raw data and logs: they hold no tables, but many files.
static bool isRaw(StringRef name) {
  return name == "host" || name == "data" || name == "FRAMEWORK" ||
         name == "logs" || name == "sqlite" || name == "timeline" ||
         name == "mindstudio_profiler_log";
}

/// Names the JSON files that lie beside tables.
static void noteJson(StringRef folder, const Listing &listing,
                     std::vector<ReadNote> &notes) {
  for (StringRef name : listing.files) {
    // The rank was taken from its name.
    if (!name.ends_with_insensitive(".json") ||
        name.starts_with("profiler_info"))
      continue;
    StringRef content = "no table";
    if (name.starts_with("communication"))
      content = "collectives by transport, which are no operators";
    else if (name.starts_with("trace_view") || name.starts_with("msprof"))
      content = "a timeline of what the tables hold";
    else if (name.starts_with("profiler_metadata"))
      content = "settings of the run";
    notes.push_back({join(folder, name), 0, ("passed over: " + content).str()});
  }
}

static void collectText(StringRef folder, const Listing &listing,
                        unsigned depth, std::vector<TableFile> &tables,
                        std::vector<ReadNote> *notes);

/// Adds the files in `folder` that end in `extension`: the newest exports.
static void addNewest(StringRef folder, const Listing &listing,
                      StringRef extension, std::vector<TableFile> &tables,
                      std::vector<ReadNote> *notes) {
  std::vector<std::string> names;
  for (const std::string &name : listing.files)
    if (StringRef(name).ends_with_insensitive(extension))
      names.push_back(name);
  if (names.empty())
    return;

  std::vector<std::string> newest = selectNewestExports(names);
  llvm::StringSet<> isNewest;
  for (const std::string &name : newest)
    isNewest.insert(name);
  for (const std::string &name : names)
    if (!isNewest.contains(name) && notes)
      notes->push_back({join(folder, name), 0,
                        "passed over: an older export than the one that was "
                        "read"});
  std::optional<int64_t> rank = findRank(join(folder, newest.front()));
  bool isDatabase = extension == ".db";
  // The other tables of msprof op tell more of the kernel in OpBasicInfo.
  for (bool isKernelInfo : {true, false})
    for (StringRef name : newest)
      if (name.starts_with("OpBasicInfo") == isKernelInfo)
        tables.push_back({join(folder, name), rank,
                          isDatabase ? folder.str() : std::string()});
}

/// The text tables in `folder` and below, then its SQLite exports.
static void collect(StringRef folder, unsigned depth,
                    std::vector<TableFile> &tables,
                    std::vector<ReadNote> *notes) {
  Listing listing = list(folder);
  collectText(folder, listing, depth, tables, notes);
  addNewest(folder, listing, ".db", tables, notes);
  bool hasTables = llvm::any_of(tables, [&](const TableFile &table) {
    return path::parent_path(table.path) == folder;
  });
  if (hasTables && notes)
    noteJson(folder, listing, *notes);
}

static void collectText(StringRef folder, const Listing &listing,
                        unsigned depth, std::vector<TableFile> &tables,
                        std::vector<ReadNote> *notes) {
  addNewest(folder, listing, ".csv", tables, notes);
  if (depth == 0)
    return;
  // The exported tables of a run; what lies next to them is their raw data.
  for (StringRef output :
       {"ASCEND_PROFILER_OUTPUT", "mindstudio_profiler_output"})
    if (llvm::is_contained(listing.folders, output)) {
      size_t before = tables.size();
      collect(join(folder, output), 0, tables, notes);
      if (tables.size() > before)
        return;
    }
  for (const std::string &name : listing.folders)
    if (!isRaw(name))
      collect(join(folder, name), depth - 1, tables, notes);
}

std::vector<TableFile> npuprof::listTables(StringRef directory,
                                           std::vector<ReadNote> *notes) {
  // Ranks, then a run, then its output: no deeper, so that a wrong path does
  // not end in a walk through a disk.
  constexpr unsigned depth = 4;
  // Folders are compared with those of files, which end without a separator.
  StringRef folder = directory;
  while (folder.size() > 1 && path::is_separator(folder.back()))
    folder = folder.drop_back();
  std::vector<TableFile> tables;
  collect(folder, depth, tables, notes);
  return tables;
}

std::string npuprof::explainNoTable(StringRef directory) {
  Listing listing = list(directory);
  bool isRawRun = llvm::any_of(listing.folders, [](StringRef name) {
    return name.starts_with("device_") || name.starts_with("PROF_") ||
           name == "host";
  });
  if (isRawRun)
    return ("the profile was collected but not exported; run msprof "
            "--export=on --output=" +
            directory)
        .str();
  return "the directory holds no CSV table and no SQLite export; expected the "
         "output of msprof, torch_npu or MindSpore";
}
