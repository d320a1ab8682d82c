//===- CostModel.cpp - A first roofline -----------------------------------===//

#include "npuprof/Device/CostModel.h"
#include <algorithm>

using namespace npuprof;

/// Microseconds for `amount` at `rate` a second; no work takes no time, even
/// where the chip lacks the unit.
static double getUs(double amount, double rate) {
  return amount > 0 ? amount / rate * 1e6 : 0;
}

double npuprof::estimateKernelUs(const KernelWork &work, const Rates &rates) {
  // Pipes work side by side, so the slowest one hides the others.
  double longest = std::max({getUs(work.bytes, rates.gmBandwidth),
                             getUs(work.cubeFlops, rates.cubeFlops),
                             getUs(work.vectorFlops, rates.vectorFlops)});
  return rates.kernelFloorUs + longest;
}
