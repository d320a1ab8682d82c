// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 explain" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: %run_both %s --forbid-op npu.add_rms_norm

// The parts of a norm stand in different blocks: refused as across-regions.

// EXPLAIN-COUNT-2: across-regions

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// The sum is computed always, the norm in one branch: the norm alone may
// become an operator, and must stay in its branch.
// CHECK-LABEL: func.func @add_outside_of_branch(
// CHECK-NOT: npu.add_
func.func @add_outside_of_branch(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                                 %gamma: tensor<16xf32>, %flag: i1)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %out = scf.if %flag -> (tensor<5x16xf32>) {
    %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
        ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %q = arith.mulf %a0, %a0 : f32
      %s0 = arith.addf %q, %o : f32
      linalg.yield %s0 : f32
    } -> tensor<5xf32>
    %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
        ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %v = arith.divf %a0, %n : f32
      linalg.yield %v : f32
    } -> tensor<5xf32>
    %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
        ins(%mean_sq : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %v = arith.addf %a0, %eps : f32
      %r = math.rsqrt %v : f32
      linalg.yield %r : f32
    } -> tensor<5xf32>
    %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%s, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
    ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
      %h = arith.mulf %a0, %b0 : f32
      %y = arith.mulf %h, %c : f32
      linalg.yield %y : f32
    } -> tensor<5x16xf32>
    scf.yield %y : tensor<5x16xf32>
  } else {
    scf.yield %s : tensor<5x16xf32>
  }
  return %out : tensor<5x16xf32>
}

// The statistics are computed once, before a loop that scales by them again
// and again.
// CHECK-LABEL: func.func @statistics_outside_of_loop(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @statistics_outside_of_loop(%x: tensor<5x16xf32>,
                                      %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %out = scf.for %i = %c0 to %c3 step %c1 iter_args(%it = %x) -> (tensor<5x16xf32>) {
    %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%x, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
      %h = arith.mulf %a, %b : f32
      %y = arith.mulf %h, %c : f32
      linalg.yield %y : f32
    } -> tensor<5x16xf32>
    %next = linalg.add ins(%it, %y : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
    scf.yield %next : tensor<5x16xf32>
  }
  return %out : tensor<5x16xf32>
}
