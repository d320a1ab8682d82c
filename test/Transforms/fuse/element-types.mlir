// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --rtol 0.03 --expect-op npu.layer_norm npu.rms_norm npu.add_layer_norm npu.add_rms_norm

// Arithmetic in the type of the tensors throughout. The operator works in
// f32, which is more exact: the tolerance allows for what the model loses.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// REFERENCE @layer_norm_f32: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @layer_norm_f32(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_f32(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                          %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
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

// REFERENCE @add_rms_norm_f32: s = f32(a0 + a1); rms_norm(s, a2, 1e-3); s
// CHECK-LABEL: func.func @add_rms_norm_f32(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_f32(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                            %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
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
  return %y, %s : tensor<5x16xf32>, tensor<5x16xf32>
}

// REFERENCE @layer_norm_f16: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @layer_norm_f16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) beta(%arg2 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_f16(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>,
                          %beta: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f16
  %eps = arith.constant 1.000980e-03 : f16
  %zero_f16 = arith.constant 0.000000e+00 : f16
  %e5_f16 = tensor.empty() : tensor<5xf16>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %f5_f16 = linalg.fill ins(%zero_f16 : f16) outs(%e5_f16 : tensor<5xf16>) -> tensor<5xf16>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf16>) outs(%f5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %s = arith.addf %a, %o : f16
    linalg.yield %s : f16
  } -> tensor<5xf16>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %m = arith.divf %a, %n : f16
    linalg.yield %m : f16
  } -> tensor<5xf16>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf16>, tensor<5xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %c = arith.subf %a, %b : f16
    linalg.yield %c : f16
  } -> tensor<5x16xf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf16>) outs(%f5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %q = arith.mulf %a, %a : f16
    %s = arith.addf %q, %o : f16
    linalg.yield %s : f16
  } -> tensor<5xf16>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.divf %a, %n : f16
    linalg.yield %v : f16
  } -> tensor<5xf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.addf %a, %eps : f16
    %r = math.rsqrt %v : f16
    linalg.yield %r : f16
  } -> tensor<5xf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf16>, tensor<5xf16>, tensor<16xf16>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %d: f16, %o: f16):
    %h = arith.mulf %a, %b : f16
    %k = arith.mulf %h, %c : f16
    %y = arith.addf %k, %d : f16
    linalg.yield %y : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// REFERENCE @add_rms_norm_f16: s = f16(a0 + a1); rms_norm(s, a2, 1e-3); s
// CHECK-LABEL: func.func @add_rms_norm_f16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xf16>, tensor<5x16xf16>) gamma(%arg2 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_f16(%a: tensor<5x16xf16>, %b: tensor<5x16xf16>,
                            %gamma: tensor<16xf16>)
    -> (tensor<5x16xf16>, tensor<5x16xf16>) {
  %n = arith.constant 1.600000e+01 : f16
  %eps = arith.constant 1.000980e-03 : f16
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %zero_f16 = arith.constant 0.000000e+00 : f16
  %e5_f16 = tensor.empty() : tensor<5xf16>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf16>, tensor<5x16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a0: f16, %b0: f16, %o: f16):
    %s = arith.addf %a0, %b0 : f16
    linalg.yield %s : f16
  } -> tensor<5x16xf16>
  %f5_f16 = linalg.fill ins(%zero_f16 : f16) outs(%e5_f16 : tensor<5xf16>) -> tensor<5xf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf16>) outs(%f5_f16 : tensor<5xf16>) {
  ^bb0(%a0: f16, %o: f16):
    %q = arith.mulf %a0, %a0 : f16
    %s0 = arith.addf %q, %o : f16
    linalg.yield %s0 : f16
  } -> tensor<5xf16>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a0: f16, %o: f16):
    %v = arith.divf %a0, %n : f16
    linalg.yield %v : f16
  } -> tensor<5xf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a0: f16, %o: f16):
    %v = arith.addf %a0, %eps : f16
    %r = math.rsqrt %v : f16
    linalg.yield %r : f16
  } -> tensor<5xf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %rstd, %gamma : tensor<5x16xf16>, tensor<5xf16>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a0: f16, %b0: f16, %c: f16, %o: f16):
    %h = arith.mulf %a0, %b0 : f16
    %y = arith.mulf %h, %c : f16
    linalg.yield %y : f16
  } -> tensor<5x16xf16>
  return %y, %s : tensor<5x16xf16>, tensor<5x16xf16>
}

