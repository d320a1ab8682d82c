// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 explain" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: %run_both %s

// The operators do not take f64: refused as unsupported-type. No source says which
// types LayerNorm takes, and what is not known is no limit.

// EXPLAIN-COUNT-3: unsupported-type

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// REFERENCE @layer_norm: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm(
// CHECK: npu.layer_norm
func.func @layer_norm(%x: tensor<5x16xf64>, %gamma: tensor<16xf64>,
                      %beta: tensor<16xf64>)
    -> tensor<5x16xf64> {
  %n = arith.constant 1.600000e+01 : f64
  %eps = arith.constant 1.000000e-05 : f64
  %zero_f64 = arith.constant 0.000000e+00 : f64
  %e5_f64 = tensor.empty() : tensor<5xf64>
  %e5x16_f64 = tensor.empty() : tensor<5x16xf64>
  %f5_f64 = linalg.fill ins(%zero_f64 : f64) outs(%e5_f64 : tensor<5xf64>) -> tensor<5xf64>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf64>) outs(%f5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %o : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.divf %a, %n : f64
    linalg.yield %m : f64
  } -> tensor<5xf64>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf64>, tensor<5xf64>) outs(%e5x16_f64 : tensor<5x16xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %c = arith.subf %a, %b : f64
    linalg.yield %c : f64
  } -> tensor<5x16xf64>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf64>) outs(%f5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %q = arith.mulf %a, %a : f64
    %s = arith.addf %q, %o : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.divf %a, %n : f64
    linalg.yield %v : f64
  } -> tensor<5xf64>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %a, %eps : f64
    %r = math.rsqrt %v : f64
    linalg.yield %r : f64
  } -> tensor<5xf64>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf64>, tensor<5xf64>, tensor<16xf64>, tensor<16xf64>) outs(%e5x16_f64 : tensor<5x16xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %d: f64, %o: f64):
    %h = arith.mulf %a, %b : f64
    %k = arith.mulf %h, %c : f64
    %y = arith.addf %k, %d : f64
    linalg.yield %y : f64
  } -> tensor<5x16xf64>
  return %y : tensor<5x16xf64>
}

// REFERENCE @rms_norm: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm(%x: tensor<5x16xf64>, %gamma: tensor<16xf64>)
    -> tensor<5x16xf64> {
  %n = arith.constant 1.600000e+01 : f64
  %eps = arith.constant 1.000000e-05 : f64
  %zero_f64 = arith.constant 0.000000e+00 : f64
  %e5_f64 = tensor.empty() : tensor<5xf64>
  %e5x16_f64 = tensor.empty() : tensor<5x16xf64>
  %f5_f64 = linalg.fill ins(%zero_f64 : f64) outs(%e5_f64 : tensor<5xf64>) -> tensor<5xf64>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf64>) outs(%f5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %q = arith.mulf %a, %a : f64
    %s = arith.addf %q, %o : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.divf %a, %n : f64
    linalg.yield %v : f64
  } -> tensor<5xf64>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %a, %eps : f64
    %r = math.rsqrt %v : f64
    linalg.yield %r : f64
  } -> tensor<5xf64>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rstd, %gamma : tensor<5x16xf64>, tensor<5xf64>, tensor<16xf64>) outs(%e5x16_f64 : tensor<5x16xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
    %h = arith.mulf %a, %b : f64
    %y = arith.mulf %h, %c : f64
    linalg.yield %y : f64
  } -> tensor<5x16xf64>
  return %y : tensor<5x16xf64>
}

// REFERENCE @add_rms_norm: s = a0 + a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @add_rms_norm(%a: tensor<5x16xf64>, %b: tensor<5x16xf64>,
                        %gamma: tensor<16xf64>)
    -> (tensor<5x16xf64>, tensor<5x16xf64>) {
  %n = arith.constant 1.600000e+01 : f64
  %eps = arith.constant 1.000000e-05 : f64
  %e5x16_f64 = tensor.empty() : tensor<5x16xf64>
  %zero_f64 = arith.constant 0.000000e+00 : f64
  %e5_f64 = tensor.empty() : tensor<5xf64>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xf64>, tensor<5x16xf64>) outs(%e5x16_f64 : tensor<5x16xf64>) {
  ^bb0(%a0: f64, %b0: f64, %o: f64):
    %s = arith.addf %a0, %b0 : f64
    linalg.yield %s : f64
  } -> tensor<5x16xf64>
  %f5_f64 = linalg.fill ins(%zero_f64 : f64) outs(%e5_f64 : tensor<5xf64>) -> tensor<5xf64>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xf64>) outs(%f5_f64 : tensor<5xf64>) {
  ^bb0(%a0: f64, %o: f64):
    %q = arith.mulf %a0, %a0 : f64
    %s0 = arith.addf %q, %o : f64
    linalg.yield %s0 : f64
  } -> tensor<5xf64>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a0: f64, %o: f64):
    %v = arith.divf %a0, %n : f64
    linalg.yield %v : f64
  } -> tensor<5xf64>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf64>) outs(%e5_f64 : tensor<5xf64>) {
  ^bb0(%a0: f64, %o: f64):
    %v = arith.addf %a0, %eps : f64
    %r = math.rsqrt %v : f64
    linalg.yield %r : f64
  } -> tensor<5xf64>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %rstd, %gamma : tensor<5x16xf64>, tensor<5xf64>, tensor<16xf64>) outs(%e5x16_f64 : tensor<5x16xf64>) {
  ^bb0(%a0: f64, %b0: f64, %c: f64, %o: f64):
    %h = arith.mulf %a0, %b0 : f64
    %y = arith.mulf %h, %c : f64
    linalg.yield %y : f64
  } -> tensor<5x16xf64>
  return %y, %s : tensor<5x16xf64>, tensor<5x16xf64>
}
