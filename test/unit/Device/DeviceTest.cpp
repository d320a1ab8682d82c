//===- DeviceTest.cpp -----------------------------------------------------===//

#include "npuprof/Device/Device.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace npuprof;

static const Device &get(llvm::StringRef name) {
  return *llvm::cantFail(getDevice(name));
}

TEST(Device, EveryFileLoadsWithEveryFigure) {
  std::vector<llvm::StringRef> expected = {"ascend910b1", "ascend910b2",
                                           "ascend910b3", "ascend910b4",
                                           "ascend310p",  "host"};
  EXPECT_EQ(getDeviceNames().vec(), expected);
  for (llvm::StringRef name : getDeviceNames()) {
    const Device &device = get(name);
    EXPECT_EQ(device.name, name);
    EXPECT_GT(device.cubeCores, 0);
    EXPECT_GT(device.vectorCores, 0);
    EXPECT_GT(device.gmBandwidth, 0);
    EXPECT_GT(device.clockHz, 0);
    EXPECT_GT(device.cubeFlops, 0);
    EXPECT_GT(device.vectorFlops, 0);
    EXPECT_GT(device.launchUs, 0);
    EXPECT_GT(device.kernelFloorUs, 0);
    EXPECT_GT(device.alignBytes, 0);
    if (device.family != "host") {
      EXPECT_GT(device.ubBytes, 0);
      EXPECT_GT(device.l1Bytes, 0);
    }
  }
}

TEST(Device, UnknownNameListsTheKnownOnes) {
  llvm::Expected<const Device *> device = getDevice("ascend910");
  ASSERT_FALSE(device);
  EXPECT_EQ(llvm::toString(device.takeError()),
            "unknown device 'ascend910'; expected one of ascend910b1, "
            "ascend910b2, ascend910b3, ascend910b4, ascend310p, host");
}

// 16x16x16 multiply-adds a cycle and Cube core.
TEST(Device, CubePeakIsCoresTimesClock) {
  for (llvm::StringRef name : getDeviceNames().drop_back()) {
    const Device &device = get(name);
    double expected = static_cast<double>(device.cubeCores) * 2 * 16 * 16 * 16 *
                      device.clockHz;
    EXPECT_NEAR(device.cubeFlops / expected, 1, 1e-3) << name.str();
  }
}

// The published formula in cycles: MTE2 head, MTE3 head, vector head.
TEST(Device, KernelFloorIsTheHeadsOfThePipes) {
  for (llvm::StringRef name : getDeviceNames().drop_back()) {
    const Device &device = get(name);
    double cycles = 15.89 * static_cast<double>(device.vectorCores) + 882.09 +
                    497.36 + 37.37;
    EXPECT_NEAR(device.kernelFloorUs, cycles / device.clockHz * 1e6, 1e-3)
        << name.str();
  }
}

// cube_utilization of public profiles tells frequency times cores in MHz.
TEST(Device, ClockAgreesWithProfiles) {
  EXPECT_DOUBLE_EQ(get("ascend910b3").clockHz * 20 * 1e-6, 36000);
  EXPECT_DOUBLE_EQ(get("ascend910b4").clockHz * 20 * 1e-6, 33000);
  EXPECT_DOUBLE_EQ(get("ascend910b2").clockHz * 24 * 1e-6, 43200);
}

// "ub overflow, requires ... bits while 1572864 bits available".
TEST(Device, UnifiedBufferIsWhatTheCompilerGrants) {
  EXPECT_EQ(get("ascend910b1").ubBytes, 1572864 / 8 - 256);
  EXPECT_EQ(get("ascend310p").ubBytes, 256 * 1024);
}
