// RUN: npuprof-opt %s --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s
// The same with two rows at a time.
// RUN: npuprof-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-rows.mlir \
// RUN:   --transform-interpreter --npuprof-lower-to-linalg | %lower_to_llvm | %run_main | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefF64(tensor<*xf64>)

func.func @affine(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %eps = arith.constant 0.0 : f32
  %0 = npu.layer_norm ins(%x : tensor<?x?xf32>) gamma(%g : tensor<?xf32>) beta(%b : tensor<?xf32>)
         eps(%eps : f32) outs(%x : tensor<?x?xf32>)
  return %0 : tensor<?x?xf32>
}

func.func @main() {
  %eps0 = arith.constant 0.0 : f32
  %eps12 = arith.constant 12.0 : f64

  // gamma = [1, 2, 3, 4], beta = [0, 0, 0, 1].
  // [1, 2, 3, 4]: mean 2.5, variance (2.25 + 0.25 + 0.25 + 2.25) / 4 = 1.25, 1/sqrt(1.25) = 0.894427;
  //   normalised [-1.34164, -0.447214, 0.447214, 1.34164].
  // [2, 2, 6, 6]: mean 4, variance 4; normalised [-1, -1, 1, 1].
  // [0, 0, 0, 4]: mean 1, variance (1 + 1 + 1 + 9) / 4 = 3, 1/sqrt(3) = 0.57735;
  //   normalised [-0.57735, -0.57735, -0.57735, 1.73205].
  // CHECK:      -1.34164, -0.894427, 1.34164, 6.36656
  // CHECK-NEXT: -1, -2, 3, 5
  // CHECK-NEXT: -0.57735, -1.1547, -1.73205, 7.9282
  %x0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [2.0, 2.0, 6.0, 6.0], [0.0, 0.0, 0.0, 4.0]]> : tensor<3x4xf32>
  %g0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b0 = arith.constant dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32>
  %x0d = tensor.cast %x0 : tensor<3x4xf32> to tensor<?x?xf32>
  %g0d = tensor.cast %g0 : tensor<4xf32> to tensor<?xf32>
  %b0d = tensor.cast %b0 : tensor<4xf32> to tensor<?xf32>
  %y0 = func.call @affine(%x0d, %g0d, %b0d) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %u0 = tensor.cast %y0 : tensor<?x?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()

  // Over two axes, with eps = 12: mean 4, 1/sqrt(4 + 12) = 0.25.
  // CHECK:      -0.5, -0.5
  // CHECK-NEXT: 0.5, 0.5
  %x1 = arith.constant dense<[[[2.0, 2.0], [6.0, 6.0]]]> : tensor<1x2x2xf32>
  %i1 = tensor.empty() : tensor<1x2x2xf32>
  %y1 = npu.layer_norm ins(%x1 : tensor<1x2x2xf32>) eps(%eps12 : f64) {norm_rank = 2}
          outs(%i1 : tensor<1x2x2xf32>)
  %u1 = tensor.cast %y1 : tensor<1x2x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()

  // f64 throughout: in f32 the neighbour of 1e8 is 1e8 + 8, and the row would be constant.
  // CHECK: -1.34164, -0.447214, 0.447214, 1.34164
  %x2 = arith.constant dense<[[100000001.0, 100000002.0, 100000003.0, 100000004.0]]> : tensor<1x4xf64>
  %i2 = tensor.empty() : tensor<1x4xf64>
  %y2 = npu.layer_norm ins(%x2 : tensor<1x4xf64>) eps(%eps0 : f32) outs(%i2 : tensor<1x4xf64>)
  %u2 = tensor.cast %y2 : tensor<1x4xf64> to tensor<*xf64>
  func.call @printMemrefF64(%u2) : (tensor<*xf64>) -> ()

  return
}
