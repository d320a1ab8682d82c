// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm

// Norms written with linalg's named operations and linalg.elementwise.

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// REFERENCE @layer_norm_rsqrt: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_rsqrt(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_rsqrt(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                            %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = linalg.div ins(%sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %mean_wide = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %centred = linalg.sub ins(%x, %mean_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %squared = linalg.square ins(%centred : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %var = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %var_eps = linalg.add ins(%var, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.rsqrt ins(%var_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.mul ins(%centred, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %times_gamma = linalg.mul ins(%scaled, %gamma_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %beta_wide = linalg.broadcast ins(%beta : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.add ins(%times_gamma, %beta_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @layer_norm_sqrt_reciprocal: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_sqrt_reciprocal(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_sqrt_reciprocal(%x: tensor<5x16xf32>,
                                      %gamma: tensor<16xf32>,
                                      %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = linalg.div ins(%sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %mean_wide = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %centred = linalg.sub ins(%x, %mean_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %squared = linalg.mul ins(%centred, %centred : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %sq_sum = linalg.reduce ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
    (%in: f32, %acc: f32) {
      %r = arith.addf %in, %acc : f32
      linalg.yield %r : f32
    }
  %var = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %var_eps = linalg.add ins(%var, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %std = linalg.sqrt ins(%var_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.reciprocal ins(%std : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.mul ins(%centred, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %times_gamma = linalg.mul ins(%scaled, %gamma_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %beta_wide = linalg.broadcast ins(%beta : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.add ins(%times_gamma, %beta_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @rms_norm_square_rsqrt: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_square_rsqrt(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_square_rsqrt(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %squared = linalg.square ins(%x : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %plus_eps = linalg.add ins(%mean_sq, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.rsqrt ins(%plus_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.mul ins(%x, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.mul ins(%gamma_wide, %scaled : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @rms_norm_powf: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_powf(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_powf(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %two = arith.constant dense<2.000000e+00> : tensor<5x16xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %minus_half = arith.constant dense<-5.000000e-01> : tensor<5xf32>
  %squared = linalg.powf ins(%x, %two : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %plus_eps = linalg.add ins(%mean_sq, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.powf ins(%plus_eps, %minus_half : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.mul ins(%x, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.mul ins(%gamma_wide, %scaled : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// REFERENCE @rms_norm_sqrt_div: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_sqrt_div(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_sqrt_div(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %squared = linalg.square ins(%x : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %plus_eps = linalg.add ins(%mean_sq, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %root = linalg.sqrt ins(%plus_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %root_wide = linalg.broadcast ins(%root : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.div ins(%x, %root_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.mul ins(%gamma_wide, %scaled : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// linalg.elementwise, operands widened by its maps.
// REFERENCE @layer_norm_elementwise: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_elementwise(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_elementwise(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                                  %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %centred = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [#id2, #row2, #id2] ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %squared = linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%centred : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %var = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %var_eps = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%var, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%var_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %scaled = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [#id2, #row2, #id2] ins(%centred, %rstd : tensor<5x16xf32>, tensor<5xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %times_gamma = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [#id2, #last2, #id2] ins(%scaled, %gamma : tensor<5x16xf32>, tensor<16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#id2, #last2, #id2] ins(%times_gamma, %beta : tensor<5x16xf32>, tensor<16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// linalg.elementwise with powf and reciprocal, full shapes.
// REFERENCE @rms_norm_elementwise: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_elementwise(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_elementwise(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %two = arith.constant dense<2.000000e+00> : tensor<5x16xf32>
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %squared = linalg.elementwise kind=#linalg.elementwise_kind<powf> ins(%x, %two : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %plus_eps = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%mean_sq, %eps : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %root = linalg.elementwise kind=#linalg.elementwise_kind<sqrt> ins(%plus_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.elementwise kind=#linalg.elementwise_kind<reciprocal> ins(%root : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%scaled, %gamma_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
