// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.rms_norm npu.add_rms_norm

// RMSNorm on narrow types with arithmetic in f32.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// linalg.copy is the cast; gamma is multiplied in bf16 after the cast down;
// powers; expand and collapse.
// REFERENCE @bf16_copy_casts_gamma_in_bf16: rms_norm(a0, a1, a2)
// CHECK-LABEL: func.func @bf16_copy_casts_gamma_in_bf16(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @bf16_copy_casts_gamma_in_bf16(%x: tensor<1x5x16xbf16>,
                                         %gamma: tensor<16xbf16>,
                                         %eps: tensor<1xf32>)
    -> tensor<1x5x16xbf16> {
  %two = arith.constant dense<2.000000e+00> : tensor<1x5x16xf32>
  %n = arith.constant dense<1.600000e+01> : tensor<1x5xf32>
  %minus_half = arith.constant dense<-5.000000e-01> : tensor<1x5x1xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5 = tensor.empty() : tensor<1x5xf32>
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %e1x5x16_bf16 = tensor.empty() : tensor<1x5x16xbf16>
  %wide = linalg.copy ins(%x : tensor<1x5x16xbf16>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %squared = linalg.powf ins(%wide, %two : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %f1x5 = linalg.fill ins(%zero : f32) outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %sq_sum = linalg.reduce ins(%squared : tensor<1x5x16xf32>) outs(%f1x5 : tensor<1x5xf32>) dimensions = [2]
    (%in: f32, %acc: f32) {
      %r = arith.addf %in, %acc : f32
      linalg.yield %r : f32
    }
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<1x5xf32>, tensor<1x5xf32>)
      outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %kept = tensor.expand_shape %mean_sq [[0], [1, 2]] output_shape [1, 5, 1] : tensor<1x5xf32> into tensor<1x5x1xf32>
  %eps_wide = linalg.broadcast ins(%eps : tensor<1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) dimensions = [0, 1]
  %plus_eps = linalg.add ins(%kept, %eps_wide : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = linalg.powf ins(%plus_eps, %minus_half : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd2 = tensor.collapse_shape %rstd [[0], [1, 2]] : tensor<1x5x1xf32> into tensor<1x5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd2 : tensor<1x5xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) dimensions = [2]
  %scaled = linalg.mul ins(%wide, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %narrow = linalg.copy ins(%scaled : tensor<1x5x16xf32>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xbf16>) outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) dimensions = [0, 1]
  %y = linalg.mul ins(%gamma_wide, %narrow : tensor<1x5x16xbf16>, tensor<1x5x16xbf16>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  return %y : tensor<1x5x16xbf16>
}

// The same, gamma multiplied in f32 before the cast down.
// REFERENCE @bf16_copy_casts_gamma_in_f32: rms_norm(a0, a1, a2)
// CHECK-LABEL: func.func @bf16_copy_casts_gamma_in_f32(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @bf16_copy_casts_gamma_in_f32(%x: tensor<1x5x16xbf16>,
                                        %gamma: tensor<16xbf16>,
                                        %eps: tensor<1xf32>)
    -> tensor<1x5x16xbf16> {
  %two = arith.constant dense<2.000000e+00> : tensor<1x5x16xf32>
  %n = arith.constant dense<1.600000e+01> : tensor<1x5xf32>
  %minus_half = arith.constant dense<-5.000000e-01> : tensor<1x5x1xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5 = tensor.empty() : tensor<1x5xf32>
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %e16 = tensor.empty() : tensor<16xf32>
  %e1x5x16_bf16 = tensor.empty() : tensor<1x5x16xbf16>
  %wide = linalg.copy ins(%x : tensor<1x5x16xbf16>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %squared = linalg.powf ins(%wide, %two : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %f1x5 = linalg.fill ins(%zero : f32) outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %sq_sum = linalg.reduce ins(%squared : tensor<1x5x16xf32>) outs(%f1x5 : tensor<1x5xf32>) dimensions = [2]
    (%in: f32, %acc: f32) {
      %r = arith.addf %in, %acc : f32
      linalg.yield %r : f32
    }
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<1x5xf32>, tensor<1x5xf32>)
      outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %kept = tensor.expand_shape %mean_sq [[0], [1, 2]] output_shape [1, 5, 1] : tensor<1x5xf32> into tensor<1x5x1xf32>
  %eps_wide = linalg.broadcast ins(%eps : tensor<1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) dimensions = [0, 1]
  %plus_eps = linalg.add ins(%kept, %eps_wide : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = linalg.powf ins(%plus_eps, %minus_half : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd2 = tensor.collapse_shape %rstd [[0], [1, 2]] : tensor<1x5x1xf32> into tensor<1x5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd2 : tensor<1x5xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) dimensions = [2]
  %scaled = linalg.mul ins(%wide, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %gamma32 = linalg.copy ins(%gamma : tensor<16xbf16>)
      outs(%e16 : tensor<16xf32>) -> tensor<16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma32 : tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) dimensions = [0, 1]
  %y32 = linalg.mul ins(%gamma_wide, %scaled : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %y = linalg.copy ins(%y32 : tensor<1x5x16xf32>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  return %y : tensor<1x5x16xbf16>
}

// A residual add in bf16 in front; the sum goes on in bf16.
// REFERENCE @bf16_residual_copy_casts: s = bf16(a0 + a1); rms_norm(s, a2, a3); s
// CHECK-LABEL: func.func @bf16_residual_copy_casts(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%arg0, %arg1 : tensor<1x5x16xbf16>, tensor<1x5x16xbf16>) gamma(%arg2 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @bf16_residual_copy_casts(%a: tensor<1x5x16xbf16>,
                                    %b: tensor<1x5x16xbf16>,
                                    %gamma: tensor<16xbf16>, %eps: tensor<1xf32>)
    -> (tensor<1x5x16xbf16>, tensor<1x5x16xbf16>) {
  %e1x5x16_bf16 = tensor.empty() : tensor<1x5x16xbf16>
  %two = arith.constant dense<2.000000e+00> : tensor<1x5x16xf32>
  %n = arith.constant dense<1.600000e+01> : tensor<1x5xf32>
  %minus_half = arith.constant dense<-5.000000e-01> : tensor<1x5x1xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5 = tensor.empty() : tensor<1x5xf32>
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %s = linalg.add ins(%a, %b : tensor<1x5x16xbf16>, tensor<1x5x16xbf16>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  %wide = linalg.copy ins(%s : tensor<1x5x16xbf16>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %squared = linalg.powf ins(%wide, %two : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %f1x5 = linalg.fill ins(%zero : f32) outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %sq_sum = linalg.reduce ins(%squared : tensor<1x5x16xf32>) outs(%f1x5 : tensor<1x5xf32>) dimensions = [2]
    (%in: f32, %acc: f32) {
      %r = arith.addf %in, %acc : f32
      linalg.yield %r : f32
    }
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<1x5xf32>, tensor<1x5xf32>)
      outs(%e1x5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %kept = tensor.expand_shape %mean_sq [[0], [1, 2]] output_shape [1, 5, 1] : tensor<1x5xf32> into tensor<1x5x1xf32>
  %eps_wide = linalg.broadcast ins(%eps : tensor<1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) dimensions = [0, 1]
  %plus_eps = linalg.add ins(%kept, %eps_wide : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = linalg.powf ins(%plus_eps, %minus_half : tensor<1x5x1xf32>, tensor<1x5x1xf32>)
      outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd2 = tensor.collapse_shape %rstd [[0], [1, 2]] : tensor<1x5x1xf32> into tensor<1x5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd2 : tensor<1x5xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) dimensions = [2]
  %scaled = linalg.mul ins(%wide, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>)
      outs(%e1x5x16 : tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %narrow = linalg.copy ins(%scaled : tensor<1x5x16xf32>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xbf16>) outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) dimensions = [0, 1]
  %y = linalg.mul ins(%gamma_wide, %narrow : tensor<1x5x16xbf16>, tensor<1x5x16xbf16>)
      outs(%e1x5x16_bf16 : tensor<1x5x16xbf16>) -> tensor<1x5x16xbf16>
  return %y, %s : tensor<1x5x16xbf16>, tensor<1x5x16xbf16>
}

// Normalised in f32, narrowed to f16, multiplied by an f32 gamma in f32,
// narrowed again.
// REFERENCE @f16_times_f32_gamma: rms_norm(a0, a1, 1e-3)
// CHECK-LABEL: func.func @f16_times_f32_gamma(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_times_f32_gamma(%x: tensor<5x16xf16>, %gamma: tensor<16xf32>)
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
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
  %scaled = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rstd : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %narrow = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<5x16xf32>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %o: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  %y_wide = linalg.generic {indexing_maps = [#last2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%gamma, %narrow : tensor<16xf32>, tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f16, %o: f32):
    %w = arith.extf %b : f16 to f32
    %h = arith.mulf %a, %w : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y_wide : tensor<5x16xf32>) outs(%e5x16_f16 : tensor<5x16xf16>) {
  ^bb0(%a: f32, %o: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// x and gamma widened by generics of their own.
// REFERENCE @f16_widened_by_generics: rms_norm(a0, a1, 1e-3)
// CHECK-LABEL: func.func @f16_widened_by_generics(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @f16_widened_by_generics(%x: tensor<5x16xf16>, %gamma: tensor<16xf16>)
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
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
  %y_wide = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rstd, %gamma_wide : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
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

// Two generics; each widens what it reads.
// REFERENCE @bf16_casts_inside_bodies: rms_norm(a0, a1, 1e-3)
// CHECK-LABEL: func.func @bf16_casts_inside_bodies(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xbf16>) gamma(%arg1 : tensor<16xbf16>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @bf16_casts_inside_bodies(%x: tensor<5x16xbf16>,
                                    %gamma: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xbf16>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %q = arith.mulf %w, %w : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<5x16xbf16>, tensor<5xf32>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %g = arith.extf %c : bf16 to f32
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %w, %r : f32
    %y = arith.mulf %h, %g : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

// The result is not narrowed: f16 in, f32 out. Either the operator is given
// the widened input, or its result the wider type.
// REFERENCE @f16_result_stays_f32: rms_norm(a0, a1, 1e-3)
// CHECK-LABEL: func.func @f16_result_stays_f32(
// CHECK-NOT: {{math\.}}
// CHECK: npu.rms_norm ins(
// CHECK-NOT: {{math\.}}
// CHECK: return
func.func @f16_result_stays_f32(%x: tensor<5x16xf16>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %wide = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf16>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %w = arith.extf %a : f16 to f32
    linalg.yield %w : f32
  } -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%wide, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
