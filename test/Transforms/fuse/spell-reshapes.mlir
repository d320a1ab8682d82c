// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm npu.add_layer_norm

// The norm and its input stand on different shapes of the same values.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#row3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#unit3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#unit_keep3 = affine_map<(d0, d1, d2) -> (0, d1, 0)>

// The square is taken on 5x16, the scaling on 1x5x16.
// REFERENCE @rms_norm_square_on_collapsed: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_square_on_collapsed(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_square_on_collapsed(%x: tensor<1x5x16xf32>,
                                        %gamma: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x5x16xf32> into tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%flat : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %rstd3 = tensor.expand_shape %rstd [[0, 1, 2]] output_shape [1, 5, 1] : tensor<5xf32> into tensor<1x5x1xf32>
  %y = linalg.generic {indexing_maps = [#unit3, #unit_keep3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd3, %gamma : tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// Centred on 1x5x16, scaled on 5x16, and expanded again.
// REFERENCE @layer_norm_collapsed_in_the_middle: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_collapsed_in_the_middle(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_collapsed_in_the_middle(%x: tensor<1x5x16xf32>,
                                              %gamma: tensor<16xf32>,
                                              %beta: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5 = tensor.empty() : tensor<1x5xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f1x5 = linalg.fill ins(%zero : f32) outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x5x16xf32>) outs(%f1x5 : tensor<1x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x5xf32>
  %centred3 = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<1x5x16xf32>, tensor<1x5xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    linalg.yield %c : f32
  } -> tensor<1x5x16xf32>
  %centred = tensor.collapse_shape %centred3 [[0, 1], [2]] : tensor<1x5x16xf32> into tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
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
  %y2 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %y = tensor.expand_shape %y2 [[0, 1], [2]] output_shape [1, 5, 16] : tensor<5x16xf32> into tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// matmul on 5x16, expand, add on 1x5x16; the norm's result is collapsed for
// the next matmul.
// REFERENCE @add_layer_norm_expand_between_matmul_and_add: s = matmul(a0, a1) + a2; layer_norm(reshape(s, 5, 16), a3, a4, 1e-5); s
// CHECK-LABEL: func.func @add_layer_norm_expand_between_matmul_and_add(
// CHECK-NOT: {{math\.}}
// CHECK: npu.add_layer_norm ins(
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @add_layer_norm_expand_between_matmul_and_add(%a: tensor<5x8xf32>,
                                                        %w: tensor<8x16xf32>,
                                                        %skip: tensor<1x5x16xf32>,
                                                        %gamma: tensor<16xf32>,
                                                        %beta: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<1x5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps64 = arith.constant 1.000000e-05 : f64
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%a, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected3 = tensor.expand_shape %projected [[0, 1], [2]] output_shape [1, 5, 16] : tensor<5x16xf32> into tensor<1x5x16xf32>
  %s = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%projected3, %skip : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %s = arith.addf %a0, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x5x16xf32>
  %f1x5x1 = linalg.fill ins(%zero : f32) outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s0 = arith.addf %a0, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<1x5x1xf32>
  %mean = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %m = arith.divf %a0, %n : f32
    linalg.yield %m : f32
  } -> tensor<1x5x1xf32>
  %mean_wide = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mean : tensor<1x5x1xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x5x16xf32>
  %centred = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mean_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %c = arith.subf %a0, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x5x16xf32>
  %squared = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %centred : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %q = arith.mulf %a0, %b : f32
    linalg.yield %q : f32
  } -> tensor<1x5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s0 = arith.addf %a0, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<1x5x1xf32>
  %var = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %v = arith.divf %a0, %n : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %var_eps = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %e = arith.truncf %eps64 : f64 to f32
    %v = arith.addf %a0, %e : f32
    linalg.yield %v : f32
  } -> tensor<1x5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var_eps : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.rsqrt %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x5x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x5x1xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x5x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %h = arith.mulf %a0, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %times_gamma = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %h = arith.mulf %a0, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %y3 = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%times_gamma, %beta : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a0: f32, %b: f32, %o: f32):
    %h = arith.addf %a0, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %y = tensor.collapse_shape %y3 [[0, 1], [2]] : tensor<1x5x16xf32> into tensor<5x16xf32>
  return %y, %s : tensor<5x16xf32>, tensor<1x5x16xf32>
}

