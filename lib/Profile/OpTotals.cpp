//===- OpTotals.cpp - op_summary with a row an operator -------------------===//

#include "TableReaders.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readOpTotals(Table &table,
                                             const ReadTarget &target) {
  Profile &profile = target.profile;
  Column name = table.find({"op_name"});
  Column type = table.find({"op_type"});
  Column count = table.find({"call_count"});
  Column average = table.findTime({"avg_time"});
  Column total = table.findTime({"total_time"});

  auto read = [&](Row &row, OpRecord &record) {
    record.name = profile.intern(row.getText(name));
    record.type = profile.intern(row.getText(type));
    record.aggregated = true;

    Figures &figures = record.figures;
    figures.calls = row.getWhole(count);
    figures.timeUs = row.getAmount(average);
    std::optional<double> sum = row.getAmount(total);
    if (!figures.timeUs && sum)
      figures.timeUs = *sum / std::max<double>(1, figures.calls.value_or(1));
  };
  // The total is the sum of the rows, which a reader can form itself.
  return readRecords(table, target, read, [](Row &) {});
}
