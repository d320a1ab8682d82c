//===- LaunchCost.h - What launches cost the host ---------------*- C++ -*-===//
//
// Told by the host functions of a run, by level of the stack. What a launch
// costs is the function "launch" of the level "node", which counts every kernel
// once and holds the functions of the levels below it. Where that level was not
// collected, the lower bound is the runtime's own launch functions.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_PROFILE_LAUNCHCOST_H
#define NPUPROF_LIB_PROFILE_LAUNCHCOST_H

#include "npuprof/Profile/Profile.h"

namespace npuprof {

class LaunchCost {
public:
  /// Whether calls of this function are launches.
  static bool counts(llvm::StringRef level, llvm::StringRef function);
  /// Adds calls of such a function and the time of all of them.
  void add(llvm::StringRef level, int64_t calls, double us);
  /// Notes the launches of the file, if it has any.
  void addTo(Profile &profile, unsigned file) const;

private:
  struct Sum {
    int64_t calls = 0;
    double us = 0;
  };
  Sum node, runtime;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_LAUNCHCOST_H
