// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 explain disable=kernel" 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=TABLE < %t.log
// RUN: %run_both %s --expect-op npu.add_rms_norm npu.rms_norm

// Residual adds of a scaled branch: x + alpha * y.

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#last2 = affine_map<(d0, d1) -> (d1)>

// The scaling is an operation of its own: it stays, as what the operator reads.
// REFERENCE @scaled_by_itself: s = a0 + 0.25 * a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @scaled_by_itself(
// CHECK: %[[SCALED:.+]] = arith.mulf
// CHECK-NOT: arith.addf
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%arg0, %[[SCALED]] : tensor<5x16xf32>, tensor<5x16xf32>)
// CHECK: return %[[Y]], %[[S]]
func.func @scaled_by_itself(%x: tensor<5x16xf32>, %y: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %alpha = arith.constant dense<2.500000e-01> : tensor<5x16xf32>
  %scaled = arith.mulf %y, %alpha : tensor<5x16xf32>
  %s = arith.addf %x, %scaled : tensor<5x16xf32>
  %sq = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %t = arith.addf %q, %o : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %sq, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %g: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.addf %m, %eps : f32
    %w = math.rsqrt %p : f32
    %h = arith.mulf %a, %w : f32
    %v = arith.mulf %h, %g : f32
    linalg.yield %v : f32
  } -> tensor<5x16xf32>
  return %r, %s : tensor<5x16xf32>, tensor<5x16xf32>
}

// One body scales and adds: alpha * y is no value that the operator could read.
// The norm alone is replaced, and reads the sum.
// TABLE: npu.rms_norm
// REFERENCE @scaled_in_the_add: s = a0 + 0.25 * a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @scaled_in_the_add(
// CHECK: %[[SUM:.+]] = linalg.generic
// CHECK: %[[Y:.+]] = npu.rms_norm ins(%[[SUM]] : tensor<5x16xf32>)
// CHECK: return %[[Y]], %[[SUM]]
func.func @scaled_in_the_add(%x: tensor<5x16xf32>, %y: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %alpha = arith.constant 2.500000e-01 : f32
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %b, %alpha : f32
    %t = arith.addf %a, %q : f32
    linalg.yield %t : f32
  } -> tensor<5x16xf32>
  %sq = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %t = arith.addf %q, %o : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %sq, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %g: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.addf %m, %eps : f32
    %w = math.rsqrt %p : f32
    %h = arith.mulf %a, %w : f32
    %v = arith.mulf %h, %g : f32
    linalg.yield %v : f32
  } -> tensor<5x16xf32>
  return %r, %s : tensor<5x16xf32>, tensor<5x16xf32>
}

// Nothing but the add: no operator, and no harm.
// REFERENCE @alone: a0 + 0.25 * a1
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: npu.
// CHECK: return
func.func @alone(%x: tensor<5x16xf32>, %y: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %alpha = arith.constant dense<2.500000e-01> : tensor<5x16xf32>
  %scaled = arith.mulf %y, %alpha : tensor<5x16xf32>
  %s = arith.addf %x, %scaled : tensor<5x16xf32>
  return %s : tensor<5x16xf32>
}
