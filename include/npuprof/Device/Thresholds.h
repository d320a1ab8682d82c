//===- Thresholds.h - Where a symptom starts --------------------*- C++ -*-===//
//
// data/thresholds.json, each with its source. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_DEVICE_THRESHOLDS_H
#define NPUPROF_DEVICE_THRESHOLDS_H

#include <cstdint>

namespace npuprof {

/// Shares are 0 to 1, times in microseconds.
struct Thresholds {
  /// Busy share of the Cube below which its tiles are suspected, of the Vector
  /// units below which a lack of fusion is.
  double cubeUtilization = 0;
  double vectorUtilization = 0;
  /// Launches, and host time in them, above which a run is bound by dispatch.
  int64_t launches = 0;
  double launchCostUs = 0;
  /// Share of matched device time below which the profile looks stale.
  double lowCoverage = 0;
  /// Share of the device time in rows that contradict the model's shapes above
  /// which the profile is of another version.
  double staleShare = 0;
  /// Share of the device time below which a fusion's parts are cold.
  double coldShare = 0;
  /// Size that estimates take a dynamic dimension for.
  int64_t dynamicSize = 0;
  /// Share of a kernel's elements up to which work may be done again for each
  /// of its tiles.
  double recomputeShare = 0;
};

const Thresholds &getThresholds();

} // namespace npuprof

#endif // NPUPROF_DEVICE_THRESHOLDS_H