// REFERENCE @layer_norm_bf16: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @layer_norm_bf16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) beta(%arg2 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_bf16(%x: tensor<5x16xbf16>, %gamma: tensor<16xbf16>,
                           %beta: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : bf16
  %eps = arith.constant 9.994510e-04 : bf16
  %zero_bf16 = arith.constant 0.000000e+00 : bf16
  %e5_bf16 = tensor.empty() : tensor<5xbf16>
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %f5_bf16 = linalg.fill ins(%zero_bf16 : bf16) outs(%e5_bf16 : tensor<5xbf16>) -> tensor<5xbf16>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xbf16>) outs(%f5_bf16 : tensor<5xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %s = arith.addf %a, %o : bf16
    linalg.yield %s : bf16
  } -> tensor<5xbf16>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %m = arith.divf %a, %n : bf16
    linalg.yield %m : bf16
  } -> tensor<5xbf16>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xbf16>, tensor<5xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %c = arith.subf %a, %b : bf16
    linalg.yield %c : bf16
  } -> tensor<5x16xbf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xbf16>) outs(%f5_bf16 : tensor<5xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %q = arith.mulf %a, %a : bf16
    %s = arith.addf %q, %o : bf16
    linalg.yield %s : bf16
  } -> tensor<5xbf16>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %v = arith.divf %a, %n : bf16
    linalg.yield %v : bf16
  } -> tensor<5xbf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %v = arith.addf %a, %eps : bf16
    %r = math.rsqrt %v : bf16
    linalg.yield %r : bf16
  } -> tensor<5xbf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xbf16>, tensor<5xbf16>, tensor<16xbf16>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16, %d: bf16, %o: bf16):
    %h = arith.mulf %a, %b : bf16
    %k = arith.mulf %h, %c : bf16
    %y = arith.addf %k, %d : bf16
    linalg.yield %y : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

// REFERENCE @add_rms_norm_bf16: s = bf16(a0 + a1); rms_norm(s, a2, 1e-3); s
// CHECK-LABEL: func.func @add_rms_norm_bf16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xbf16>, tensor<5x16xbf16>) gamma(%arg2 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_bf16(%a: tensor<5x16xbf16>, %b: tensor<5x16xbf16>,
                             %gamma: tensor<16xbf16>)
    -> (tensor<5x16xbf16>, tensor<5x16xbf16>) {
  %n = arith.constant 1.600000e+01 : bf16
  %eps = arith.constant 9.994510e-04 : bf16
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %zero_bf16 = arith.constant 0.000000e+00 : bf16
  %e5_bf16 = tensor.empty() : tensor<5xbf16>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xbf16>, tensor<5x16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %o: bf16):
    %s = arith.addf %a0, %b0 : bf16
    linalg.yield %s : bf16
  } -> tensor<5x16xbf16>
  %f5_bf16 = linalg.fill ins(%zero_bf16 : bf16) outs(%e5_bf16 : tensor<5xbf16>) -> tensor<5xbf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xbf16>) outs(%f5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %q = arith.mulf %a0, %a0 : bf16
    %s0 = arith.addf %q, %o : bf16
    linalg.yield %s0 : bf16
  } -> tensor<5xbf16>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %v = arith.divf %a0, %n : bf16
    linalg.yield %v : bf16
  } -> tensor<5xbf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %v = arith.addf %a0, %eps : bf16
    %r = math.rsqrt %v : bf16
    linalg.yield %r : bf16
  } -> tensor<5xbf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %rstd, %gamma : tensor<5x16xbf16>, tensor<5xbf16>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %c: bf16, %o: bf16):
    %h = arith.mulf %a0, %b0 : bf16
    %y = arith.mulf %h, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<5x16xbf16>
  return %y, %s : tensor<5x16xbf16>, tensor<5x16xbf16>
}

