// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.rms_norm

// RMSNorm written with linalg.generic.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#keep2 = affine_map<(d0, d1) -> (d0, 0)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#swap2 = affine_map<(d0, d1) -> (d1, d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#unit3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#unit_keep3 = affine_map<(d0, d1, d2) -> (0, d1, 0)>

// One generic per step, unit dim read at 0, widened by generics that only
// yield.
// REFERENCE @keepdim_unit_maps: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @keepdim_unit_maps(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @keepdim_unit_maps(%x: tensor<1x5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps64 = arith.constant 1.000000e-05 : f64
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %squared = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %x : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<1x5x16xf32>
  %f1x5x1 = linalg.fill ins(%zero : f32) outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x5x1xf32>
  %mean_sq = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %plus_eps = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mean_sq : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = arith.truncf %eps64 : f64 to f32
    %v = arith.addf %a, %e : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%plus_eps : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
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
      ins(%x, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %y = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// Square inside the reduction, everything else in one generic.
// REFERENCE @rank_reduced_square_inside: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rank_reduced_square_inside(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rank_reduced_square_inside(%x: tensor<5x16xf32>,
                                      %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// A few generics of medium size.
// REFERENCE @rank_reduced_steps: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rank_reduced_steps(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rank_reduced_steps(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
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
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// No scale.
// REFERENCE @keepdim_no_gamma: rms_norm(a0, eps=1e-5)
// CHECK-LABEL: func.func @keepdim_no_gamma(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @keepdim_no_gamma(%x: tensor<5x16xf32>) -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5x1 = tensor.empty() : tensor<5x1xf32>
  %squared = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<5x16xf32>
  %f5x1 = linalg.fill ins(%zero : f32) outs(%e5x1 : tensor<5x1xf32>) -> tensor<5x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #keep2], iterator_types = ["parallel", "reduction"]}
      ins(%squared : tensor<5x16xf32>) outs(%f5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sq_sum : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5x1xf32>
  %y = linalg.generic {indexing_maps = [#id2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rstd : tensor<5x16xf32>, tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The loops stand in the other order: the reduction is the outer one.
// REFERENCE @reduction_first_dim_order: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @reduction_first_dim_order(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @reduction_first_dim_order(%x: tensor<5x16xf32>,
                                     %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#swap2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#swap2, #last2, #row2, #swap2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
