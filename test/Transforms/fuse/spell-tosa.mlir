// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm npu.add_rms_norm

// Norms written with tosa.

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Constants have the full keepdim shape.
// REFERENCE @layer_norm_full_shape_constants: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_full_shape_constants(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%{{.+}} : tensor<16xf32>) beta(%{{.+}} : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: return
func.func @layer_norm_full_shape_constants(%x: tensor<1x5x16xf32>,
                                           %gamma: tensor<16xf32>,
                                           %beta: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %inv_n = "tosa.const"() <{values = dense<6.250000e-02> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %eps = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape1x1x16 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %sum = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %mean = tosa.mul %sum, %inv_n, %shift : (tensor<1x5x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %centred = tosa.sub %x, %mean : (tensor<1x5x16xf32>, tensor<1x5x1xf32>) -> tensor<1x5x16xf32>
  %squared = tosa.mul %centred, %centred, %shift : (tensor<1x5x16xf32>, tensor<1x5x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %sq_sum = tosa.reduce_sum %squared {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %var = tosa.mul %sq_sum, %inv_n, %shift : (tensor<1x5x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %var_eps = tosa.add %var, %eps : (tensor<1x5x1xf32>, tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = tosa.rsqrt %var_eps : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %scaled = tosa.mul %centred, %rstd, %shift : (tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %gamma3 = tosa.reshape %gamma, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %times_gamma = tosa.mul %scaled, %gamma3, %shift : (tensor<1x5x16xf32>, tensor<1x1x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %beta3 = tosa.reshape %beta, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %y = tosa.add %times_gamma, %beta3 : (tensor<1x5x16xf32>, tensor<1x1x16xf32>) -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// 1/N is the reciprocal of a rank-1 constant, reshaped; powers instead of
// products and roots.
// REFERENCE @layer_norm_reciprocal_of_constant: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_reciprocal_of_constant(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%{{.+}} : tensor<16xf32>) beta(%{{.+}} : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: return
func.func @layer_norm_reciprocal_of_constant(%x: tensor<1x5x16xf32>,
                                             %gamma: tensor<16xf32>,
                                             %beta: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = "tosa.const"() <{values = dense<1.600000e+01> : tensor<1xf32>}> : () -> tensor<1xf32>
  %eps1 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %half = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %shape1x1x1 = tosa.const_shape {values = dense<[1, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape1x1x16 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %inv_n1 = tosa.reciprocal %n : (tensor<1xf32>) -> tensor<1xf32>
  %inv_n = tosa.reshape %inv_n1, %shape1x1x1 : (tensor<1xf32>, !tosa.shape<3>) -> tensor<1x1x1xf32>
  %eps = tosa.reshape %eps1, %shape1x1x1 : (tensor<1xf32>, !tosa.shape<3>) -> tensor<1x1x1xf32>
  %sum = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %mean = tosa.mul %inv_n, %sum, %shift : (tensor<1x1x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %centred = tosa.sub %x, %mean : (tensor<1x5x16xf32>, tensor<1x5x1xf32>) -> tensor<1x5x16xf32>
  %squared = tosa.pow %centred, %two : (tensor<1x5x16xf32>, tensor<1x1x1xf32>) -> tensor<1x5x16xf32>
  %sq_sum = tosa.reduce_sum %squared {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %var = tosa.mul %inv_n, %sq_sum, %shift : (tensor<1x1x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %var_eps = tosa.add %var, %eps : (tensor<1x5x1xf32>, tensor<1x1x1xf32>) -> tensor<1x5x1xf32>
  %std = tosa.pow %var_eps, %half : (tensor<1x5x1xf32>, tensor<1x1x1xf32>) -> tensor<1x5x1xf32>
  %rstd = tosa.reciprocal %std : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %scaled = tosa.mul %centred, %rstd, %shift : (tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %gamma3 = tosa.reshape %gamma, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %times_gamma = tosa.mul %gamma3, %scaled, %shift : (tensor<1x1x16xf32>, tensor<1x5x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %beta3 = tosa.reshape %beta, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %y = tosa.add %beta3, %times_gamma : (tensor<1x1x16xf32>, tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// Constants have the full keepdim shape.
// REFERENCE @rms_norm_full_shape_constants: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_full_shape_constants(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%{{.+}} : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: return
func.func @rms_norm_full_shape_constants(%x: tensor<1x5x16xf32>,
                                         %gamma: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %inv_n = "tosa.const"() <{values = dense<6.250000e-02> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %eps = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape1x1x16 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %squared = tosa.mul %x, %x, %shift : (tensor<1x5x16xf32>, tensor<1x5x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %sq_sum = tosa.reduce_sum %squared {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %mean_sq = tosa.mul %sq_sum, %inv_n, %shift : (tensor<1x5x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %plus_eps = tosa.add %mean_sq, %eps : (tensor<1x5x1xf32>, tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = tosa.rsqrt %plus_eps : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %scaled = tosa.mul %x, %rstd, %shift : (tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %gamma3 = tosa.reshape %gamma, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %y = tosa.mul %scaled, %gamma3, %shift : (tensor<1x5x16xf32>, tensor<1x1x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// The square is a generic with an integer power, the rest tosa.
// REFERENCE @rms_norm_fpowi_generic: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_fpowi_generic(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%{{.+}} : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(reduce|rsqrt|mul|sub|add|pow)}}
// CHECK: return
func.func @rms_norm_fpowi_generic(%x: tensor<1x5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %two = arith.constant 2 : i32
  %n = "tosa.const"() <{values = dense<1.600000e+01> : tensor<1xf32>}> : () -> tensor<1xf32>
  %eps = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %shape1x1x1 = tosa.const_shape {values = dense<[1, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape1x1x16 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %squared = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = math.fpowi %a, %two : f32, i32
    linalg.yield %q : f32
  } -> tensor<1x5x16xf32>
  %sq_sum = tosa.reduce_sum %squared {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %inv_n1 = tosa.reciprocal %n : (tensor<1xf32>) -> tensor<1xf32>
  %inv_n = tosa.reshape %inv_n1, %shape1x1x1 : (tensor<1xf32>, !tosa.shape<3>) -> tensor<1x1x1xf32>
  %mean_sq = tosa.mul %inv_n, %sq_sum, %shift : (tensor<1x1x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %plus_eps = tosa.add %mean_sq, %eps : (tensor<1x5x1xf32>, tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = tosa.rsqrt %plus_eps : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %scaled = tosa.mul %x, %rstd, %shift : (tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %gamma3 = tosa.reshape %gamma, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %y = tosa.mul %gamma3, %scaled, %shift : (tensor<1x1x16xf32>, tensor<1x5x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// A projection, reshaped, plus the residual; an identity and an added zero
// stand in between; the sum goes on.
// REFERENCE @add_rms_norm_after_projection: s = a0 + matmul(a1, a2); rms_norm(s, a3, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm_after_projection(
// CHECK-NOT: {{math\.|tosa\.reduce|tosa\.rsqrt}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_after_projection(%x: tensor<1x5x16xf32>,
                                         %a: tensor<5x8xf32>,
                                         %w: tensor<8x16xf32>,
                                         %gamma: tensor<16xf32>)
    -> (tensor<1x5x16xf32>, tensor<1x5x16xf32>) {
  %inv_n = "tosa.const"() <{values = dense<6.250000e-02> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %eps = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x5x1xf32>}> : () -> tensor<1x5x1xf32>
  %zeros = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1x5x16xf32>}> : () -> tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %shape1x5x16 = tosa.const_shape {values = dense<[1, 5, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape1x1x16 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %f5x16 = linalg.fill ins(%zero : f32) outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected = linalg.matmul ins(%a, %w : tensor<5x8xf32>, tensor<8x16xf32>)
      outs(%f5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %projected3 = tosa.reshape %projected, %shape1x5x16 : (tensor<5x16xf32>, !tosa.shape<3>) -> tensor<1x5x16xf32>
  %plus_zero = tosa.add %projected3, %zeros : (tensor<1x5x16xf32>, tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %s = tosa.add %x, %plus_zero : (tensor<1x5x16xf32>, tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %same = tosa.identity %s : (tensor<1x5x16xf32>) -> tensor<1x5x16xf32>
  %squared = tosa.mul %same, %same, %shift : (tensor<1x5x16xf32>, tensor<1x5x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %sq_sum = tosa.reduce_sum %squared {axis = 2 : i32} : (tensor<1x5x16xf32>) -> tensor<1x5x1xf32>
  %mean_sq = tosa.mul %sq_sum, %inv_n, %shift : (tensor<1x5x1xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x1xf32>
  %plus_eps = tosa.add %mean_sq, %eps : (tensor<1x5x1xf32>, tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %rstd = tosa.rsqrt %plus_eps : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %scaled = tosa.mul %same, %rstd, %shift : (tensor<1x5x16xf32>, tensor<1x5x1xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  %gamma3 = tosa.reshape %gamma, %shape1x1x16 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %y = tosa.mul %scaled, %gamma3, %shift : (tensor<1x5x16xf32>, tensor<1x1x16xf32>, tensor<1xi8>) -> tensor<1x5x16xf32>
  return %y, %s : tensor<1x5x16xf32>, tensor<1x5x16xf32>
}
