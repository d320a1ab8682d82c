// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm npu.add_rms_norm

// Norms written with arith and math on whole tensors.

// REFERENCE @layer_norm: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                      %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = arith.divf %sum, %n : tensor<5xf32>
  %mean_wide = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %centred = arith.subf %x, %mean_wide : tensor<5x16xf32>
  %squared = arith.mulf %centred, %centred : tensor<5x16xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %var = arith.divf %sq_sum, %n : tensor<5xf32>
  %var_eps = arith.addf %var, %eps : tensor<5xf32>
  %rstd = math.rsqrt %var_eps : tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = arith.mulf %centred, %rstd_wide : tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %times_gamma = arith.mulf %scaled, %gamma_wide : tensor<5x16xf32>
  %beta_wide = linalg.broadcast ins(%beta : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = arith.addf %times_gamma, %beta_wide : tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Widened before the root: sqrt and division on the full shape.
// REFERENCE @layer_norm_sqrt_div: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_sqrt_div(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_sqrt_div(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                               %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %inv_n = arith.constant dense<6.250000e-02> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = arith.mulf %sum, %inv_n : tensor<5xf32>
  %mean_wide = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %centred = arith.subf %x, %mean_wide : tensor<5x16xf32>
  %squared = arith.mulf %centred, %centred : tensor<5x16xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %var = arith.mulf %sq_sum, %inv_n : tensor<5xf32>
  %var_wide = linalg.broadcast ins(%var : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %var_eps = arith.addf %var_wide, %eps : tensor<5x16xf32>
  %std = math.sqrt %var_eps : tensor<5x16xf32>
  %scaled = arith.divf %centred, %std : tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %times_gamma = arith.mulf %scaled, %gamma_wide : tensor<5x16xf32>
  %beta_wide = linalg.broadcast ins(%beta : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = arith.addf %times_gamma, %beta_wide : tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Powers with splat exponents.
// REFERENCE @rms_norm_powf: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_powf(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_powf(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %two = arith.constant dense<2.000000e+00> : tensor<5x16xf32>
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %minus_half = arith.constant dense<-5.000000e-01> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %squared = math.powf %x, %two : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = arith.divf %sq_sum, %n : tensor<5xf32>
  %plus_eps = arith.addf %mean_sq, %eps : tensor<5xf32>
  %rstd = math.powf %plus_eps, %minus_half : tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = arith.mulf %rstd_wide, %x : tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = arith.mulf %scaled, %gamma_wide : tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// f16 widened and narrowed by casts of whole tensors; keepdim through expand
// and collapse.
// REFERENCE @rms_norm_keepdim_cast: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_keepdim_cast(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf16>) gamma(%arg1 : tensor<16xf32>)
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_keepdim_cast(%x: tensor<5x16xf16>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf16> {
  %inv_n = arith.constant dense<6.250000e-02> : tensor<5x1xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5x1xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %wide = arith.extf %x : tensor<5x16xf16> to tensor<5x16xf32>
  %squared = arith.mulf %wide, %wide : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %kept = tensor.expand_shape %sq_sum [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
  %mean_sq = arith.mulf %kept, %inv_n : tensor<5x1xf32>
  %plus_eps = arith.addf %mean_sq, %eps : tensor<5x1xf32>
  %rstd = math.rsqrt %plus_eps : tensor<5x1xf32>
  %rstd1 = tensor.collapse_shape %rstd [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd1 : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = arith.mulf %wide, %rstd_wide : tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %yw = arith.mulf %scaled, %gamma_wide : tensor<5x16xf32>
  %y = arith.truncf %yw : tensor<5x16xf32> to tensor<5x16xf16>
  return %y : tensor<5x16xf16>
}

// REFERENCE @add_rms_norm: s = a0 + a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%arg0, %arg1 : tensor<5x16xf32>, tensor<5x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm(%a: tensor<5x16xf32>, %b: tensor<5x16xf32>,
                        %gamma: tensor<16xf32>)
    -> (tensor<5x16xf32>, tensor<5x16xf32>) {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %s = arith.addf %a, %b : tensor<5x16xf32>
  %squared = arith.mulf %s, %s : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = arith.divf %sq_sum, %n : tensor<5xf32>
  %plus_eps = arith.addf %mean_sq, %eps : tensor<5xf32>
  %rstd = math.rsqrt %plus_eps : tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = arith.mulf %s, %rstd_wide : tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = arith.mulf %scaled, %gamma_wide : tensor<5x16xf32>
  return %y, %s : tensor<5x16xf32>, tensor<5x16xf32>
}