// REFERENCE @rms_norm_f16: rms_norm(a0, a1, 1e-3)
// CHECK-LABEL: func.func @rms_norm_f16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_f16(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f16
  %eps = arith.constant 1.000980e-03 : f16
  %zero_f16 = arith.constant 0.000000e+00 : f16
  %e5_f16 = tensor.empty() : tensor<5xf16>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %f5_f16 = linalg.fill ins(%zero_f16 : f16) outs(%e5_f16 : tensor<5xf16>) -> tensor<5xf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf16>) outs(%f5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %q = arith.mulf %a, %a : f16
    %s = arith.addf %q, %o : f16
    linalg.yield %s : f16
  } -> tensor<5xf16>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.divf %a, %n : f16
    linalg.yield %v : f16
  } -> tensor<5xf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf16>) outs(%e5_f16 : tensor<5xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.addf %a, %eps : f16
    %r = math.rsqrt %v : f16
    linalg.yield %r : f16
  } -> tensor<5xf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rstd, %gamma : tensor<5x16xf16>, tensor<5xf16>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
    %h = arith.mulf %a, %b : f16
    %y = arith.mulf %h, %c : f16
    linalg.yield %y : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// REFERENCE @add_layer_norm_bf16: layer_norm(a0 + a1, a2, a3, 1e-3)
// CHECK-LABEL: func.func @add_layer_norm_bf16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_layer_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<5x16xbf16>, tensor<5x16xbf16>) gamma(%arg2 : tensor<16xbf16>) beta(%arg3 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @add_layer_norm_bf16(%a: tensor<5x16xbf16>, %b: tensor<5x16xbf16>,
                               %gamma: tensor<16xbf16>, %beta: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : bf16
  %eps = arith.constant 9.994510e-04 : bf16
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %zero_bf16 = arith.constant 0.000000e+00 : bf16
  %e5_bf16 = tensor.empty() : tensor<5xbf16>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xbf16>, tensor<5x16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %o: bf16):
    %s = arith.addf %a0, %b0 : bf16
    linalg.yield %s : bf16
  } -> tensor<5x16xbf16>
  %f5_bf16 = linalg.fill ins(%zero_bf16 : bf16) outs(%e5_bf16 : tensor<5xbf16>) -> tensor<5xbf16>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xbf16>) outs(%f5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %s0 = arith.addf %a0, %o : bf16
    linalg.yield %s0 : bf16
  } -> tensor<5xbf16>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %m = arith.divf %a0, %n : bf16
    linalg.yield %m : bf16
  } -> tensor<5xbf16>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mean : tensor<5x16xbf16>, tensor<5xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %o: bf16):
    %c = arith.subf %a0, %b0 : bf16
    linalg.yield %c : bf16
  } -> tensor<5x16xbf16>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xbf16>) outs(%f5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %q = arith.mulf %a0, %a0 : bf16
    %s0 = arith.addf %q, %o : bf16
    linalg.yield %s0 : bf16
  } -> tensor<5xbf16>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %v = arith.divf %a0, %n : bf16
    linalg.yield %v : bf16
  } -> tensor<5xbf16>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xbf16>) outs(%e5_bf16 : tensor<5xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %v = arith.addf %a0, %eps : bf16
    %r = math.rsqrt %v : bf16
    linalg.yield %r : bf16
  } -> tensor<5xbf16>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xbf16>, tensor<5xbf16>, tensor<16xbf16>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %c: bf16, %d: bf16, %o: bf16):
    %h = arith.mulf %a0, %b0 : bf16
    %k = arith.mulf %h, %c : bf16
    %y = arith.addf %k, %d : bf16
    linalg.yield %y : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}
