//===- Figures.h - What a profile says of one operator ----------*- C++ -*-===//
//
// The measured figures of an operator or of a kernel, in one unit each. A
// figure that no file gave stays absent: it is never 0.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_PROFILE_FIGURES_H
#define NPUPROF_PROFILE_FIGURES_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace npuprof {

/// The units of an AI core whose busy share msprof reports.
enum class Pipe { Mac, Vec, Scalar, MTE1, MTE2, MTE3, FixPipe };
inline constexpr unsigned numPipes = 7;

/// "mac", "vec", "scalar", "mte1", "mte2", "mte3", "fixpipe".
llvm::StringRef stringifyPipe(Pipe pipe);
std::optional<Pipe> symbolizePipe(llvm::StringRef name);

struct Figures {
  /// Launches that the other figures are the mean of. Absent where no file
  /// counts them: the figures then stand for one call.
  std::optional<int64_t> calls;
  /// Device time of one call, in microseconds (dispatch, run and completion).
  std::optional<double> timeUs;
  /// Gap to the task before it, in microseconds a call.
  std::optional<double> waitUs;
  /// Host time that one launch costs, in microseconds (acl_summary).
  std::optional<double> launchUs;
  /// Busy share of each pipe, 0 to 1. Pipes overlap: shares do not add up.
  std::array<std::optional<double>, numPipes> ratio;
  /// Bytes read from and written to GM in one call.
  std::optional<int64_t> readBytes;
  std::optional<int64_t> writtenBytes;
  /// Cores (blocks) that one call used.
  std::optional<int64_t> cores;

  std::optional<double> getRatio(Pipe pipe) const {
    return ratio[static_cast<unsigned>(pipe)];
  }
  /// Device time of all calls, in microseconds.
  std::optional<double> getTotalUs() const {
    if (!timeUs)
      return std::nullopt;
    return *timeUs * static_cast<double>(calls.value_or(1));
  }
  bool empty() const { return *this == Figures(); }

  bool operator==(const Figures &other) const;
  bool operator!=(const Figures &other) const { return !(*this == other); }

  /// The figures of `calls(a) + calls(b)` calls of one operator: means weighted
  /// by calls; a figure that only one side has is that side's.
  static Figures merge(const Figures &a, const Figures &b);

  /// The figures of one launch that does the work of both parts: times and
  /// bytes add up, pipe ratios are weighted by time, cores are the larger.
  /// Absent on either side stays absent, so that no part is passed off as the
  /// whole. Where the counts of calls differ the larger one holds, and the
  /// totals over all calls are kept.
  static Figures sum(const Figures &a, const Figures &b);

  /// As it is written into a model: times to the nanosecond, the resolution of
  /// profilers, shares to a hundredth of a percent.
  Figures rounded() const;
};

llvm::hash_code hash_value(const Figures &figures);

} // namespace npuprof

#endif // NPUPROF_PROFILE_FIGURES_H
