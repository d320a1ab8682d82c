// RUN: npuprof-opt %s --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s
// The same with two rows at a time.
// RUN: npuprof-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-rows.mlir \
// RUN:   --transform-interpreter --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  %x = arith.constant dense<[[-1.0, 0.0], [1.0, 3.0], [100.0, -100.0]]> : tensor<3x2xf32>
  %i = tensor.empty() : tensor<3x2xf32>

  // 1 / 2 * (1 + erf(1 / sqrt(2))) = 0.841345; large numbers are themselves, or 0.
  // CHECK:      -0.158655, 0
  // CHECK-NEXT: 0.841345, 2.99595
  // CHECK-NEXT: 100, {{-?}}0
  %y0 = npu.gelu ins(%x : tensor<3x2xf32>) outs(%i : tensor<3x2xf32>)
  %u0 = tensor.cast %y0 : tensor<3x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()

  // 1 / 2 * (1 + tanh(0.797885 * 1.044715)) = 0.841192
  // CHECK:      -0.158808, 0
  // CHECK-NEXT: 0.841192, 2.99636
  // CHECK-NEXT: 100, {{-?}}0
  %y1 = npu.gelu ins(%x : tensor<3x2xf32>) approximate(tanh) outs(%i : tensor<3x2xf32>)
  %u1 = tensor.cast %y1 : tensor<3x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()

  // 1 / (1 + exp(-1)) = 0.731059; exp(100) is more than f32 holds, and the
  // result is 0 all the same.
  // CHECK:      -0.268941, 0
  // CHECK-NEXT: 0.731059, 2.85772
  // CHECK-NEXT: 100, {{-?}}0
  // CHECK-NOT:  nan
  %y2 = npu.silu ins(%x : tensor<3x2xf32>) outs(%i : tensor<3x2xf32>)
  %u2 = tensor.cast %y2 : tensor<3x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u2) : (tensor<*xf32>) -> ()

  // SiLU times the second operand.
  // CHECK:      -2.68941, 0
  // CHECK-NEXT: 7.31059, 28.5772
  %ten = arith.constant dense<10.0> : tensor<3x2xf32>
  %y3 = npu.swiglu ins(%x, %ten : tensor<3x2xf32>, tensor<3x2xf32>) outs(%i : tensor<3x2xf32>)
  %u3 = tensor.cast %y3 : tensor<3x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u3) : (tensor<*xf32>) -> ()

  // One operand: SiLU of the first half, times the second; then GELU of the
  // second, times the first.
  // CHECK: [0.731059,{{ *}}8.57317]
  // CHECK: [0.841345,{{ *}}8.98785]
  %both = arith.constant dense<[[1.0, 3.0, 1.0, 3.0]]> : tensor<1x4xf32>
  %j = tensor.empty() : tensor<1x2xf32>
  %y4 = npu.swiglu ins(%both : tensor<1x4xf32>) outs(%j : tensor<1x2xf32>)
  %u4 = tensor.cast %y4 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u4) : (tensor<*xf32>) -> ()
  %y5 = npu.geglu ins(%both : tensor<1x4xf32>) {gate_last} outs(%j : tensor<1x2xf32>)
  %u5 = tensor.cast %y5 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u5) : (tensor<*xf32>) -> ()

  // Pairs (1, 3), (2, 4) with cos (1, 10) and sin (100, 1000) of halves of the
  // width: 1 - 300, 2 * 10 - 4 * 1000, 3 + 100, 4 * 10 + 2 * 1000.
  // CHECK: [-299,{{ *}}-3980,{{ *}}103,{{ *}}2040]
  %p = arith.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %c = arith.constant dense<[[1.0, 10.0]]> : tensor<1x2xf32>
  %s = arith.constant dense<[[100.0, 1000.0]]> : tensor<1x2xf32>
  %k = tensor.empty() : tensor<1x4xf32>
  %y6 = npu.rotary_mul ins(%p, %c, %s : tensor<1x4xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
          mode(half) outs(%k : tensor<1x4xf32>)
  %u6 = tensor.cast %y6 : tensor<1x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u6) : (tensor<*xf32>) -> ()

  // Neighbours, pairs (1, 2), (3, 4): 1 - 200, 2 + 100, 30 - 4000, 40 + 3000.
  // CHECK: [-199,{{ *}}102,{{ *}}-3970,{{ *}}3040]
  %y7 = npu.rotary_mul ins(%p, %c, %s : tensor<1x4xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
          mode(interleaved) outs(%k : tensor<1x4xf32>)
  %u7 = tensor.cast %y7 : tensor<1x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u7) : (tensor<*xf32>) -> ()

  // Tables that are the same for all rows, each element with its own number.
  // First of (1, 3): 1 * 1 - 3 * 5 = -14; second: 3 * 3 + 1 * 7 = 16.
  // First of (2, 4): 2 * 2 - 4 * 6 = -20; second: 4 * 4 + 2 * 8 = 32.
  // CHECK:      -14, -20, 16, 32
  // CHECK-NEXT: -140, -200, 160, 320
  %q = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf32>
  %c1 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %s1 = arith.constant dense<[[5.0, 6.0, 7.0, 8.0]]> : tensor<1x4xf32>
  %l = tensor.empty() : tensor<3x4xf32>
  %y8 = npu.rotary_mul ins(%q, %c1, %s1 : tensor<3x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>)
          mode(half) outs(%l : tensor<3x4xf32>)
  %u8 = tensor.cast %y8 : tensor<3x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u8) : (tensor<*xf32>) -> ()

  // 300 * 300 - 300 * 270: both products are more than f16 holds (65504), their
  // difference is not.
  // CHECK: [9000]
  %h = arith.constant dense<300.0> : tensor<1x2xf16>
  %ch = arith.constant dense<300.0> : tensor<1x2xf16>
  %sh = arith.constant dense<270.0> : tensor<1x2xf16>
  %y9 = npu.rotary_mul ins(%h, %ch, %sh : tensor<1x2xf16>, tensor<1x2xf16>, tensor<1x2xf16>)
          mode(half) outs(%h : tensor<1x2xf16>)
  %f9 = tensor.extract_slice %y9[0, 0] [1, 1] [1, 1] : tensor<1x2xf16> to tensor<1xf16>
  %e9 = arith.extf %f9 : tensor<1xf16> to tensor<1xf32>
  %u9 = tensor.cast %e9 : tensor<1xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u9) : (tensor<*xf32>) -> ()
  return
}
