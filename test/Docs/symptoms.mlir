// RUN: npuprof-opt --npuprof-symptoms --remarks-filter=npuprof-symptoms --remark-format=emitRemark %s 2>&1 | FileCheck %s

// CHECK: remark: {{.*}}low-cube-utilization
// CHECK-SAME: Cube is busy 41.0 % of the time, less than 70 %
// CHECK: symptoms: of 2 profiled operations 1 with Cube below 70 %, 0 with Vector below 50 %
func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %init: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = linalg.matmul {npu.profile = #npu.profile<calls = 30, time_us = 12.0, mac = 0.41, match = name, confidence = 1.0>}
         ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%init : tensor<64x64xf16>) -> tensor<64x64xf16>
  %1 = linalg.add {npu.profile = #npu.profile<calls = 30, time_us = 8.0, vec = 0.62, match = name, confidence = 1.0>}
         ins(%0, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%init : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}
