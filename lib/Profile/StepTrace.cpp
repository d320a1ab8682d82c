//===- StepTrace.cpp - step_trace -----------------------------------------===//
//
// A row an iteration of a graph: when it ended and how long it took. Tables of
// launches of such runs have no steps.
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "TableReaders.h"
#include "llvm/ADT/STLExtras.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readStepTrace(Table &table,
                                              const ReadTarget &target) {
  Column device = table.find({"device_id"});
  Column iteration = table.find({"iteration_id"});
  Column end = table.findInstant({"iteration_end"});
  Column time = table.findTime({"iteration_time"});

  std::vector<StepRange> steps;
  llvm::Expected<size_t> numRead = table.readRows([&](Row &row) {
    StepRange step;
    step.device = row.getInteger(device).value_or(0);
    std::optional<int64_t> id = row.getInteger(iteration);
    std::optional<int64_t> endNs = row.getInstant(end);
    std::optional<double> us = row.getAmount(time);
    if (row.hasFailed() || !id || !endNs || !us)
      return;
    step.step = *id;
    step.endNs = *endNs;
    // Longer than since the epoch: started before all launches.
    step.startNs = *endNs - std::min(*endNs, roundToCount(*us * 1e3));
    steps.push_back(step);
  });
  if (!numRead)
    return numRead;
  bool isOneDevice = llvm::all_of(steps, [&](const StepRange &step) {
    return step.device == steps.front().device;
  });
  for (StepRange &step : steps) {
    // As assignRank does with the launches of the run.
    if (target.rank && isOneDevice)
      step.device = *target.rank;
    target.profile.addStep(step);
  }
  return numRead;
}
