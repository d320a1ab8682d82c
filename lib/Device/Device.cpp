//===- Device.cpp - What is known of a chip -------------------------------===//

#include "npuprof/Device/Device.h"
#include "DataFile.h"
#include "EmbeddedDevices.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace npuprof;
using llvm::StringRef;

static Device readDevice(const EmbeddedFile &file) {
  llvm::json::Object object = parseDataFile(file);
  const llvm::json::Object *figures = object.getObject("figures");
  if (!figures)
    reportMalformed(file.name, "expected an object 'figures'");
  FigureTable table(file.name, *figures);

  Device device;
  device.name = object.getString("name").value_or("").str();
  if (file.name != device.name + ".json")
    reportMalformed(file.name, "expected the file's own name in 'name'");
  device.family = object.getString("family").value_or("").str();
  if (device.family.empty())
    reportMalformed(file.name, "expected a family");

  device.cubeCores = table.getWhole("cube_cores", "");
  device.vectorCores = table.getWhole("vector_cores", "");
  device.ubBytes = table.getWhole("ub", "B");
  device.l1Bytes = table.getWhole("l1", "B");
  device.gmBandwidth = table.get("gm_bandwidth", "B/s");
  device.clockHz = table.get("clock", "Hz");
  device.cubeFlops = table.get("cube_peak", "FLOP/s");
  device.vectorFlops = table.get("vector_peak", "FLOP/s");
  device.launchUs = table.get("launch_cost", "us");
  device.kernelFloorUs = table.get("kernel_floor", "us");
  device.alignBytes = table.getWhole("alignment", "B");
  device.kernelInputs = table.getWhole("kernel_inputs", "");
  device.kernelNodes = table.getWhole("kernel_nodes", "");
  table.finish();
  return device;
}

/// In the order of lib/Device/CMakeLists.txt, which is that of the
/// documentation.
static llvm::ArrayRef<Device> getDevices() {
  static const std::vector<Device> devices = [] {
    std::vector<Device> devices;
    for (const EmbeddedFile &file : embeddedDevices)
      devices.push_back(readDevice(file));
    return devices;
  }();
  return devices;
}

llvm::ArrayRef<StringRef> npuprof::getDeviceNames() {
  static const std::vector<StringRef> names = [] {
    std::vector<StringRef> names;
    for (const Device &device : getDevices())
      names.push_back(device.name);
    return names;
  }();
  return names;
}

llvm::Expected<const Device *> npuprof::getDevice(StringRef name) {
  for (const Device &device : getDevices())
    if (device.name == name)
      return &device;
  return llvm::createStringError("unknown device '" + name +
                                 "'; expected one of " +
                                 llvm::join(getDeviceNames(), ", "));
}
