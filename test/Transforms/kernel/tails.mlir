// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s
// RUN: %run_both %s --expect-op npu.kernel

// Tails: a contraction or convolution and the elementwise work on its output
// tile; what its weights are made of in front.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Bias, activation and residual behind a matmul. The sums of rows need all of a
// row and stay outside.
// CHECK-LABEL: func.func @matmul_tail(
// CHECK: %[[K:.*]] = npu.kernel "matmul_add_maximum_add" -> tensor<8x16xf32> {
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: npu.yield
// CHECK: linalg.generic {{.*}} ins(%[[K]] :
func.func @matmul_tail(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>, %bias: tensor<16xf32>, %res: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %er = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<8x16xf32>, tensor<16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %z : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  %3 = linalg.add ins(%2, %res : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%3 : tensor<8x16xf32>) outs(%fr : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %3, %4 : tensor<8x16xf32>, tensor<8xf32>
}

// Work in front of a contraction would be done again for each tile.
// CHECK-LABEL: func.func @work_in_front(
// CHECK: npu.kernel "exp_tanh"
// CHECK: npu.yield
// CHECK: linalg.matmul
// CHECK-NOT: npu.kernel
func.func @work_in_front(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = math.exp %x : tensor<8x32xf32>
  %1 = math.tanh %0 : tensor<8x32xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// A transposed weight is read transposed: no kernel is needed for that.
// CHECK-LABEL: func.func @transposed_weight(
// CHECK-NOT: npu.kernel
// CHECK: linalg.matmul indexing_maps = [#{{.*}}] ins(%arg0, %arg1 : tensor<8x32xf32>, tensor<16x32xf32>)
// CHECK-NEXT: return
func.func @transposed_weight(%x: tensor<8x32xf32>, %w: tensor<16x32xf32>) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %et = tensor.empty() : tensor<32x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x32xf32>) outs(%et : tensor<32x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// With a tail too. The transposed activation is needed elsewhere and stays.
// CHECK-LABEL: func.func @transposed_both(
// CHECK: linalg.transpose
// CHECK: npu.kernel "matmul_exp"
// CHECK: linalg.matmul indexing_maps
func.func @transposed_both(%x: tensor<32x8xf32>, %w: tensor<16x32xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %ex = tensor.empty() : tensor<8x32xf32>
  %et = tensor.empty() : tensor<32x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %tx = linalg.transpose ins(%x : tensor<32x8xf32>) outs(%ex : tensor<8x32xf32>) permutation = [1, 0]
  %t = linalg.transpose ins(%w : tensor<16x32xf32>) outs(%et : tensor<32x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%tx, %t : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = math.exp %0 : tensor<8x16xf32>
  return %1, %tx : tensor<8x16xf32>, tensor<8x32xf32>
}

// int8 weights: zero point, scale of each column, and the transpose, all in
// front of the matmul.
// CHECK-LABEL: func.func @dequantised(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: npu.kernel "{{.*}}matmul_add"
// CHECK-NOT: npu.kernel
// CHECK: return
func.func @dequantised(%x: tensor<8x32xf32>, %w: tensor<16x32xi8>, %zp: tensor<16xi8>, %scale: tensor<16xf32>, %bias: tensor<8x16xf32>)
    -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %ew = tensor.empty() : tensor<16x32xf32>
  %et = tensor.empty() : tensor<32x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %zp : tensor<16x32xi8>, tensor<16xi8>) outs(%ew : tensor<16x32xf32>) {
  ^bb0(%a: i8, %b: i8, %o: f32):
    %wide = arith.extsi %a : i8 to i32
    %zero = arith.extsi %b : i8 to i32
    %s = arith.subi %wide, %zero : i32
    %v = arith.sitofp %s : i32 to f32
    linalg.yield %v : f32
  } -> tensor<16x32xf32>
  %m = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %scale : tensor<16x32xf32>, tensor<16xf32>) outs(%ew : tensor<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16x32xf32>
  %t = linalg.transpose ins(%m : tensor<16x32xf32>) outs(%et : tensor<32x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = arith.addf %0, %bias : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// Quantisation behind a matmul.
// CHECK-LABEL: func.func @quantised(
// CHECK: npu.kernel "matmul_{{.*}}" -> tensor<8x16xi8>
// CHECK-NOT: npu.kernel
// CHECK: return
func.func @quantised(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>, %scale: tensor<8x16xf32>) -> tensor<8x16xi8> {
  %z = arith.constant 0.0 : f32
  %low = arith.constant dense<-128.0> : tensor<8x16xf32>
  %high = arith.constant dense<127.0> : tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = arith.mulf %0, %scale : tensor<8x16xf32>
  %2 = math.roundeven %1 : tensor<8x16xf32>
  %3 = arith.maximumf %2, %low : tensor<8x16xf32>
  %4 = arith.minimumf %3, %high : tensor<8x16xf32>
  %5 = arith.fptosi %4 : tensor<8x16xf32> to tensor<8x16xi8>
  return %5 : tensor<8x16xi8>
}

// Two matmuls that meet: the later one takes the work behind both.
// CHECK-LABEL: func.func @gate_and_up(
// CHECK: npu.kernel "matmul_exp"
// CHECK: npu.kernel "matmul_mul"
func.func @gate_and_up(%x: tensor<8x32xf32>, %g: tensor<32x16xf32>, %u: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.matmul ins(%x, %g : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = math.exp %0 : tensor<8x16xf32>
  %2 = linalg.matmul ins(%x, %u : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %3 = arith.mulf %1, %2 : tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}

// A convolution with batch norm, residual and ReLU on the other layout, as
// torch exports it: the statistics of each channel and both transposes of
// activations are in the kernel, which has a result in each layout.
// CHECK-LABEL: func.func @conv_bn_relu(
// CHECK: %[[K:.*]]:2 = npu.kernel "conv2d_{{.*}}" -> tensor<1x6x6x4xf32>, tensor<1x4x6x6xf32>
// CHECK-NOT: npu.kernel
// CHECK: return %[[K]]#0, %[[K]]#1
func.func @conv_bn_relu(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %bias: tensor<4xf32>, %mean: tensor<1x4x1x1xf32>,
                        %var: tensor<4x1x1xf32>, %gamma: tensor<1x4x1x1xf32>, %beta: tensor<1x4x1x1xf32>, %res: tensor<1x4x6x6xf32>)
    -> (tensor<1x6x6x4xf32>, tensor<1x4x6x6xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eps = "tosa.const"() <{values = dense<1.0e-5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %shape = tosa.const_shape {values = dense<[1, 4, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %wt = tosa.transpose %w {perms = array<i32: 0, 2, 3, 1>} : (tensor<4x3x3x3xf32>) -> tensor<4x3x3x3xf32>
  %c = tosa.conv2d %x, %wt, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  %t = tosa.transpose %c {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x6x6x4xf32>) -> tensor<1x4x6x6xf32>
  %0 = tosa.sub %t, %mean : (tensor<1x4x6x6xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x6x6xf32>
  %1 = tosa.add %var, %eps : (tensor<4x1x1xf32>, tensor<1x1x1xf32>) -> tensor<4x1x1xf32>
  %2 = tosa.rsqrt %1 : (tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  %3 = tosa.reshape %2, %shape : (tensor<4x1x1xf32>, !tosa.shape<4>) -> tensor<1x4x1x1xf32>
  %4 = tosa.mul %0, %3, %shift : (tensor<1x4x6x6xf32>, tensor<1x4x1x1xf32>, tensor<1xi8>) -> tensor<1x4x6x6xf32>
  %5 = tosa.mul %4, %gamma, %shift : (tensor<1x4x6x6xf32>, tensor<1x4x1x1xf32>, tensor<1xi8>) -> tensor<1x4x6x6xf32>
  %6 = tosa.add %5, %beta : (tensor<1x4x6x6xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x6x6xf32>
  %7 = tosa.add %6, %res : (tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %8 = tosa.clamp %7 {max_val = 3.40282347E+38 : f32, min_val = 0.0 : f32} : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %9 = tosa.transpose %8 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x4x6x6xf32>) -> tensor<1x6x6x4xf32>
  return %9, %8 : tensor<1x6x6x4xf32>, tensor<1x4x6x6xf32>
}

// The same in linalg.
// CHECK-LABEL: func.func @linalg_conv(
// CHECK: npu.kernel "conv_2d_nchw_fchw_{{.*}}" -> tensor<1x4x6x6xf32>
// CHECK-NOT: npu.kernel
// CHECK: return
func.func @linalg_conv(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %res: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %z = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : tensor<1x4x6x6xf32>
  %e = tensor.empty() : tensor<1x4x6x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%f : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %1 = arith.addf %0, %res : tensor<1x4x6x6xf32>
  %2 = arith.maximumf %1, %zero : tensor<1x4x6x6xf32>
  return %2 : tensor<1x4x6x6xf32>
}

// A transpose behind a matmul that no elementwise work follows stays outside.
// CHECK-LABEL: func.func @transpose_behind(
// CHECK: %[[K:.*]] = npu.kernel "matmul_exp" -> tensor<8x16xf32>
// CHECK: npu.yield
// CHECK: linalg.transpose ins(%[[K]]
func.func @transpose_behind(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>) -> tensor<16x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %et = tensor.empty() : tensor<16x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = math.exp %0 : tensor<8x16xf32>
  %2 = linalg.transpose ins(%1 : tensor<8x16xf32>) outs(%et : tensor<16x8xf32>) permutation = [1, 0]
  return %2 : tensor<16x8xf32>
}
