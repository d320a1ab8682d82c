//===- DatabaseCounters.h - Counters of SQLite exports ----------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_DATABASECOUNTERS_H
#define NPUPROF_LIB_PROFILE_DATABASECOUNTERS_H

#include "Counters.h"
#include "llvm/ADT/StringMap.h"

namespace npuprof {

/// The counters of one launch by name ("aic_mac_time"), as TASK_PMU_INFO has
/// them: times in nanoseconds, shares of 1, GB/s and KB.
class DatabaseCounters {
public:
  void clear() { values.clear(); }
  bool empty() const { return values.empty(); }
  void set(llvm::StringRef name, double value) { values[name] = value; }
  /// Fills the pipe shares and the bytes.
  void addTo(Figures &figures) const;

private:
  std::optional<double> get(const std::string &name) const;
  SideFigures getSide(const std::string &prefix) const;

  llvm::StringMap<double> values;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_DATABASECOUNTERS_H
