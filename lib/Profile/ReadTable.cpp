//===- ReadTable.cpp - One table into the profile -------------------------===//

#include "TableReaders.h"
#include "TextFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace npuprof;
using llvm::StringRef;

void npuprof::assignRank(llvm::MutableArrayRef<OpRecord> records,
                         std::optional<int64_t> rank) {
  bool isOneDevice = llvm::all_of(records, [&](const OpRecord &record) {
    return record.device == records.front().device;
  });
  if (rank && isOneDevice)
    for (OpRecord &record : records)
      record.device = *rank;
}

llvm::Expected<size_t>
npuprof::readRecords(Table &table, const ReadTarget &target,
                     llvm::function_ref<void(Row &, OpRecord &)> fill,
                     llvm::function_ref<void(Row &)> readTotals) {
  Column device = table.find({"device_id"});
  std::vector<OpRecord> &records = target.profile.getMutableRecords();
  size_t numBefore = records.size();
  auto read = [&](Row &row) {
    OpRecord record;
    record.file = target.file;
    record.line = row.getLine();
    // In tables of the host the column holds the word "host".
    if (row.getText(device) != "host")
      record.device = row.getInteger(device).value_or(0);
    fill(row, record);
    if (!row.hasFailed())
      records.push_back(std::move(record));
  };
  llvm::Expected<size_t> numRead = table.readRows(read, readTotals);

  assignRank(llvm::MutableArrayRef(records).drop_front(numBefore), target.rank);
  return numRead;
}

llvm::Expected<TableOutcome> npuprof::importTable(StringRef path,
                                                  StringRef text,
                                                  Profile &profile,
                                                  std::vector<ReadNote> *notes,
                                                  std::optional<int64_t> rank) {
  if (llvm::Error error = checkText(path, text))
    return std::move(error);
  Table table(path, text, notes);
  if (!table.readHeadings())
    return TableOutcome{TableOutcome::Empty,
                        "the file is empty; the profiler was probably stopped "
                        "before it wrote its tables"};

  std::optional<TableKind> kind = classifyTable(table);
  if (!kind)
    return TableOutcome{TableOutcome::Unknown, "no known table starts with '" +
                                                   table.describeHeadings() +
                                                   "'"};
  if (!kind->read)
    return TableOutcome{TableOutcome::NotOperators,
                        ("a table of the kind " + kind->name +
                         " holds no operators (" + kind->content + ")")
                            .str()};

  ReadTarget target{profile, profile.addFile(path.str(), kind->name.str()),
                    rank};
  llvm::Expected<size_t> numRead = kind->read(table, target);
  if (!numRead)
    return numRead.takeError();
  if (*numRead == 0)
    return TableOutcome{TableOutcome::Empty,
                        ("this " + kind->name +
                         " has headings but no rows: the profile is empty; "
                         "the profiler was probably stopped before it wrote")
                            .str()};
  return TableOutcome();
}

llvm::Error npuprof::makeOutcomeError(StringRef path, TableOutcome outcome) {
  if (outcome.state != TableOutcome::Empty)
    outcome.message += ("; expected one of " + getReadableKinds()).str();
  return llvm::make_error<ProfileError>(path.str(), 0, 0,
                                        std::move(outcome.message));
}

llvm::Error npuprof::readTable(StringRef path, StringRef text, Profile &profile,
                               std::vector<ReadNote> *notes) {
  llvm::Expected<TableOutcome> outcome =
      importTable(path, text, profile, notes, /*rank=*/std::nullopt);
  if (!outcome)
    return outcome.takeError();
  if (outcome->state != TableOutcome::Read)
    return makeOutcomeError(path, std::move(*outcome));
  return llvm::Error::success();
}
