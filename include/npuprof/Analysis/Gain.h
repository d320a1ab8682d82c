//===- Gain.h - What a fusion is worth --------------------------*- C++ -*-===//
//
// gain = time of the parts - estimated time of the whole, each with what its
// launches cost. The parts' time is measured where the model carries a profile
// and estimated (and said to be) where it has none.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_GAIN_H
#define NPUPROF_ANALYSIS_GAIN_H

#include "npuprof/Analysis/Recognition.h"
#include "npuprof/Device/CostModel.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

namespace npuprof {

/// The chip's rates, corrected by what the module's profile shows.
Rates getRates(const Device &device, npu::ProfileSummaryAttr summary);

struct Gain {
  /// Whether the parts were measured. A fused operator among them, put in place
  /// in the same run, counts with its estimate.
  bool measured = false;
  /// Calls that the profile shows; absent without one.
  std::optional<int64_t> calls;
  /// Device time of the parts a call, in microseconds, and their launches.
  double partsUs = 0;
  int64_t launches = 0;
  /// Estimated device time of the whole a call, and its launches: one, and one
  /// for each transpose around it.
  double wholeUs = 0;
  int64_t wholeLaunches = 0;
  /// What one launch costs.
  double launchUs = 0;
  /// All figures of the parts in the profile, for the fused operation.
  std::optional<Figures> figures;

  double getGainUs() const {
    return partsUs - wholeUs +
           static_cast<double>(launches - wholeLaunches) * launchUs;
  }
};

/// The gain of one launch that does `whole` in place of `parts`.
Gain estimateGain(llvm::ArrayRef<mlir::Operation *> parts,
                  const KernelWork &whole, const Rates &rates);

/// The gain of `built`, the fused operator and what it needs around it, in
/// place of the operations of `candidate`.
Gain estimateGain(const FusionCandidate &candidate,
                  llvm::ArrayRef<mlir::Operation *> built, const Rates &rates);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_GAIN_H
