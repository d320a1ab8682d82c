// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm

// LayerNorm written with linalg.generic.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#keep2 = affine_map<(d0, d1) -> (d0, 0)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#unit3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#unit_keep3 = affine_map<(d0, d1, d2) -> (0, d1, 0)>

// One generic per step; the unit dim is read at the constant 0; mean and
// 1/std are kept as 1x5x1 and widened by generics that only yield; epsilon
// is truncated from f64 inside.
// REFERENCE @keepdim_unit_maps: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @keepdim_unit_maps(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @keepdim_unit_maps(%x: tensor<1x5x16xf32>, %gamma: tensor<16xf32>,
                             %beta: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps64 = arith.constant 1.000000e-05 : f64
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %f1x5x1 = linalg.fill ins(%zero : f32) outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x5x1xf32>
  %mean = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<1x5x1xf32>
  %mean_wide = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mean : tensor<1x5x1xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x5x16xf32>
  %centred = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x5x16xf32>
  %squared = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %centred : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<1x5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x5x1xf32>
  %var = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %var_eps = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = arith.truncf %eps64 : f64 to f32
    %v = arith.addf %a, %e : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var_eps : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<1x5x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x5x1xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x5x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %times_gamma = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %y = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%times_gamma, %beta : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.addf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// The same with a batch: identity maps.
// REFERENCE @keepdim_batch: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @keepdim_batch(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<2x5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @keepdim_batch(%x: tensor<2x5x16xf32>, %gamma: tensor<16xf32>,
                         %beta: tensor<16xf32>)
    -> tensor<2x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps64 = arith.constant 1.000000e-05 : f64
  %zero = arith.constant 0.000000e+00 : f32
  %e2x5x1 = tensor.empty() : tensor<2x5x1xf32>
  %e2x5x16 = tensor.empty() : tensor<2x5x16xf32>
  %f2x5x1 = linalg.fill ins(%zero : f32) outs(%e2x5x1 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x5x16xf32>) outs(%f2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<2x5x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<2x5x1xf32>) outs(%e2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<2x5x1xf32>
  %mean_wide = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mean : tensor<2x5x1xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x5x16xf32>
  %centred = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean_wide : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<2x5x16xf32>
  %squared = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %centred : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<2x5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<2x5x16xf32>) outs(%f2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<2x5x1xf32>
  %var = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<2x5x1xf32>) outs(%e2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<2x5x1xf32>
  %var_eps = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var : tensor<2x5x1xf32>) outs(%e2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = arith.truncf %eps64 : f64 to f32
    %v = arith.addf %a, %e : f32
    linalg.yield %v : f32
  } -> tensor<2x5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var_eps : tensor<2x5x1xf32>) outs(%e2x5x1 : tensor<2x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<2x5x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<2x5x1xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x5x16xf32>
  %scaled = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %rstd_wide : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<2x5x16xf32>
  %times_gamma = linalg.generic {indexing_maps = [#id3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<2x5x16xf32>, tensor<16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<2x5x16xf32>
  %y = linalg.generic {indexing_maps = [#id3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%times_gamma, %beta : tensor<2x5x16xf32>, tensor<16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.addf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<2x5x16xf32>
  return %y : tensor<2x5x16xf32>
}

// No scale and no offset.
// REFERENCE @keepdim_no_affine: layer_norm(a0, eps=1e-5)
// CHECK-LABEL: func.func @keepdim_no_affine(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @keepdim_no_affine(%x: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x1 = tensor.empty() : tensor<5x1xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5x1 = linalg.fill ins(%zero : f32) outs(%e5x1 : tensor<5x1xf32>) -> tensor<5x1xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #keep2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5x1xf32>
  %mean_wide = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%mean : tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5x16xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean_wide : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %squared = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %centred : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #keep2], iterator_types = ["parallel", "reduction"]}
      ins(%squared : tensor<5x16xf32>) outs(%f5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %var = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sq_sum : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5x1xf32>
  %var_eps = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%var : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    linalg.yield %v : f32
  } -> tensor<5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%var_eps : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<5x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%rstd : tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Rank-reduced rows; the variance reduction subtracts and squares; all the
// rest is one generic of five inputs.
// REFERENCE @rank_reduced_one_tail: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @rank_reduced_one_tail(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rank_reduced_one_tail(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                                 %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %var, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %p = arith.subf %a, %b : f32
    %v = arith.addf %c, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Rank-reduced rows, a few generics of medium size.
// REFERENCE @rank_reduced_steps: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @rank_reduced_steps(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rank_reduced_steps(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                              %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
