// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm npu.add_layer_norm

// Norms over two trailing axes, over transposed values, and over views.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#d1_d0_d2_of3 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#d1_d2_of3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#first3 = affine_map<(d0, d1, d2) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#middle_unit_keep3 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#row3 = affine_map<(d0, d1, d2) -> (d0, d1)>

// REFERENCE @layer_norm_two_axes: layer_norm(a0, a1, a2, 1e-5, 2)
// CHECK-LABEL: func.func @layer_norm_two_axes(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<3x4x8xf32>) gamma(%arg1 : tensor<4x8xf32>) beta(%arg2 : tensor<4x8xf32>) eps(%{{.+}} : f32) {norm_rank = 2 : i64} outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_two_axes(%x: tensor<3x4x8xf32>, %gamma: tensor<4x8xf32>,
                               %beta: tensor<4x8xf32>)
    -> tensor<3x4x8xf32> {
  %n = arith.constant 3.200000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3 = tensor.empty() : tensor<3xf32>
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #first3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x4x8xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #first3, #first3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %sum : tensor<3x4x8xf32>, tensor<3xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id3, #first3, #first3, #d1_d2_of3, #d1_d2_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<3x4x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.subf %a, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}

// REFERENCE @add_layer_norm_two_axes: layer_norm(a0 + a1, a2, a3, 1e-5, 2)
// CHECK-LABEL: func.func @add_layer_norm_two_axes(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_layer_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<3x4x8xf32>, tensor<3x4x8xf32>) gamma(%arg2 : tensor<4x8xf32>) beta(%arg3 : tensor<4x8xf32>) eps(%{{.+}} : f32) {norm_rank = 2 : i64} outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @add_layer_norm_two_axes(%a: tensor<3x4x8xf32>, %b: tensor<3x4x8xf32>,
                                   %gamma: tensor<4x8xf32>,
                                   %beta: tensor<4x8xf32>)
    -> tensor<3x4x8xf32> {
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %n = arith.constant 3.200000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3 = tensor.empty() : tensor<3xf32>
  %s = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<3x4x8xf32>, tensor<3x4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<3x4x8xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #first3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%s : tensor<3x4x8xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s0 = arith.addf %a0, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<3xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #first3, #first3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%s, %sum : tensor<3x4x8xf32>, tensor<3xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %m = arith.divf %b0, %n : f32
    %c = arith.subf %a0, %m : f32
    %q = arith.mulf %c, %c : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id3, #first3, #first3, #d1_d2_of3, #d1_d2_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %sum, %sq_sum, %gamma, %beta : tensor<3x4x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %m = arith.divf %b0, %n : f32
    %p = arith.subf %a0, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}

