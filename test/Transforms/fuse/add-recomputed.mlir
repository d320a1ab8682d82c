// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.add_layer_norm npu.layer_norm npu.add_rms_norm

// Values that are computed more than once, or only inside of fused bodies.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// Two generics compute a + b: one for the statistics, one for the scaling.
// REFERENCE @rms_norm_sum_computed_twice: rms_norm(a0 + a1, a2, 1e-5)
// CHECK-LABEL: func.func @rms_norm_sum_computed_twice(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_sum_computed_twice(%a: tensor<5x16xf32>,
                                       %b: tensor<5x16xf32>,
                                       %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s1 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s1 : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s2, %sq_sum, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %m = arith.divf %b0, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a0, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The second time as b + a, and that one goes on.
// REFERENCE @rms_norm_sum_computed_twice_operands_swapped: s = a0 + a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @rms_norm_sum_computed_twice_operands_swapped(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @rms_norm_sum_computed_twice_operands_swapped(%a: tensor<5x16xf32>,
                                                        %b: tensor<5x16xf32>,
                                                        %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s1 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %s2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%b, %a : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s1 : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s2, %sq_sum, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %m = arith.divf %b0, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a0, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y, %s2 : tensor<5x16xf32>, tensor<5x16xf32>
}

// The sum is no value: both bodies add.
// REFERENCE @rms_norm_sum_inside_bodies: rms_norm(a0 + a1, a2, 1e-5)
// CHECK-LABEL: func.func @rms_norm_sum_inside_bodies(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_sum_inside_bodies(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                                      %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %x = arith.addf %a0, %b0 : f32
    %q = arith.mulf %x, %x : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %sq_sum, %gamma : tensor<5x16xf32>, tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %d: f32, %o: f32):
    %x = arith.addf %a0, %b0 : f32
    %m = arith.divf %c, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %x, %r : f32
    %y = arith.mulf %h, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// All three bodies add.
// REFERENCE @layer_norm_sum_inside_bodies: layer_norm(a0 + a1, a2, a3, 1e-5)
// CHECK-LABEL: func.func @layer_norm_sum_inside_bodies(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_layer_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) beta(%arg3 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_sum_inside_bodies(%a: tensor<5x16xf32>,
                                        %b: tensor<5x16xf32>,
                                        %gamma: tensor<16xf32>,
                                        %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<5x16xf32>, tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %x = arith.addf %a0, %b0 : f32
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b, %sum : tensor<5x16xf32>, tensor<5x16xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %x = arith.addf %a0, %b0 : f32
    %m = arith.divf %c, %n : f32
    %p = arith.subf %x, %m : f32
    %q = arith.mulf %p, %p : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %sum, %sq_sum, %gamma, %beta : tensor<5x16xf32>, tensor<5x16xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %d: f32, %e: f32, %f: f32, %o: f32):
    %x = arith.addf %a0, %b0 : f32
    %m = arith.divf %c, %n : f32
    %p = arith.subf %x, %m : f32
    %u = arith.divf %d, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %e : f32
    %y = arith.addf %k, %f : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// One chain computes the mean for the variance, another for the result.
// REFERENCE @layer_norm_mean_computed_twice: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_mean_computed_twice(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_mean_computed_twice(%x: tensor<5x16xf32>,
                                          %gamma: tensor<16xf32>,
                                          %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum1 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum1 : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean1 : tensor<5x16xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sum2 = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean2 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum2 : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean2, %sq_sum, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %p = arith.subf %a, %b : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// x - mean is computed twice.
// REFERENCE @layer_norm_centred_twice: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_centred_twice(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_centred_twice(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
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
  %centred2 = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred2, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Two generics widen x.
// REFERENCE @rms_norm_widened_twice: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_widened_twice(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_widened_twice(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %wide1 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %wide2 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide1 : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide2, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f16, %o: f16):
    %g = arith.extf %c : f16 to f32
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %g : f32
    %t = arith.truncf %k : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}
