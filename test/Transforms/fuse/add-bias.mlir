// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.add_layer_norm npu.add_rms_norm

// Projection, bias, residual, norm: the bias belongs to aclnnAddLayerNorm's
// operands; aclnnAddRmsNorm has none.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// REFERENCE @layer_norm_bias_then_residual: s = matmul(a0, a1) + a2 + a3; layer_norm(s, a4, a5, 1e-5)
// CHECK-LABEL: func.func @layer_norm_bias_then_residual(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: npu.add_layer_norm ins(%{{.+}}, %{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) bias(%arg2 : tensor<16xf32>) gamma(%arg4 : tensor<16xf32>) beta(%arg5 : tensor<16xf32>) eps(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: return
func.func @layer_norm_bias_then_residual(%h: tensor<5x8xf32>,
                                         %w: tensor<8x16xf32>,
                                         %bias: tensor<16xf32>,
                                         %skip: tensor<5x16xf32>,
                                         %gamma: tensor<16xf32>,
                                         %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %biased = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%projected, %bias : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%biased, %skip : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @layer_norm_operands_swapped: s = matmul(a0, a1) + a2 + a3; layer_norm(s, a4, a5, 1e-5)
// CHECK-LABEL: func.func @layer_norm_operands_swapped(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: npu.add_layer_norm ins(%{{.+}}, %{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) bias(%arg2 : tensor<16xf32>) gamma(%arg4 : tensor<16xf32>) beta(%arg5 : tensor<16xf32>) eps(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: return
func.func @layer_norm_operands_swapped(%h: tensor<5x8xf32>, %w: tensor<8x16xf32>,
                                       %bias: tensor<16xf32>,
                                       %skip: tensor<5x16xf32>,
                                       %gamma: tensor<16xf32>,
                                       %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %biased = linalg.generic {indexing_maps = [#last2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%bias, %projected : tensor<16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%skip, %biased : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @layer_norm_both_adds_in_one_body: s = matmul(a0, a1) + a2 + a3; layer_norm(s, a4, a5, 1e-5)
// CHECK-LABEL: func.func @layer_norm_both_adds_in_one_body(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: npu.add_layer_norm ins(%{{.+}}, %{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) bias(%arg2 : tensor<16xf32>) gamma(%arg4 : tensor<16xf32>) beta(%arg5 : tensor<16xf32>) eps(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: return
func.func @layer_norm_both_adds_in_one_body(%h: tensor<5x8xf32>,
                                            %w: tensor<8x16xf32>,
                                            %bias: tensor<16xf32>,
                                            %skip: tensor<5x16xf32>,
                                            %gamma: tensor<16xf32>,
                                            %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #last2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%projected, %bias, %skip : tensor<5x16xf32>, tensor<16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.addf %a, %b : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The second result is the sum with the bias.
// REFERENCE @layer_norm_sum_goes_on: s = matmul(a0, a1) + a2 + a3; layer_norm(s, a4, a5, 1e-5); s
// CHECK-LABEL: func.func @layer_norm_sum_goes_on(
// CHECK-NOT: {{math\.|linalg\.generic}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_layer_norm ins(%{{.+}}, %{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) bias(%arg2 : tensor<16xf32>) gamma(%arg4 : tensor<16xf32>) beta(%arg5 : tensor<16xf32>) eps(
// CHECK: return %[[Y]], %[[S]]
func.func @layer_norm_sum_goes_on(%h: tensor<5x8xf32>, %w: tensor<8x16xf32>,
                                  %bias: tensor<16xf32>, %skip: tensor<5x16xf32>,
                                  %gamma: tensor<16xf32>, %beta: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %biased = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%projected, %bias : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%biased, %skip : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y, %s : tensor<5x16xf32>, tensor<5x16xf32>
}

// The projection with its bias has another user, which must not lose it.
// REFERENCE @layer_norm_biased_value_used_elsewhere: s = matmul(a0, a1) + a2 + a3; layer_norm(s, a4, a5, 1e-5); matmul(a0, a1) + a2
// CHECK-LABEL: func.func @layer_norm_biased_value_used_elsewhere(
// CHECK-NOT: {{math\.|linalg\.reduce}}
// CHECK: npu.add_layer_norm ins(
// CHECK-NOT: {{math\.|linalg\.reduce}}
// CHECK: return
func.func @layer_norm_biased_value_used_elsewhere(%h: tensor<5x8xf32>,
                                                  %w: tensor<8x16xf32>,
                                                  %bias: tensor<16xf32>,
                                                  %skip: tensor<5x16xf32>,
                                                  %gamma: tensor<16xf32>,
                                                  %beta: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %biased = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%projected, %bias : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%biased, %skip : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y, %biased : tensor<5x16xf32>, tensor<5x16xf32>
}

// REFERENCE @rms_norm_bias_stays: s = matmul(a0, a1) + a2 + a3; rms_norm(s, a4, 1e-5)
// CHECK-LABEL: func.func @rms_norm_bias_stays(
// CHECK-NOT: {{math\.|linalg\.reduce}}
// CHECK: npu.add_rms_norm ins(%{{.+}}, %{{.+}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg4 : tensor<16xf32>) eps(
// CHECK-NOT: {{math\.|linalg\.reduce}}
// CHECK: return
func.func @rms_norm_bias_stays(%h: tensor<5x8xf32>, %w: tensor<8x16xf32>,
                               %bias: tensor<16xf32>, %skip: tensor<5x16xf32>,
                               %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%h, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %biased = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%projected, %bias : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%biased, %skip : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
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
      ins(%s, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h0 = arith.mulf %a, %b : f32
    %y = arith.mulf %h0, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