// Rows of a batch collapsed into one dim for the norm alone.
// REFERENCE @rms_norm_batch_rows_collapsed: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_batch_rows_collapsed(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_batch_rows_collapsed(%x: tensor<2x5x16xf32>,
                                         %gamma: tensor<16xf32>)
    -> tensor<2x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e10 = tensor.empty() : tensor<10xf32>
  %e10x16 = tensor.empty() : tensor<10x16xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
  %f10 = linalg.fill ins(%zero : f32) outs(%e10 : tensor<10xf32>) -> tensor<10xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%flat : tensor<10x16xf32>) outs(%f10 : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<10xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<10xf32>) outs(%e10 : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<10xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<10xf32>) outs(%e10 : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<10xf32>
  %y2 = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%flat, %rstd, %gamma : tensor<10x16xf32>, tensor<10xf32>, tensor<16xf32>) outs(%e10x16 : tensor<10x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<10x16xf32>
  %y = tensor.expand_shape %y2 [[0, 1], [2]] output_shape [2, 5, 16] : tensor<10x16xf32> into tensor<2x5x16xf32>
  return %y : tensor<2x5x16xf32>
}

// Statistics on 10x16, scaling on 2x5x16.
// REFERENCE @rms_norm_statistics_on_collapsed_batch: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_statistics_on_collapsed_batch(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_statistics_on_collapsed_batch(%x: tensor<2x5x16xf32>,
                                                  %gamma: tensor<16xf32>)
    -> tensor<2x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e10 = tensor.empty() : tensor<10xf32>
  %e2x5x16 = tensor.empty() : tensor<2x5x16xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
  %f10 = linalg.fill ins(%zero : f32) outs(%e10 : tensor<10xf32>) -> tensor<10xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%flat : tensor<10x16xf32>) outs(%f10 : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<10xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<10xf32>) outs(%e10 : tensor<10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<10xf32>
  %rstd2 = tensor.expand_shape %rstd [[0, 1]] output_shape [2, 5] : tensor<10xf32> into tensor<2x5xf32>
  %y = linalg.generic {indexing_maps = [#id3, #row3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd2, %gamma : tensor<2x5x16xf32>, tensor<2x5xf32>, tensor<16xf32>) outs(%e2x5x16 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<2x5x16xf32>
  return %y : tensor<2x5x16xf32>
}

// Normalised over the last axis of an expanded view, as for queries and
// keys.
// REFERENCE @rms_norm_of_each_head: reshape(rms_norm(reshape(a0, 5, 4, 8), a1, 1e-5), 5, 32)
// CHECK-LABEL: func.func @rms_norm_of_each_head(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%{{.+}} : tensor<5x4x8xf32>) gamma(%arg1 : tensor<8xf32>)
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_of_each_head(%x: tensor<5x32xf32>, %gamma: tensor<8xf32>)
    -> tensor<5x32xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x4 = tensor.empty() : tensor<5x4xf32>
  %e5x4x8 = tensor.empty() : tensor<5x4x8xf32>
  %heads = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 4, 8] : tensor<5x32xf32> into tensor<5x4x8xf32>
  %f5x4 = linalg.fill ins(%zero : f32) outs(%e5x4 : tensor<5x4xf32>) -> tensor<5x4xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%heads : tensor<5x4x8xf32>) outs(%f5x4 : tensor<5x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x4xf32>
  %y3 = linalg.generic {indexing_maps = [#id3, #row3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%heads, %sq_sum, %gamma : tensor<5x4x8xf32>, tensor<5x4xf32>, tensor<8xf32>) outs(%e5x4x8 : tensor<5x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x4x8xf32>
  %y = tensor.collapse_shape %y3 [[0], [1, 2]] : tensor<5x4x8xf32> into tensor<5x32xf32>
  return %y : tensor<5x32xf32>
}
