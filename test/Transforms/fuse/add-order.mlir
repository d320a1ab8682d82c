// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.add_rms_norm

// A residual add in front of the norm whose sum has users elsewhere in the
// block: the fused operation must stand where all it reads is there and all
// that read it follow.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// A user of the sum stands between the add and the norm.
// REFERENCE @sum_user_before_norm: s = a0 + a1; rms_norm(s, a2, 1e-5); s * s
// CHECK-LABEL: func.func @sum_user_before_norm(
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: linalg.square ins(%[[S]] :
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @sum_user_before_norm(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                                %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %used = linalg.square ins(%s : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
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
  return %y, %used : tensor<5x16xf32>, tensor<5x16xf32>
}

// Gamma is computed after the sum's other user, but not from it: it can be
// moved up.
// REFERENCE @gamma_after_sum_user: s = a0 + a1; rms_norm(s, a2 * a2, 1e-5); s * s
// CHECK-LABEL: func.func @gamma_after_sum_user(
// CHECK: npu.add_rms_norm ins(
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @gamma_after_sum_user(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                                %g: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e16 = tensor.empty() : tensor<16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %used = linalg.square ins(%s : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma = linalg.square ins(%g : tensor<16xf32>)
      outs(%e16 : tensor<16xf32>) -> tensor<16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
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
  return %y, %used : tensor<5x16xf32>, tensor<5x16xf32>
}

// Two norms of one sum: one takes the add, the other reads its second
// result.
// REFERENCE @two_norms_of_one_sum: s = a0 + a1; rms_norm(s, a2, 1e-5); rms_norm(s, a3, 1e-5)
// CHECK-LABEL: func.func @two_norms_of_one_sum(
// CHECK-NOT: {{math\.|linalg\.}}
// CHECK: npu.add_rms_norm ins(
// CHECK: npu.rms_norm ins(
// CHECK: return
func.func @two_norms_of_one_sum(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                                %gamma: tensor<16xf32>, %gamma2: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
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
  %sq_sum2 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %y2 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %sq_sum2, %gamma2 : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %m = arith.divf %b0, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a0, %r : f32
    %y0 = arith.mulf %h, %c : f32
    linalg.yield %y0 : f32
  } -> tensor<5x16xf32>
  return %y, %y2 : tensor<5x16xf32>, tensor<5x16xf32>
}

// Two norms of one value share the statistics and differ in gamma alone.
// Either both become operators, or none.
// REFERENCE @shared_statistics: rms_norm(a0, a1, 1e-5); rms_norm(a0, a2, 1e-5)
func.func @shared_statistics(%a: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                             %gamma2: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
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
      ins(%a, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a0, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %y2 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %rstd, %gamma2 : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a0, %b : f32
    %y0 = arith.mulf %h, %c : f32
    linalg.yield %y0 : f32
  } -> tensor<5x16xf32>
  return %y, %y2 : tensor<5x16xf32>, tensor<5x16xf32>
}

// Pre-norm blocks: the stream runs through every sum; the first norm has no
// add.
// REFERENCE @chain_of_residual_blocks: h = a0 + matmul(rms_norm(a0, a3, 1e-5), a1); k = h + matmul(rms_norm(h, a4, 1e-5), a2); rms_norm(k, a5, 1e-5)
// CHECK-LABEL: func.func @chain_of_residual_blocks(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg3 : tensor<16xf32>)
// CHECK: %[[M1:.+]] = linalg.matmul
// CHECK: %[[Y1:.+]], %[[S1:.+]] = npu.add_rms_norm ins({{%arg0, .*|.*, %arg0}} :
// CHECK: %[[M2:.+]] = linalg.matmul ins(%[[Y1]],
// CHECK: %[[Y2:.+]], %{{.+}} = npu.add_rms_norm ins(%{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg5 :
// CHECK: return %[[Y2]]
func.func @chain_of_residual_blocks(%x: tensor<5x16xf32>, %w1: tensor<16x16xf32>,
                                    %w2: tensor<16x16xf32>, %g1: tensor<16xf32>,
                                    %g2: tensor<16xf32>, %g3: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq1 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y1 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq1, %g1 : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %p1 = linalg.matmul ins(%y1, %w1 : tensor<5x16xf32>, tensor<16x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %x1 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %p1 : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %sq2 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x1 : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y2 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x1, %sq2, %g2 : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %p2 = linalg.matmul ins(%y2, %w2 : tensor<5x16xf32>, tensor<16x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %x2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x1, %p2 : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %sq3 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x2 : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y3 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x2, %sq3, %g3 : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y3 : tensor<5x16xf32>
}
