//===- Gain.cpp - What a fusion is worth ----------------------------------===//

#include "npuprof/Analysis/Gain.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "npuprof/Analysis/KernelParts.h"
#include "npuprof/Analysis/KernelWork.h"
#include "npuprof/Analysis/OperationKind.h"

using namespace npuprof;
using namespace mlir;

Rates npuprof::getRates(const Device &device, npu::ProfileSummaryAttr summary) {
  Rates rates(device);
  if (!summary)
    return rates;
  if (std::optional<double> launchUs = summary.getLaunchUs())
    rates.launchUs = *launchUs;
  if (std::optional<double> bandwidth = summary.getBandwidthGBs())
    rates.gmBandwidth = *bandwidth * 1e9;
  if (std::optional<double> floorUs = summary.getKernelFloorUs())
    rates.kernelFloorUs = *floorUs;
  return rates;
}

/// What `parts` cost today: measured where the profile has them.
static Gain getCost(ArrayRef<Operation *> parts, const Rates &rates) {
  Gain gain;
  gain.launchUs = rates.launchUs;

  // What operators that were put in place a moment ago are estimated to save of
  // the time that was measured for their parts.
  double savedUs = 0;
  for (Operation *op : parts) {
    npu::ProfileAttr profile = npu::getProfile(op);
    if (!profile || !profile.getFigures().timeUs)
      continue;
    const Figures &figures = profile.getFigures();
    gain.measured = true;
    ++gain.launches;
    gain.figures =
        gain.figures ? Figures::sum(*gain.figures, figures) : figures;
    // Of one call of the whole: parts that lost rows were called less often.
    gain.partsUs = *gain.figures->timeUs;
    if (profile.getMatch() == npu::MatchKind::Parts)
      savedUs += *figures.timeUs - estimateKernelUs(getKernelWork(op), rates);
    if (figures.calls)
      gain.calls = std::max(gain.calls.value_or(0), *figures.calls);
  }
  // One row may stand for many operations, so that those without a figure have
  // none missing: an estimate for them would count their time twice.
  gain.partsUs -= savedUs;
  if (gain.measured)
    return gain;
  for (Operation *op : parts) {
    bool isLaunch = getOperationKind(op).role == OperationRole::Kernel;
    // A transpose is often part of another launch, but the data has to move.
    if (!isLaunch && getPartInfo(op).kind != PartKind::Transpose)
      continue;
    gain.launches += isLaunch;
    gain.partsUs += estimateKernelUs(getKernelWork(op), rates);
  }
  return gain;
}

Gain npuprof::estimateGain(ArrayRef<Operation *> parts, const KernelWork &whole,
                           const Rates &rates) {
  Gain gain = getCost(parts, rates);
  gain.wholeLaunches = 1;
  gain.wholeUs = estimateKernelUs(whole, rates);
  return gain;
}

Gain npuprof::estimateGain(const FusionCandidate &candidate,
                           ArrayRef<Operation *> built, const Rates &rates) {
  // What stays costs the same as before.
  SmallVector<Operation *> parts;
  for (Operation *op : candidate.ops)
    if (!candidate.kept.contains(op))
      parts.push_back(op);
  Gain gain = getCost(parts, rates);
  for (Operation *op : built) {
    if (getOperationKind(op).role != OperationRole::Kernel &&
        !isa<linalg::TransposeOp>(op))
      continue;
    ++gain.wholeLaunches;
    gain.wholeUs += estimateKernelUs(getKernelWork(op), rates);
  }
  return gain;
}