// REFERENCE @rms_norm_two_axes_keepdim: rms_norm(a0, a1, 1e-5, 2)
// CHECK-LABEL: func.func @rms_norm_two_axes_keepdim(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<3x4x8xf32>) gamma(%arg1 : tensor<4x8xf32>) eps(%{{.+}} : f32) {norm_rank = 2 : i64} outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_two_axes_keepdim(%x: tensor<3x4x8xf32>,
                                     %gamma: tensor<4x8xf32>)
    -> tensor<3x4x8xf32> {
  %n = arith.constant 3.200000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e3x1x1 = tensor.empty() : tensor<3x1x1xf32>
  %squared = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3x4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<3x4x8xf32>
  %f3x1x1 = linalg.fill ins(%zero : f32) outs(%e3x1x1 : tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #middle_unit_keep3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%squared : tensor<3x4x8xf32>) outs(%f3x1x1 : tensor<3x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x1x1xf32>
  %rstd = linalg.generic {indexing_maps = [#middle_unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<3x1x1xf32>) outs(%e3x1x1 : tensor<3x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<3x1x1xf32>
  %scaled = linalg.generic {indexing_maps = [#id3, #middle_unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd : tensor<3x4x8xf32>, tensor<3x1x1xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<3x4x8xf32>
  %y = linalg.generic {indexing_maps = [#id3, #d1_d2_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<3x4x8xf32>, tensor<4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}

// The two axes are summed by two reductions. Recognising it is not asked
// for; it must stay right.
// REFERENCE @rms_norm_two_axes_reduced_one_by_one: rms_norm(a0, a1, 1e-5, 2)
func.func @rms_norm_two_axes_reduced_one_by_one(%x: tensor<3x4x8xf32>,
                                                %gamma: tensor<4x8xf32>)
    -> tensor<3x4x8xf32> {
  %n = arith.constant 3.200000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3x4 = tensor.empty() : tensor<3x4xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %f3x4 = linalg.fill ins(%zero : f32) outs(%e3x4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %part = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x4x8xf32>) outs(%f3x4 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%part : tensor<3x4xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id3, #first3, #d1_d2_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<3x4x8xf32>, tensor<3xf32>, tensor<4x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}

// The normalised value is a transpose: its last axis is meant, the first of
// the argument.
// REFERENCE @layer_norm_of_transposed: layer_norm(transpose(a0, 1, 0), a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_of_transposed(
// CHECK-NOT: {{math\.}}
// CHECK: npu.layer_norm ins(%{{.+}} : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>)
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @layer_norm_of_transposed(%x: tensor<16x5xf32>, %gamma: tensor<16xf32>,
                                    %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %rows = linalg.transpose ins(%x : tensor<16x5xf32>) outs(%e5x16 : tensor<5x16xf32>) permutation = [1, 0]
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%rows : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%rows, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
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

// Batch and sequence are exchanged by a generic that only yields.
// REFERENCE @rms_norm_of_transposing_generic: rms_norm(transpose(a0, 1, 0, 2), a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_of_transposing_generic(
// CHECK-NOT: {{math\.}}
// CHECK: npu.rms_norm ins(%{{.+}} : tensor<3x4x8xf32>) gamma(%arg1 : tensor<8xf32>)
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @rms_norm_of_transposing_generic(%x: tensor<4x3x8xf32>,
                                           %gamma: tensor<8xf32>)
    -> tensor<3x4x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e3x4 = tensor.empty() : tensor<3x4xf32>
  %turned = linalg.generic {indexing_maps = [#d1_d0_d2_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<4x3x8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<3x4x8xf32>
  %f3x4 = linalg.fill ins(%zero : f32) outs(%e3x4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%turned : tensor<3x4x8xf32>) outs(%f3x4 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  %y = linalg.generic {indexing_maps = [#id3, #row3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%turned, %sq_sum, %gamma : tensor<3x4x8xf32>, tensor<3x4xf32>, tensor<8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}

// Normalised over two axes, scaled along the last one only: gamma has to be
// widened, or stay outside.
// REFERENCE @rms_norm_two_axes_gamma_on_last: rms_norm(a0, a1, 1e-5, 2)
// CHECK-LABEL: func.func @rms_norm_two_axes_gamma_on_last(
// CHECK-NOT: {{math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<3x4x8xf32>)
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @rms_norm_two_axes_gamma_on_last(%x: tensor<3x4x8xf32>,
                                           %gamma: tensor<8xf32>)
    -> tensor<3x4x8xf32> {
  %n = arith.constant 3.200000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3 = tensor.empty() : tensor<3xf32>
  %e3x4x8 = tensor.empty() : tensor<3x4x8xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #first3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x4x8xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %scaled = linalg.generic {indexing_maps = [#id3, #first3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sq_sum : tensor<3x4x8xf32>, tensor<3xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<3x4x8xf32>
  %y = linalg.generic {indexing_maps = [#id3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<3x4x8xf32>, tensor<8xf32>) outs(%e3x4x8 : tensor<3x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<3x4x8xf32>
  return %y : tensor<3x4x8xf32>
}
