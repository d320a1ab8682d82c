//===- AclSummary.cpp - acl_summary ---------------------------------------===//
//
// Host time of the launches of an operator. The totals row covers operators
// that are not listed, so it is not the sum of the rows.
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readAclSummary(Table &table,
                                               const ReadTarget &target) {
  Profile &profile = target.profile;
  Column name = table.find({"op_name"});
  Column type = table.find({"op_type"});
  Column count = table.find({"acl_call_count"});
  Column total = table.findTime({"acl_total_time"});

  auto read = [&](Row &row, OpRecord &record) {
    record.name = profile.intern(row.getText(name));
    record.type = profile.intern(row.getText(type));
    record.aggregated = true;
    record.figures.calls = row.getWhole(count);
    if (std::optional<double> time = row.getAmount(total))
      record.figures.launchUs =
          *time / std::max<double>(1, record.figures.calls.value_or(1));
  };
  auto readTotals = [&](Row &row) {
    std::optional<int64_t> launches = row.getWhole(count);
    std::optional<double> time = row.getAmount(total);
    if (launches && time)
      profile.addLaunches(*launches, *time, target.file, "Total");
  };
  return readRecords(table, target, read, readTotals);
}
