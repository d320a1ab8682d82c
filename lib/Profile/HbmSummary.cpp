//===- HbmSummary.cpp - hbm_summary ---------------------------------------===//
//
// GM traffic of all calls of an operator. The file does not say how many calls
// there were: the record has no calls and the totals as its bytes, until it is
// joined with a table that counts calls (JoinTables.cpp).
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readHbmSummary(Table &table,
                                               const ReadTarget &target) {
  Profile &profile = target.profile;
  Column name = table.find({"op_name"});
  Column type = table.find({"op_type"});
  Column read = table.findBytes({"hbm_read"}, "GB");
  Column written = table.findBytes({"hbm_write"}, "GB");
  Column total = table.findBytes({"total_hbm"}, "GB");

  auto readRow = [&](Row &row, OpRecord &record) {
    record.name = profile.intern(row.getText(name));
    record.type = profile.intern(row.getText(type));
    record.aggregated = true;
    record.figures.readBytes = row.getWhole(read);
    record.figures.writtenBytes = row.getWhole(written);
  };
  auto readTotals = [&](Row &row) {
    if (std::optional<double> bytes = row.getAmount(total))
      profile.totalBytes = profile.totalBytes.value_or(0) + *bytes;
  };
  return readRecords(table, target, readRow, readTotals);
}
