//===- Device.h - What is known of a chip -----------------------*- C++ -*-===//
//
// One JSON file a chip in data/devices, with a source for every figure. Free of
// MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_DEVICE_DEVICE_H
#define NPUPROF_DEVICE_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace npuprof {

/// A chip. Every figure is required; where no source gives one, the file says
/// that it is estimated and from what. 0 stands only where noted.
struct Device {
  /// "ascend910b1", "ascend910b2", "ascend910b3", "ascend910b4",
  /// "ascend310p", "host": the spelling of --target.
  std::string name;
  /// The family that operator limits are written for: "910b", "310p", "host".
  std::string family;
  int64_t cubeCores = 0;
  int64_t vectorCores = 0;
  /// Bytes of on-chip memory a core that a kernel may use; 0 where the chip has
  /// none (host).
  int64_t ubBytes = 0;
  int64_t l1Bytes = 0;
  /// Bytes a second from GM, over all cores.
  double gmBandwidth = 0;
  /// Cycles a second of a core.
  double clockHz = 0;
  /// FLOP a second of all Cube cores (f16 in, f32 out) and of all Vector cores
  /// (f32).
  double cubeFlops = 0;
  double vectorFlops = 0;
  /// Microseconds that one launch costs beyond the kernel's own time.
  double launchUs = 0;
  /// Microseconds that a kernel takes whatever its size: start of the pipes.
  double kernelFloorUs = 0;
  /// Bytes that the innermost axis is best aligned to.
  int64_t alignBytes = 0;
  /// Tensors that a kernel found by structure reads, and operations that it
  /// holds, at most.
  int64_t kernelInputs = 0;
  int64_t kernelNodes = 0;
};

/// Names of all built-in chips, in the order of the documentation.
llvm::ArrayRef<llvm::StringRef> getDeviceNames();

/// The chip of that name; the error lists the names there are.
llvm::Expected<const Device *> getDevice(llvm::StringRef name);

} // namespace npuprof

#endif // NPUPROF_DEVICE_DEVICE_H
