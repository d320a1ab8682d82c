// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.silu npu.gelu

// Products that are no gated activation: the function alone becomes an operator.

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#last2 = affine_map<(d0, d1) -> (d1)>

// One factor for each row.
// REFERENCE @up_of_each_row: silu(a0) * reshape(a1, 3, 1)
// CHECK-LABEL: func.func @up_of_each_row(
// CHECK-NOT: npu.{{swiglu|geglu}}
// CHECK: npu.silu ins(%arg0
// CHECK-NOT: npu.
// CHECK: return
func.func @up_of_each_row(%x: tensor<3x16xf32>, %u: tensor<3xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %s = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %u : tensor<3x16xf32>, tensor<3xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.mulf %a0, %a1 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// One factor for each column.
// REFERENCE @up_of_each_column: silu(a0) * a1
// CHECK-LABEL: func.func @up_of_each_column(
// CHECK-NOT: npu.{{swiglu|geglu}}
// CHECK: npu.silu ins(%arg0
// CHECK-NOT: npu.
// CHECK: return
func.func @up_of_each_column(%x: tensor<3x16xf32>, %u: tensor<16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %s = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %u : tensor<3x16xf32>, tensor<16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.mulf %a0, %a1 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// A constant factor.
// REFERENCE @up_constant: silu(a0) * 3.0
// CHECK-LABEL: func.func @up_constant(
// CHECK-NOT: npu.{{swiglu|geglu}}
// CHECK: npu.silu ins(%arg0
// CHECK-NOT: npu.
// CHECK: return
func.func @up_constant(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %c3 = arith.constant 3.0 : f32
  %s = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %c3 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// A sum in place of the product.
// REFERENCE @sum_with_up: gelu(a0) + a1
// CHECK-LABEL: func.func @sum_with_up(
// CHECK-NOT: npu.{{swiglu|geglu}}
// CHECK: npu.gelu ins(%arg0
// CHECK-NOT: npu.
// CHECK: return
func.func @sum_with_up(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %sqrt2 = arith.constant 1.41421354 : f32
  %g = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.divf %a0, %sqrt2 : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%g, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.addf %a0, %a1 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}
