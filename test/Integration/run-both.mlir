// The harness itself: equal models pass; a wrong epsilon, a missing operation
// and a wrong claim about the model are found.

// RUN: %run_both %s --opt mlir-opt --passes="--canonicalize --cse" --dim 4 | FileCheck %s
// CHECK: @rms_norm result 0 (tensor<?x16xf32>): largest error
// CHECK: @rms_norm result 0 (tensor<?x16xf32>): {{.*}} from the reference
// CHECK: @rms_norm: is not rms_norm(a0, a1, 1e-2)
// CHECK: @other_types result 0 (tensor<3x2xi32>): largest error 0, limit 0
// CHECK: @other_types result 3 (tensor<4xbf16>): largest error 0
// CHECK: 2 functions agree

// RUN: not %run_both %s --against %S/Inputs/run-both-wrong-epsilon.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: @rms_norm result 0 (tensor<?x16xf32>): differs by {{.*}} became

// RUN: not %run_both %s --opt mlir-opt --passes=--cse --expect-op npu.rms_norm 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: the tuned model has no npu.rms_norm

// RUN: not %run_both %s --opt mlir-opt --passes=--cse --forbid-op linalg.generic 2>&1 | FileCheck %s --check-prefix=FORBIDDEN
// FORBIDDEN: error: the tuned model has linalg.generic

// RUN: not %run_both %s --opt mlir-opt --passes=--cse --reference "@rms_norm: rms_norm(a0, a1, 1e-4)" 2>&1 | FileCheck %s --check-prefix=CLAIM
// CLAIM: error: @rms_norm result 0 (tensor<?x16xf32>): the model as written is {{.*}} off its reference

// RUN: not %run_both %s --opt mlir-opt --passes=--cse --reference "@rms_norm: layer_norm(a0, a7)" 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: reference 'layer_norm(a0, a7)': name 'a7' is not defined

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#last2 = affine_map<(d0, d1) -> (d1)>

// REFERENCE @rms_norm: rms_norm(a0, a1, 1e-5)
// DIFFERS @rms_norm: rms_norm(a0, a1, 1e-2)
func.func @rms_norm(%x: tensor<?x16xf32>, %gamma: tensor<16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x16xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %init = tensor.empty(%rows) : tensor<?x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<?x16xf32>, tensor<?xf32>, tensor<16xf32>) outs(%init : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

func.func @other_types(%a: tensor<3x2xi32>, %b: tensor<2xi1>, %i: index, %c: tensor<4xbf16>, %s: f16)
    -> (tensor<3x2xi32>, tensor<2xi1>, index, tensor<4xbf16>, f16) {
  %0 = arith.addi %a, %a : tensor<3x2xi32>
  %1 = arith.addf %c, %c : tensor<4xbf16>
  return %0, %b, %i, %1, %s : tensor<3x2xi32>, tensor<2xi1>, index, tensor<4xbf16>, f16
}
