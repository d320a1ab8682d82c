//===- ApiStatistic.cpp - api_statistic -----------------------------------===//
//
// Host functions by level of the stack. What a launch costs the host is the
// function "launch" of the level "node", which counts every kernel once and
// holds the functions of the levels below it. Where that level was not
// collected, the lower bound is the runtime's own launch functions.
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "TableReaders.h"

using namespace npuprof;
using llvm::StringRef;

/// "KernelLaunch", "KernelLaunchWithHandle_Big", "FftsPlusTaskLaunch", ...
static bool isRuntimeLaunch(StringRef name) {
  return name.starts_with("KernelLaunch") || name.starts_with("LaunchKernel") ||
         name.ends_with("TaskLaunch");
}

llvm::Expected<size_t> npuprof::readApiStatistic(Table &table,
                                                 const ReadTarget &target) {
  Column level = table.find({"level"});
  Column name = table.find({"api_name"});
  Column time = table.findTime({"time"});
  Column count = table.find({"count"});

  struct Sum {
    int64_t calls = 0;
    double us = 0;
  };
  Sum node, runtime;
  llvm::Expected<size_t> numRead = table.readRows([&](Row &row) {
    StringRef where = row.getText(level), what = row.getText(name);
    Sum *sum = nullptr;
    if (where.equals_insensitive("node") && what.equals_insensitive("launch"))
      sum = &node;
    else if (where.equals_insensitive("runtime") && isRuntimeLaunch(what))
      sum = &runtime;
    if (!sum)
      return;
    std::optional<int64_t> calls = row.getWhole(count);
    std::optional<double> us = row.getAmount(time);
    if (row.hasFailed() || !calls || !us)
      return;
    sum->calls = addCounts(sum->calls, *calls);
    sum->us += *us;
  });
  if (!numRead)
    return numRead;

  if (node.calls > 0)
    target.profile.addLaunches(node.calls, node.us, target.file, "node launch");
  else if (runtime.calls > 0)
    target.profile.addLaunches(runtime.calls, runtime.us, target.file,
                               "runtime launches");
  return numRead;
}
