//===- OpStatistic.cpp - op_statistic -------------------------------------===//
//
// A row a type of operator and kind of core: launches and their time, without
// names and shapes.
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readOpStatistic(Table &table,
                                                const ReadTarget &target) {
  Profile &profile = target.profile;
  Column type = table.find({"op_type"});
  Column core = table.find({"core_type"});
  Column count = table.find({"count"});
  Column total = table.findTime({"total_time"});

  return readRecords(table, target, [&](Row &row, OpRecord &record) {
    record.type = profile.intern(row.getText(type));
    record.taskType = profile.intern(row.getText(core));
    record.aggregated = true;

    Figures &figures = record.figures;
    figures.calls = row.getWhole(count);
    // The file's own average is rounded to three places.
    if (std::optional<double> time = row.getAmount(total))
      figures.timeUs = *time / std::max<double>(1, figures.calls.value_or(1));
  });
}
