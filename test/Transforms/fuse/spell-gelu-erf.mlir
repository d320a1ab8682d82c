// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --dim 3 --dim 5 --expect-op npu.gelu

// GELU with erf.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#unit = affine_map<(d0, d1, d2) -> (0, d1, d2)>

// One generic that divides by sqrt(2); the map of the input writes 0 for the
// dim of size 1.
// REFERENCE @divide_in_one_body: gelu(a0)
// CHECK-LABEL: func.func @divide_in_one_body(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.gelu ins(%arg0 : tensor<1x3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @divide_in_one_body(%x: tensor<1x3x16xf32>) -> tensor<1x3x16xf32> {
  %sqrt2 = arith.constant 1.41421354 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %e = tensor.empty() : tensor<1x3x16xf32>
  %y = linalg.generic {indexing_maps = [#unit, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x3x16xf32>) outs(%e : tensor<1x3x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %sqrt2 : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %in, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1x3x16xf32>
  return %y : tensor<1x3x16xf32>
}

// On tensors, with a product in place of the division and half of x first;
// sizes are known at run time only.
// REFERENCE @multiply_on_tensors: gelu(a0)
// CHECK-LABEL: func.func @multiply_on_tensors(
// CHECK-NOT: {{arith\.(mul|add)|math\.}}
// CHECK: npu.gelu ins(%arg0 : tensor<?x?xf32>) outs(
// CHECK-NOT: {{arith\.(mul|add)|math\.}}
// CHECK: return
func.func @multiply_on_tensors(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %half = arith.constant 5.0e-01 : f32
  %root = arith.constant 0.707106769 : f32
  %one = arith.constant 1.0 : f32
  %halves = tensor.splat %half[%m, %n] : tensor<?x?xf32>
  %roots = tensor.splat %root[%m, %n] : tensor<?x?xf32>
  %ones = tensor.splat %one[%m, %n] : tensor<?x?xf32>
  %0 = arith.mulf %x, %halves : tensor<?x?xf32>
  %1 = arith.mulf %x, %roots : tensor<?x?xf32>
  %2 = math.erf %1 : tensor<?x?xf32>
  %3 = arith.addf %ones, %2 : tensor<?x?xf32>
  %4 = arith.mulf %0, %3 : tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// Named operations; x enters between the factors.
// REFERENCE @named_operations: gelu(a0)
// CHECK-LABEL: func.func @named_operations(
// CHECK-NOT: linalg.
// CHECK: npu.gelu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: linalg.
// CHECK: return
func.func @named_operations(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %sqrt2 = arith.constant dense<1.41421354> : tensor<3x16xf32>
  %one = arith.constant dense<1.0> : tensor<3x16xf32>
  %two = arith.constant dense<2.0> : tensor<3x16xf32>
  %e = tensor.empty() : tensor<3x16xf32>
  %0 = linalg.div ins(%x, %sqrt2 : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %1 = linalg.erf ins(%0 : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %2 = linalg.add ins(%1, %one : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %3 = linalg.mul ins(%x, %2 : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %4 = linalg.div ins(%3, %two : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  return %4 : tensor<3x16xf32>
}

// Constants of f64 that the body rounds.
// REFERENCE @constants_rounded_in_body: gelu(a0)
// CHECK-LABEL: func.func @constants_rounded_in_body(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.gelu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK: return
func.func @constants_rounded_in_body(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %root = arith.constant 0.70710678118654757 : f64
  %half = arith.constant 5.0e-01 : f64
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.truncf %root : f64 to f32
    %h = arith.truncf %half : f64 to f32
    %o = arith.truncf %one : f64 to f32
    %0 = arith.mulf %in, %r : f32
    %1 = math.erf %0 : f32
    %2 = arith.mulf %1, %h : f32
    %3 = arith.addf %2, %h : f32
    %4 = arith.mulf %3, %in : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// f16, widened for the arithmetic and narrowed at the end.
// REFERENCE @widened_f16: f16(gelu(a0))
// CHECK-LABEL: func.func @widened_f16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.gelu ins(%arg0 : tensor<3x16xf16>) outs(%{{.+}} : tensor<3x16xf16>)
// CHECK: return
func.func @widened_f16(%x: tensor<3x16xf16>) -> tensor<3x16xf16> {
  %sqrt2 = arith.constant 1.41421354 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %e = tensor.empty() : tensor<3x16xf16>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf16>) outs(%e : tensor<3x16xf16>) {
  ^bb0(%in: f16, %out: f16):
    %w = arith.extf %in : f16 to f32
    %0 = arith.divf %w, %sqrt2 : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %w, %3 : f32
    %5 = arith.truncf %4 : f32 to f16
    linalg.yield %5 : f16
  } -> tensor<3x16xf16>
  return %y : tensor<3x16xf16>
}

// REFERENCE @f64: gelu(a0)
// CHECK-LABEL: func.func @f64(
// CHECK: math.erf
func.func @f64(%x: tensor<7xf64>) -> tensor<7xf64> {
  %root = arith.constant dense<0.70710678118654757> : tensor<7xf64>
  %half = arith.constant dense<5.0e-01> : tensor<7xf64>
  %one = arith.constant dense<1.0> : tensor<7xf64>
  %0 = arith.mulf %x, %root : tensor<7xf64>
  %1 = math.erf %0 : tensor<7xf64>
  %2 = arith.addf %1, %one : tensor<7xf64>
  %3 = arith.mulf %2, %half : tensor<7xf64>
  %4 = arith.mulf %3, %x : tensor<7xf64>
  return %4 : tensor<7xf64>
}

// tosa, over another shape of the same elements.
// REFERENCE @tosa: reshape(gelu(a0), 1, 3, 16)
// CHECK-LABEL: func.func @tosa(
// CHECK-NOT: tosa.{{mul|erf|add}}
// CHECK: npu.gelu ins(
// CHECK-NOT: tosa.{{mul|erf|add}}
// CHECK: return
func.func @tosa(%x: tensor<3x16xf32>) -> tensor<1x3x16xf32> {
  %shape = tosa.const_shape {values = dense<[1, 3, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %root = "tosa.const"() <{values = dense<0.707106769> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %half = "tosa.const"() <{values = dense<5.0e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %r = tosa.reshape %x, %shape : (tensor<3x16xf32>, !tosa.shape<3>) -> tensor<1x3x16xf32>
  %0 = tosa.mul %r, %root, %shift : (tensor<1x3x16xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x16xf32>
  %1 = tosa.erf %0 : (tensor<1x3x16xf32>) -> tensor<1x3x16xf32>
  %2 = tosa.add %1, %one : (tensor<1x3x16xf32>, tensor<1x1x1xf32>) -> tensor<1x3x16xf32>
  %3 = tosa.mul %r, %half, %shift : (tensor<1x3x16xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x16xf32>
  %4 = tosa.mul %3, %2, %shift : (tensor<1x3x16xf32>, tensor<1x3x16xf32>, tensor<1xi8>) -> tensor<1x3x16xf32>
  return %4 : tensor<1x3x16xf32>
}
