//===- LaunchCost.cpp - What launches cost the host -----------------------===//

#include "LaunchCost.h"
#include "Numbers.h"

using namespace npuprof;
using llvm::StringRef;

static bool isNode(StringRef level) { return level.equals_insensitive("node"); }

/// "KernelLaunch", "KernelLaunchWithHandle_Big", "FftsPlusTaskLaunch", ...
static bool isRuntimeLaunch(StringRef name) {
  return name.starts_with("KernelLaunch") || name.starts_with("LaunchKernel") ||
         name.ends_with("TaskLaunch");
}

bool LaunchCost::counts(StringRef level, StringRef function) {
  return (isNode(level) && function.equals_insensitive("launch")) ||
         (level.equals_insensitive("runtime") && isRuntimeLaunch(function));
}

void LaunchCost::add(StringRef level, int64_t calls, double us) {
  Sum &sum = isNode(level) ? node : runtime;
  sum.calls = addCounts(sum.calls, calls);
  sum.us += us;
}

void LaunchCost::addTo(Profile &profile, unsigned file) const {
  if (node.calls > 0)
    profile.addLaunches(node.calls, node.us, file, "node launch");
  else if (runtime.calls > 0)
    profile.addLaunches(runtime.calls, runtime.us, file, "runtime launches");
}
