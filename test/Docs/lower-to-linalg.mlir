// RUN: npuprof-opt --npuprof-lower-to-linalg %s | FileCheck %s

// CHECK-LABEL: func.func @norm(
// CHECK-NOT: npu.
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: math.rsqrt
// CHECK-NOT: npu.
func.func @norm(%x: tensor<4x8xf16>, %gamma: tensor<8xf16>) -> tensor<4x8xf16> {
  %eps = arith.constant 1.0e-6 : f32
  %init = tensor.empty() : tensor<4x8xf16>
  %y = npu.rms_norm ins(%x : tensor<4x8xf16>) gamma(%gamma : tensor<8xf16>) eps(%eps : f32)
         outs(%init : tensor<4x8xf16>)
  return %y : tensor<4x8xf16>
}
