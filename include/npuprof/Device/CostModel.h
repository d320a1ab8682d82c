//===- CostModel.h - A first roofline ---------------------------*- C++ -*-===//
//
// Estimated time of a kernel over plain figures. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_DEVICE_COSTMODEL_H
#define NPUPROF_DEVICE_COSTMODEL_H

#include "npuprof/Device/Device.h"

namespace npuprof {

/// What one launch has to do.
struct KernelWork {
  /// Bytes between GM and the cores.
  double bytes = 0;
  /// FLOP for the Cube and for the Vector units.
  double cubeFlops = 0;
  double vectorFlops = 0;
};

/// The rates that estimates are made with: the chip's, or this profile's own
/// where it shows them.
struct Rates {
  double gmBandwidth;
  double cubeFlops;
  double vectorFlops;
  double launchUs;
  double kernelFloorUs;

  explicit Rates(const Device &device)
      : gmBandwidth(device.gmBandwidth), cubeFlops(device.cubeFlops),
        vectorFlops(device.vectorFlops), launchUs(device.launchUs),
        kernelFloorUs(device.kernelFloorUs) {}
};

/// Estimated device time of one launch in microseconds, without the launch
/// cost: the kernel's floor plus the longest pipe (GM traffic, Cube, Vector).
double estimateKernelUs(const KernelWork &work, const Rates &rates);

} // namespace npuprof

#endif // NPUPROF_DEVICE_COSTMODEL_H
