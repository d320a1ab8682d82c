//===- ApiStatistic.cpp - api_statistic -----------------------------------===//

#include "LaunchCost.h"
#include "TableReaders.h"

using namespace npuprof;
using llvm::StringRef;

llvm::Expected<size_t> npuprof::readApiStatistic(Table &table,
                                                 const ReadTarget &target) {
  Column level = table.find({"level"});
  Column name = table.find({"api_name"});
  Column time = table.findTime({"time"});
  Column count = table.find({"count"});

  LaunchCost cost;
  llvm::Expected<size_t> numRead = table.readRows([&](Row &row) {
    StringRef where = row.getText(level);
    if (!LaunchCost::counts(where, row.getText(name)))
      return;
    std::optional<int64_t> calls = row.getWhole(count);
    std::optional<double> us = row.getAmount(time);
    if (!row.hasFailed() && calls && us)
      cost.add(where, *calls, *us);
  });
  if (numRead)
    cost.addTo(target.profile, target.file);
  return numRead;
}
