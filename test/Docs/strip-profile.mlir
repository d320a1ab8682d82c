// RUN: npuprof-opt --npuprof-strip-profile %s | FileCheck %s

// CHECK-NOT: npu.profile
// CHECK: linalg.add ins(
// CHECK-NOT: npu.profile
module attributes {npu.profile_summary = #npu.profile_summary<files = ["op_summary.csv"], device_us = 240.0, attributed_us = 240.0, launches = 30, steps = 30>} {
  func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %init: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %0 = linalg.add {npu.profile = #npu.profile<calls = 30, time_us = 8.0, vec = 0.62, match = name, confidence = 1.0>}
           ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%init : tensor<64x64xf16>) -> tensor<64x64xf16>
    return %0 : tensor<64x64xf16>
  }
}
