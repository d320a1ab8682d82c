// RUN: npuprof-opt %s --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s
// The same with two rows at a time.
// RUN: npuprof-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-rows.mlir \
// RUN:   --transform-interpreter --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  %eps = arith.constant 0.0 : f32

  // Sums [1, 2, 3, 4], [2, 2, 6, 6] and [0, 0, 0, 4]; their layer norms with gamma = 2, beta = 1:
  // 2 * [-1.34164, -0.447214, 0.447214, 1.34164] + 1, 2 * [-1, -1, 1, 1] + 1 and
  // 2 * [-0.57735, -0.57735, -0.57735, 1.73205] + 1.
  // CHECK:      1, 2, 3, 4
  // CHECK-NEXT: 2, 2, 6, 6
  // CHECK-NEXT: 0, 0, 0, 4
  // CHECK:      -1.68328, 0.105573, 1.89443, 3.68328
  // CHECK-NEXT: -1, -1, 3, 3
  // CHECK-NEXT: -0.154701, -0.154701, -0.154701, 4.4641
  %a0 = arith.constant dense<[[0.0, 0.0, 3.0, 5.0], [1.0, 0.0, 6.0, 7.0], [-1.0, -2.0, 0.0, 5.0]]> : tensor<3x4xf32>
  %b0 = arith.constant dense<[[0.0, 0.0, -1.0, -2.0], [0.0, 0.0, -1.0, -2.0], [0.0, 0.0, -1.0, -2.0]]> : tensor<3x4xf32>
  %c0 = arith.constant dense<[1.0, 2.0, 1.0, 1.0]> : tensor<4xf32>
  %g0 = arith.constant dense<2.0> : tensor<4xf32>
  %h0 = arith.constant dense<1.0> : tensor<4xf32>
  %i0 = tensor.empty() : tensor<3x4xf32>
  %y0, %s0 = npu.add_layer_norm ins(%a0, %b0 : tensor<3x4xf32>, tensor<3x4xf32>) bias(%c0 : tensor<4xf32>)
               gamma(%g0 : tensor<4xf32>) beta(%h0 : tensor<4xf32>) eps(%eps : f32)
               outs(%i0, %i0 : tensor<3x4xf32>, tensor<3x4xf32>)
  %v0 = tensor.cast %s0 : tensor<3x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v0) : (tensor<*xf32>) -> ()
  %u0 = tensor.cast %y0 : tensor<3x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()

  // 2048 + 1 is 2048 in f16, and that is what is normalised: the result, in f32, is exactly 1.
  // CHECK: 2048, 2048
  // CHECK: 1, 1
  %a1 = arith.constant dense<2048.0> : tensor<1x2xf16>
  %b1 = arith.constant dense<[[1.0, 0.0]]> : tensor<1x2xf16>
  %i1 = tensor.empty() : tensor<1x2xf32>
  %j1 = tensor.empty() : tensor<1x2xf16>
  %y1, %s1 = npu.add_rms_norm ins(%a1, %b1 : tensor<1x2xf16>, tensor<1x2xf16>) eps(%eps : f32)
               outs(%i1, %j1 : tensor<1x2xf32>, tensor<1x2xf16>)
  %e1 = arith.extf %s1 : tensor<1x2xf16> to tensor<1x2xf32>
  %v1 = tensor.cast %e1 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v1) : (tensor<*xf32>) -> ()
  %u1 = tensor.cast %y1 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()

  // The sum is rounded once: 2048 + 1 + 1 is 2050, not (2048 + 1) + 1 = 2048.
  // CHECK: 2050, 2050
  %c2 = arith.constant dense<1.0> : tensor<2xf16>
  %a2 = arith.constant dense<2048.0> : tensor<1x2xf16>
  %b2 = arith.constant dense<1.0> : tensor<1x2xf16>
  %y2, %s2 = npu.add_layer_norm ins(%a2, %b2 : tensor<1x2xf16>, tensor<1x2xf16>) bias(%c2 : tensor<2xf16>)
               eps(%eps : f32) outs(%j1, %j1 : tensor<1x2xf16>, tensor<1x2xf16>)
  %e2 = arith.extf %s2 : tensor<1x2xf16> to tensor<1x2xf32>
  %v2 = tensor.cast %e2 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v2) : (tensor<*xf32>) -> ()

  return
}
