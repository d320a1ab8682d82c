//===- ReadProfile.cpp - Arguments into a profile -------------------------===//

#include "DatabaseReader.h"
#include "ProfileDirectory.h"
#include "Sqlite.h"
#include "TableReaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace npuprof;
using llvm::StringRef;

namespace {
class Importer {
public:
  Importer(Profile &profile, std::vector<ReadNote> *notes)
      : profile(profile), notes(notes) {}

  llvm::Error readPath(StringRef path);
  /// Fails if nothing that was read tells anything of an operator.
  llvm::Error finish();

private:
  llvm::Error readDirectory(StringRef path);
  /// Whether a table of launches was read from `folder` or below.
  bool hasLaunches(StringRef folder) const;
  /// Reads a file; returns what makes it useless, if anything does.
  llvm::Expected<TableOutcome> readFile(StringRef path,
                                        std::optional<int64_t> rank);
  void note(StringRef path, std::string message) {
    if (notes)
      notes->push_back({path.str(), 0, std::move(message)});
  }

  Profile &profile;
  std::vector<ReadNote> *notes;
  /// The first file that told nothing: the reason if none did.
  std::optional<std::pair<std::string, TableOutcome>> useless;
};
} // namespace

static llvm::Error makeError(StringRef path, std::string message) {
  return llvm::make_error<ProfileError>(path.str(), 0, 0, std::move(message));
}

llvm::Expected<TableOutcome> Importer::readFile(StringRef path,
                                                std::optional<int64_t> rank) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path, buffer.getError().message());
  StringRef content = (*buffer)->getBuffer();
  llvm::Expected<TableOutcome> outcome =
      isSqlite(content) ? importDatabase(path, profile, notes, rank)
                        : importTable(path, content, profile, notes, rank);
  if (outcome && outcome->state != TableOutcome::Read && !useless)
    useless.emplace(path.str(), *outcome);
  return outcome;
}

bool Importer::hasLaunches(StringRef folder) const {
  llvm::SmallVector<bool> isBelow;
  for (const ProfileFile &file : profile.getFiles()) {
    StringRef rest = file.path;
    isBelow.push_back(rest.consume_front(folder) && !rest.empty() &&
                      llvm::sys::path::is_separator(rest.front()));
  }
  return llvm::any_of(profile.getRecords(), [&](const OpRecord &record) {
    return !record.aggregated && isBelow[record.file];
  });
}

llvm::Error Importer::readDirectory(StringRef path) {
  std::error_code unreadable;
  llvm::sys::fs::directory_iterator probe(path, unreadable);
  if (unreadable)
    return makeError(path, unreadable.message());
  std::vector<TableFile> tables = listTables(path, notes);
  if (tables.empty())
    return makeError(path, explainNoTable(path));
  for (const TableFile &table : tables) {
    if (!table.run.empty() && hasLaunches(table.run)) {
      note(table.path,
           "passed over: the tables of launches beside it were read");
      continue;
    }
    llvm::Expected<TableOutcome> outcome = readFile(table.path, table.rank);
    if (!outcome)
      return outcome.takeError();
    if (outcome->state != TableOutcome::Read)
      note(table.path, "passed over: " + outcome->message);
  }
  return llvm::Error::success();
}

llvm::Error Importer::readPath(StringRef path) {
  if (llvm::sys::fs::is_directory(path))
    return readDirectory(path);
  llvm::Expected<TableOutcome> outcome = readFile(path, findRank(path));
  if (!outcome)
    return outcome.takeError();
  switch (outcome->state) {
  case TableOutcome::Read:
    break;
  case TableOutcome::Empty:
  case TableOutcome::Unknown:
    return makeOutcomeError(path, std::move(*outcome));
  case TableOutcome::NotOperators:
    // Shells expand `*.csv` to all that lies there; finish() complains if
    // there was nothing else.
    note(path, "passed over: " + outcome->message);
    break;
  }
  return llvm::Error::success();
}

llvm::Error Importer::finish() {
  bool isEmpty = profile.getRecords().empty() && profile.getUnits().empty() &&
                 !profile.totalLaunches;
  if (isEmpty && useless)
    return makeOutcomeError(useless->first, std::move(useless->second));
  joinTables(profile, notes);
  return llvm::Error::success();
}

/// The paths in an argument: itself if it exists, otherwise the items between
/// its commas, where a path that exists may have commas of its own.
static std::vector<std::string> splitArgument(StringRef argument) {
  llvm::SmallVector<StringRef, 8> items;
  argument.split(items, ',');
  std::vector<std::string> paths;
  for (size_t i = 0; i < items.size();) {
    size_t stop = items.size();
    auto getText = [&] {
      return StringRef(items[i].begin(),
                       items[stop - 1].end() - items[i].begin());
    };
    while (stop > i + 1 && !llvm::sys::fs::exists(getText()))
      --stop;
    if (StringRef path = getText().trim(); !path.empty())
      paths.push_back(path.str());
    i = stop;
  }
  return paths;
}

llvm::Expected<std::unique_ptr<Profile>>
npuprof::readProfile(llvm::ArrayRef<std::string> arguments,
                     std::vector<ReadNote> *notes) {
  auto profile = std::make_unique<Profile>();
  Importer importer(*profile, notes);
  bool any = false;
  for (const std::string &argument : arguments)
    for (const std::string &path : splitArgument(argument)) {
      any = true;
      if (llvm::Error error = importer.readPath(path))
        return std::move(error);
    }
  if (!any)
    return makeError("profile", "expected a file or a directory, found none");
  if (llvm::Error error = importer.finish())
    return std::move(error);
  return std::move(profile);
}
