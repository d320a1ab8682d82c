// RUN: npuprof-opt %s --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s
// The same with two rows at a time.
// RUN: npuprof-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-rows.mlir \
// RUN:   --transform-interpreter --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  %eps0 = arith.constant 0.0 : f32
  %eps11 = arith.constant 11.0 : f32

  // gamma = [10, 5]. [1, 7]: mean square (1 + 49) / 2 = 25; [1, 7] / 5 = [0.2, 1.4].
  // [-4, 4]: mean square 16; [-1, 1]. [6, 8]: mean square 50; [0.848528, 1.13137].
  // CHECK:      2, 7
  // CHECK-NEXT: -10, 5
  // CHECK-NEXT: 8.48528, 5.65685
  %x0 = arith.constant dense<[[1.0, 7.0], [-4.0, 4.0], [6.0, 8.0]]> : tensor<3x2xf32>
  %g0 = arith.constant dense<[10.0, 5.0]> : tensor<2xf32>
  %i0 = tensor.empty() : tensor<3x2xf32>
  %y0 = npu.rms_norm ins(%x0 : tensor<3x2xf32>) gamma(%g0 : tensor<2xf32>) eps(%eps0 : f32)
          outs(%i0 : tensor<3x2xf32>)
  %u0 = tensor.cast %y0 : tensor<3x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()

  // No row dims, eps = 11: [1, 7] / sqrt(25 + 11) = [0.166667, 1.16667].
  // CHECK: [0.166667, 1.16667]
  %x1 = arith.constant dense<[1.0, 7.0]> : tensor<2xf32>
  %i1 = tensor.empty() : tensor<2xf32>
  %y1 = npu.rms_norm ins(%x1 : tensor<2xf32>) eps(%eps11 : f32) outs(%i1 : tensor<2xf32>)
  %u1 = tensor.cast %y1 : tensor<2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()

  // 300 * 300 is more than f16 holds (65504).
  // CHECK: 1, 1
  %x2 = arith.constant dense<300.0> : tensor<1x2xf16>
  %i2 = tensor.empty() : tensor<1x2xf16>
  %y2 = npu.rms_norm ins(%x2 : tensor<1x2xf16>) eps(%eps0 : f32) outs(%i2 : tensor<1x2xf16>)
  %e2 = arith.extf %y2 : tensor<1x2xf16> to tensor<1x2xf32>
  %u2 = tensor.cast %e2 : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u2) : (tensor<*xf32>) -> ()

  // A sum in bf16 would stop at 256, where the next number is 258: mean square 0.5.
  // CHECK: [1]
  %x3 = arith.constant dense<1.0> : tensor<1x512xbf16>
  %i3 = tensor.empty() : tensor<1x512xbf16>
  %y3 = npu.rms_norm ins(%x3 : tensor<1x512xbf16>) eps(%eps0 : f32) outs(%i3 : tensor<1x512xbf16>)
  %s3 = tensor.extract_slice %y3[0, 0] [1, 1] [1, 1] : tensor<1x512xbf16> to tensor<1xbf16>
  %e3 = arith.extf %s3 : tensor<1xbf16> to tensor<1xf32>
  %u3 = tensor.cast %e3 : tensor<1xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u3) : (tensor<*xf32>) -> ()

  return
}
