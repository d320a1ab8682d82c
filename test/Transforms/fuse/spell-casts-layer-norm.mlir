// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm

// LayerNorm on narrow types with arithmetic in f32.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// x, gamma and beta are widened by generics of their own, the result is
// narrowed at the end.
// REFERENCE @f16_widened_by_generic: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @f16_widened_by_generic(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) beta(%arg2 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_widened_by_generic(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>,
                                  %beta: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e16 = tensor.empty() : tensor<16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %wide = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %gamma_wide = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%gamma : tensor<16xf16>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  %beta_wide = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%beta : tensor<16xf16>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
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
  %y_wide = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma_wide, %beta_wide : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y_wide : tensor<5x16xf32>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %o: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// Every body widens what it reads; only the sums are f32 tensors.
// REFERENCE @f16_casts_inside_bodies: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @f16_casts_inside_bodies(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) beta(%arg2 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_casts_inside_bodies(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>,
                                   %beta: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf16>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    %s = arith.addf %w, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<5x16xf16>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f16, %b: f32, %o: f32):
    %w = arith.extf %a : f16 to f32
    %m = arith.divf %b, %n : f32
    %c = arith.subf %w, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<5x16xf16>, tensor<5xf32>, tensor<5xf32>, tensor<16xf16>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f16, %b: f32, %c: f32, %d: f16, %e: f16, %o: f16):
    %w = arith.extf %a : f16 to f32
    %g = arith.extf %d : f16 to f32
    %k = arith.extf %e : f16 to f32
    %m = arith.divf %b, %n : f32
    %p = arith.subf %w, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %l = arith.mulf %h, %g : f32
    %y = arith.addf %l, %k : f32
    %t = arith.truncf %y : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// x, gamma and beta are widened by generics of their own, the result is
// narrowed at the end.
// REFERENCE @bf16_widened_by_generic: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @bf16_widened_by_generic(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) beta(%arg2 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @bf16_widened_by_generic(%x: tensor<5x16xbf16>,
                                   %gamma: tensor<16xbf16>,
                                   %beta: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %e16 = tensor.empty() : tensor<16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %wide = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xbf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %gamma_wide = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%gamma : tensor<16xbf16>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  %beta_wide = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%beta : tensor<16xbf16>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
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
  %y_wide = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma_wide, %beta_wide : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y_wide : tensor<5x16xf32>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

// Every body widens what it reads; only the sums are f32 tensors.
// REFERENCE @bf16_casts_inside_bodies: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @bf16_casts_inside_bodies(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) beta(%arg2 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @bf16_casts_inside_bodies(%x: tensor<5x16xbf16>,
                                    %gamma: tensor<16xbf16>,
                                    %beta: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xbf16>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<5x16xbf16>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: bf16, %b: f32, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %m = arith.divf %b, %n : f32
    %c = arith.subf %w, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<5x16xbf16>, tensor<5xf32>, tensor<5xf32>, tensor<16xbf16>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: f32, %d: bf16, %e: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %g = arith.extf %d : bf16 to f32
    %k = arith.extf %e : bf16 to f32
    %m = arith.divf %b, %n : f32
    %p = arith.subf %w, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %l = arith.mulf %h, %g : f32
    %y = arith.addf %l, %k : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

// Normalised in f32, narrowed, then scaled and shifted in f16.
// REFERENCE @f16_affine_after_narrowing: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @f16_affine_after_narrowing(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) beta(%arg2 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_affine_after_narrowing(%x: tensor<5x16xf16>,
                                      %gamma: tensor<16xf16>,
                                      %beta: tensor<16xf16>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %wide = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
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
  %scaled = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %h = arith.mulf %a, %b : f32
    %t = arith.truncf %h : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  %y = linalg.generic {indexing_maps = [#id2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %gamma, %beta : tensor<5x16xf16>, tensor<16xf16>, tensor<16xf16>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
    %h = arith.mulf %a, %b : f16
    %y = arith.addf %h, %c : f16
    linalg.yield %y : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// Scale and offset are kept in f32.
// REFERENCE @f16_input_f32_affine: layer_norm(a0, a1, a2, 1e-3)
// CHECK-LABEL: func.func @f16_input_f32_affine(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_input_f32_affine(%x: tensor<5x16xf16>, %gamma: tensor<16xf32>,
                                %beta: tensor<16xf32>)
    -> tensor<5x16xf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_f16 = tensor.empty() : tensor<5x16xf16>
  %wide = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
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
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f16):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    %t = arith.truncf %y : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}
