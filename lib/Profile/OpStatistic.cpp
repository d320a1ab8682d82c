//===- OpStatistic.cpp - op_statistic, communication_statistic ------------===//
//
// A row a type of operator and kind of core, or a type of collective: launches
// and their time, without names and shapes.
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"

using namespace npuprof;
using llvm::StringRef;

/// `defaultCore` stands for the kind of core where the table has none.
static llvm::Expected<size_t> readTypes(Table &table, const ReadTarget &target,
                                        StringRef defaultCore) {
  Profile &profile = target.profile;
  Column type = table.find({"op_type"});
  Column core = table.find({"core_type"});
  Column count = table.find({"count"});
  Column total = table.findTime({"total_time"});

  return readRecords(table, target, [&](Row &row, OpRecord &record) {
    record.type = profile.intern(row.getText(type));
    record.taskType = profile.intern(core ? row.getText(core) : defaultCore);
    record.aggregated = true;

    Figures &figures = record.figures;
    figures.calls = row.getWhole(count);
    // The file's own average is rounded to three places.
    if (std::optional<double> time = row.getAmount(total))
      figures.timeUs = *time / std::max<double>(1, figures.calls.value_or(1));
  });
}

llvm::Expected<size_t> npuprof::readOpStatistic(Table &table,
                                                const ReadTarget &target) {
  return readTypes(table, target, /*defaultCore=*/"");
}

llvm::Expected<size_t>
npuprof::readCommunicationStatistic(Table &table, const ReadTarget &target) {
  return readTypes(table, target, "COMMUNICATION");
}
