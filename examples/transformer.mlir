// A transformer of two pre-norm layers, 128 tokens of 512 channels, in f16: RMSNorm,
// attention with 8 heads, a gated FFN. The first layer is written as a tosa frontend
// writes it, the second one as a linalg frontend does; masks and positions are left out.
// Locations carry the names of the model's modules.

#attn_norm0 = loc("model.layers.0.attn_norm")
#attn0 = loc("model.layers.0.attn")
#ffn_norm0 = loc("model.layers.0.ffn_norm")
#ffn0 = loc("model.layers.0.ffn")
#attn_norm1 = loc("model.layers.1.attn_norm")
#attn1 = loc("model.layers.1.attn")
#ffn_norm1 = loc("model.layers.1.ffn_norm")
#ffn1 = loc("model.layers.1.ffn")
#norm = loc("model.norm")
#pool_norm = loc("pooler.norm")

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>

module @transformer {

func.func @forward(
    %x: tensor<1x128x512xf16>,
    %attn_gamma0: tensor<512xf16>, %wq0: tensor<512x512xf16>, %wk0: tensor<512x512xf16>,
    %wv0: tensor<512x512xf16>, %wo0: tensor<512x512xf16>,
    %ffn_gamma0: tensor<512xf16>, %gate0: tensor<512x1408xf16>, %up0: tensor<512x1408xf16>,
    %down0: tensor<1408x512xf16>,
    %attn_gamma1: tensor<512xf16>, %wq1: tensor<512x512xf16>, %wk1: tensor<512x512xf16>,
    %wv1: tensor<512x512xf16>, %wo1: tensor<512x512xf16>,
    %ffn_gamma1: tensor<512xf16>, %gate1: tensor<512x1408xf16>, %up1: tensor<512x1408xf16>,
    %down1: tensor<1408x512xf16>,
    %gamma: tensor<512xf16>) -> tensor<1x128x512xf16> {
  %zero = arith.constant 0.0 : f16
  %rows_init = tensor.empty() : tensor<128x512xf16>
  %rows = linalg.fill ins(%zero : f16) outs(%rows_init : tensor<128x512xf16>) -> tensor<128x512xf16>
  %inner_init = tensor.empty() : tensor<128x1408xf16>
  %inner = linalg.fill ins(%zero : f16) outs(%inner_init : tensor<128x1408xf16>) -> tensor<128x1408xf16>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %to_rows = tosa.const_shape {values = dense<[128, 512]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %to_batch = tosa.const_shape {values = dense<[1, 128, 512]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %to_heads = tosa.const_shape {values = dense<[128, 8, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %to_gamma = tosa.const_shape {values = dense<[1, 1, 512]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %per_channel = "tosa.const"() <{values = dense<0.001953125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %square = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %eps = "tosa.const"() <{values = dense<1.0e-6> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %head_scale = "tosa.const"() <{values = dense<0.125> : tensor<1x1x1xf16>}> : () -> tensor<1x1x1xf16>
  %zero_point = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>

  // Layer 0, in tosa.
  %an0_wide = tosa.cast %x : (tensor<1x128x512xf16>) -> tensor<1x128x512xf32> loc(#attn_norm0)
  %an0_square = tosa.pow %an0_wide, %square : (tensor<1x128x512xf32>, tensor<1x1x1xf32>) -> tensor<1x128x512xf32> loc(#attn_norm0)
  %an0_sum = tosa.reduce_sum %an0_square {axis = 2 : i32} : (tensor<1x128x512xf32>) -> tensor<1x128x1xf32> loc(#attn_norm0)
  %an0_mean = tosa.mul %an0_sum, %per_channel, %shift : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32> loc(#attn_norm0)
  %an0_eps = tosa.add %an0_mean, %eps : (tensor<1x128x1xf32>, tensor<1x1x1xf32>) -> tensor<1x128x1xf32> loc(#attn_norm0)
  %an0_rstd = tosa.rsqrt %an0_eps : (tensor<1x128x1xf32>) -> tensor<1x128x1xf32> loc(#attn_norm0)
  %an0_scaled = tosa.mul %an0_wide, %an0_rstd, %shift : (tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1xi8>) -> tensor<1x128x512xf32> loc(#attn_norm0)
  %an0_narrow = tosa.cast %an0_scaled : (tensor<1x128x512xf32>) -> tensor<1x128x512xf16> loc(#attn_norm0)
  %an0_gamma = tosa.reshape %attn_gamma0, %to_gamma : (tensor<512xf16>, !tosa.shape<3>) -> tensor<1x1x512xf16> loc(#attn_norm0)
  %an0 = tosa.mul %an0_narrow, %an0_gamma, %shift : (tensor<1x128x512xf16>, tensor<1x1x512xf16>, tensor<1xi8>) -> tensor<1x128x512xf16> loc(#attn_norm0)

  %a0_in = tosa.reshape %an0, %to_rows : (tensor<1x128x512xf16>, !tosa.shape<2>) -> tensor<128x512xf16> loc(#attn0)
  %a0_q = linalg.matmul ins(%a0_in, %wq0 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn0)
  %a0_k = linalg.matmul ins(%a0_in, %wk0 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn0)
  %a0_v = linalg.matmul ins(%a0_in, %wv0 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn0)
  %a0_qh = tosa.reshape %a0_q, %to_heads : (tensor<128x512xf16>, !tosa.shape<3>) -> tensor<128x8x64xf16> loc(#attn0)
  %a0_kh = tosa.reshape %a0_k, %to_heads : (tensor<128x512xf16>, !tosa.shape<3>) -> tensor<128x8x64xf16> loc(#attn0)
  %a0_vh = tosa.reshape %a0_v, %to_heads : (tensor<128x512xf16>, !tosa.shape<3>) -> tensor<128x8x64xf16> loc(#attn0)
  %a0_qt = tosa.transpose %a0_qh {perms = array<i32: 1, 0, 2>} : (tensor<128x8x64xf16>) -> tensor<8x128x64xf16> loc(#attn0)
  %a0_kt = tosa.transpose %a0_kh {perms = array<i32: 1, 2, 0>} : (tensor<128x8x64xf16>) -> tensor<8x64x128xf16> loc(#attn0)
  %a0_vt = tosa.transpose %a0_vh {perms = array<i32: 1, 0, 2>} : (tensor<128x8x64xf16>) -> tensor<8x128x64xf16> loc(#attn0)
  %a0_qk = tosa.matmul %a0_qt, %a0_kt, %zero_point, %zero_point : (tensor<8x128x64xf16>, tensor<8x64x128xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<8x128x128xf16> loc(#attn0)
  %a0_scores = tosa.mul %a0_qk, %head_scale, %shift : (tensor<8x128x128xf16>, tensor<1x1x1xf16>, tensor<1xi8>) -> tensor<8x128x128xf16> loc(#attn0)
  %a0_max = tosa.reduce_max %a0_scores {axis = 2 : i32} : (tensor<8x128x128xf16>) -> tensor<8x128x1xf16> loc(#attn0)
  %a0_shifted = tosa.sub %a0_scores, %a0_max : (tensor<8x128x128xf16>, tensor<8x128x1xf16>) -> tensor<8x128x128xf16> loc(#attn0)
  %a0_exp = tosa.exp %a0_shifted : (tensor<8x128x128xf16>) -> tensor<8x128x128xf16> loc(#attn0)
  %a0_total = tosa.reduce_sum %a0_exp {axis = 2 : i32} : (tensor<8x128x128xf16>) -> tensor<8x128x1xf16> loc(#attn0)
  %a0_inverse = tosa.reciprocal %a0_total : (tensor<8x128x1xf16>) -> tensor<8x128x1xf16> loc(#attn0)
  %a0_p = tosa.mul %a0_exp, %a0_inverse, %shift : (tensor<8x128x128xf16>, tensor<8x128x1xf16>, tensor<1xi8>) -> tensor<8x128x128xf16> loc(#attn0)
  %a0_pv = tosa.matmul %a0_p, %a0_vt, %zero_point, %zero_point : (tensor<8x128x128xf16>, tensor<8x128x64xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<8x128x64xf16> loc(#attn0)
  %a0_back = tosa.transpose %a0_pv {perms = array<i32: 1, 0, 2>} : (tensor<8x128x64xf16>) -> tensor<128x8x64xf16> loc(#attn0)
  %a0_heads = tosa.reshape %a0_back, %to_rows : (tensor<128x8x64xf16>, !tosa.shape<2>) -> tensor<128x512xf16> loc(#attn0)
  %a0_o = linalg.matmul ins(%a0_heads, %wo0 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn0)
  %a0_out = tosa.reshape %a0_o, %to_batch : (tensor<128x512xf16>, !tosa.shape<3>) -> tensor<1x128x512xf16> loc(#attn0)
  %h0 = tosa.add %x, %a0_out : (tensor<1x128x512xf16>, tensor<1x128x512xf16>) -> tensor<1x128x512xf16> loc(#attn0)

  %fn0_wide = tosa.cast %h0 : (tensor<1x128x512xf16>) -> tensor<1x128x512xf32> loc(#ffn_norm0)
  %fn0_square = tosa.pow %fn0_wide, %square : (tensor<1x128x512xf32>, tensor<1x1x1xf32>) -> tensor<1x128x512xf32> loc(#ffn_norm0)
  %fn0_sum = tosa.reduce_sum %fn0_square {axis = 2 : i32} : (tensor<1x128x512xf32>) -> tensor<1x128x1xf32> loc(#ffn_norm0)
  %fn0_mean = tosa.mul %fn0_sum, %per_channel, %shift : (tensor<1x128x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x128x1xf32> loc(#ffn_norm0)
  %fn0_eps = tosa.add %fn0_mean, %eps : (tensor<1x128x1xf32>, tensor<1x1x1xf32>) -> tensor<1x128x1xf32> loc(#ffn_norm0)
  %fn0_rstd = tosa.rsqrt %fn0_eps : (tensor<1x128x1xf32>) -> tensor<1x128x1xf32> loc(#ffn_norm0)
  %fn0_scaled = tosa.mul %fn0_wide, %fn0_rstd, %shift : (tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1xi8>) -> tensor<1x128x512xf32> loc(#ffn_norm0)
  %fn0_narrow = tosa.cast %fn0_scaled : (tensor<1x128x512xf32>) -> tensor<1x128x512xf16> loc(#ffn_norm0)
  %fn0_gamma = tosa.reshape %ffn_gamma0, %to_gamma : (tensor<512xf16>, !tosa.shape<3>) -> tensor<1x1x512xf16> loc(#ffn_norm0)
  %fn0 = tosa.mul %fn0_narrow, %fn0_gamma, %shift : (tensor<1x128x512xf16>, tensor<1x1x512xf16>, tensor<1xi8>) -> tensor<1x128x512xf16> loc(#ffn_norm0)

  %f0_in = tosa.reshape %fn0, %to_rows : (tensor<1x128x512xf16>, !tosa.shape<2>) -> tensor<128x512xf16> loc(#ffn0)
  %f0_gate = linalg.matmul ins(%f0_in, %gate0 : tensor<128x512xf16>, tensor<512x1408xf16>) outs(%inner : tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn0)
  %f0_sigmoid = tosa.sigmoid %f0_gate : (tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn0)
  %f0_silu = tosa.mul %f0_gate, %f0_sigmoid, %shift : (tensor<128x1408xf16>, tensor<128x1408xf16>, tensor<1xi8>) -> tensor<128x1408xf16> loc(#ffn0)
  %f0_up = linalg.matmul ins(%f0_in, %up0 : tensor<128x512xf16>, tensor<512x1408xf16>) outs(%inner : tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn0)
  %f0_gated = tosa.mul %f0_silu, %f0_up, %shift : (tensor<128x1408xf16>, tensor<128x1408xf16>, tensor<1xi8>) -> tensor<128x1408xf16> loc(#ffn0)
  %f0_down = linalg.matmul ins(%f0_gated, %down0 : tensor<128x1408xf16>, tensor<1408x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#ffn0)
  %f0_out = tosa.reshape %f0_down, %to_batch : (tensor<128x512xf16>, !tosa.shape<3>) -> tensor<1x128x512xf16> loc(#ffn0)
  %h1 = tosa.add %h0, %f0_out : (tensor<1x128x512xf16>, tensor<1x128x512xf16>) -> tensor<1x128x512xf16> loc(#ffn0)

  // Layer 1, in linalg.
  %two = arith.constant 2.0 : f32
  %epsilon = arith.constant 1.0e-6 : f32
  %channels = arith.constant 512.0 : f32
  %zero_wide = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f16
  %batch_init = tensor.empty() : tensor<1x128x512xf16>
  %wide_init = tensor.empty() : tensor<1x128x512xf32>
  %row_init = tensor.empty() : tensor<1x128x1xf32>
  %sum_init = linalg.fill ins(%zero_wide : f32) outs(%row_init : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
  %heads_init = tensor.empty() : tensor<8x128x64xf16>
  %keys_init = tensor.empty() : tensor<8x64x128xf16>
  %back_init = tensor.empty() : tensor<128x8x64xf16>
  %scores_init = tensor.empty() : tensor<8x128x128xf16>
  %heads = linalg.fill ins(%zero : f16) outs(%heads_init : tensor<8x128x64xf16>) -> tensor<8x128x64xf16>
  %scores = linalg.fill ins(%zero : f16) outs(%scores_init : tensor<8x128x128xf16>) -> tensor<8x128x128xf16>
  %an1_wide = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%h1 : tensor<1x128x512xf16>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f16, %out: f32):
    %r = arith.extf %in : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#attn_norm1)
  %an1_square = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_wide : tensor<1x128x512xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.powf %in, %two : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#attn_norm1)
  %an1_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%an1_square : tensor<1x128x512xf32>) outs(%sum_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#attn_norm1)
  %an1_mean = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_sum : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.divf %in, %channels : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#attn_norm1)
  %an1_eps = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_mean : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %epsilon : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#attn_norm1)
  %an1_rstd = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_eps : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#attn_norm1)
  %an1_scaled = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_wide, %an1_rstd : tensor<1x128x512xf32>, tensor<1x128x1xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %rstd: f32, %out: f32):
    %r = arith.mulf %in, %rstd : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#attn_norm1)
  %an1_narrow = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%an1_scaled : tensor<1x128x512xf32>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = arith.truncf %in : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#attn_norm1)
  %an1 = linalg.generic {indexing_maps = [#last3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%attn_gamma1, %an1_narrow : tensor<512xf16>, tensor<1x128x512xf16>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%g: f16, %in: f16, %out: f16):
    %r = arith.mulf %g, %in : f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#attn_norm1)

  %a1_in = tensor.collapse_shape %an1 [[0, 1], [2]] : tensor<1x128x512xf16> into tensor<128x512xf16> loc(#attn1)
  %a1_q = linalg.matmul ins(%a1_in, %wq1 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn1)
  %a1_k = linalg.matmul ins(%a1_in, %wk1 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn1)
  %a1_v = linalg.matmul ins(%a1_in, %wv1 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn1)
  %a1_qh = tensor.expand_shape %a1_q [[0], [1, 2]] output_shape [128, 8, 64] : tensor<128x512xf16> into tensor<128x8x64xf16> loc(#attn1)
  %a1_kh = tensor.expand_shape %a1_k [[0], [1, 2]] output_shape [128, 8, 64] : tensor<128x512xf16> into tensor<128x8x64xf16> loc(#attn1)
  %a1_vh = tensor.expand_shape %a1_v [[0], [1, 2]] output_shape [128, 8, 64] : tensor<128x512xf16> into tensor<128x8x64xf16> loc(#attn1)
  %a1_qt = linalg.transpose ins(%a1_qh : tensor<128x8x64xf16>) outs(%heads_init : tensor<8x128x64xf16>) permutation = [1, 0, 2] loc(#attn1)
  %a1_kt = linalg.transpose ins(%a1_kh : tensor<128x8x64xf16>) outs(%keys_init : tensor<8x64x128xf16>) permutation = [1, 2, 0] loc(#attn1)
  %a1_vt = linalg.transpose ins(%a1_vh : tensor<128x8x64xf16>) outs(%heads_init : tensor<8x128x64xf16>) permutation = [1, 0, 2] loc(#attn1)
  %a1_qk = linalg.batch_matmul ins(%a1_qt, %a1_kt : tensor<8x128x64xf16>, tensor<8x64x128xf16>) outs(%scores : tensor<8x128x128xf16>) -> tensor<8x128x128xf16> loc(#attn1)
  %a1_scores = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a1_qk : tensor<8x128x128xf16>) outs(%scores_init : tensor<8x128x128xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = arith.mulf %in, %scale : f16
    linalg.yield %r : f16
  } -> tensor<8x128x128xf16> loc(#attn1)
  %a1_p = linalg.softmax dimension(2) ins(%a1_scores : tensor<8x128x128xf16>) outs(%scores_init : tensor<8x128x128xf16>) -> tensor<8x128x128xf16> loc(#attn1)
  %a1_pv = linalg.batch_matmul ins(%a1_p, %a1_vt : tensor<8x128x128xf16>, tensor<8x128x64xf16>) outs(%heads : tensor<8x128x64xf16>) -> tensor<8x128x64xf16> loc(#attn1)
  %a1_back = linalg.transpose ins(%a1_pv : tensor<8x128x64xf16>) outs(%back_init : tensor<128x8x64xf16>) permutation = [1, 0, 2] loc(#attn1)
  %a1_heads = tensor.collapse_shape %a1_back [[0], [1, 2]] : tensor<128x8x64xf16> into tensor<128x512xf16> loc(#attn1)
  %a1_o = linalg.matmul ins(%a1_heads, %wo1 : tensor<128x512xf16>, tensor<512x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#attn1)
  %a1_out = tensor.expand_shape %a1_o [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xf16> into tensor<1x128x512xf16> loc(#attn1)
  %h2 = linalg.add ins(%h1, %a1_out : tensor<1x128x512xf16>, tensor<1x128x512xf16>) outs(%batch_init : tensor<1x128x512xf16>) -> tensor<1x128x512xf16> loc(#attn1)

  %fn1_wide = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%h2 : tensor<1x128x512xf16>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f16, %out: f32):
    %r = arith.extf %in : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#ffn_norm1)
  %fn1_square = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_wide : tensor<1x128x512xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.powf %in, %two : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#ffn_norm1)
  %fn1_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%fn1_square : tensor<1x128x512xf32>) outs(%sum_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#ffn_norm1)
  %fn1_mean = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_sum : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.divf %in, %channels : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#ffn_norm1)
  %fn1_eps = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_mean : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %epsilon : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#ffn_norm1)
  %fn1_rstd = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_eps : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#ffn_norm1)
  %fn1_scaled = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_wide, %fn1_rstd : tensor<1x128x512xf32>, tensor<1x128x1xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %rstd: f32, %out: f32):
    %r = arith.mulf %in, %rstd : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#ffn_norm1)
  %fn1_narrow = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%fn1_scaled : tensor<1x128x512xf32>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = arith.truncf %in : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#ffn_norm1)
  %fn1 = linalg.generic {indexing_maps = [#last3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ffn_gamma1, %fn1_narrow : tensor<512xf16>, tensor<1x128x512xf16>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%g: f16, %in: f16, %out: f16):
    %r = arith.mulf %g, %in : f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#ffn_norm1)

  %f1_in = tensor.collapse_shape %fn1 [[0, 1], [2]] : tensor<1x128x512xf16> into tensor<128x512xf16> loc(#ffn1)
  %f1_gate = linalg.matmul ins(%f1_in, %gate1 : tensor<128x512xf16>, tensor<512x1408xf16>) outs(%inner : tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn1)
  %f1_silu = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%f1_gate : tensor<128x1408xf16>) outs(%inner_init : tensor<128x1408xf16>) {
  ^bb0(%in: f16, %out: f16):
    %one = arith.constant 1.0 : f16
    %minus = arith.negf %in : f16
    %exp = math.exp %minus : f16
    %denominator = arith.addf %exp, %one : f16
    %r = arith.divf %in, %denominator : f16
    linalg.yield %r : f16
  } -> tensor<128x1408xf16> loc(#ffn1)
  %f1_up = linalg.matmul ins(%f1_in, %up1 : tensor<128x512xf16>, tensor<512x1408xf16>) outs(%inner : tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn1)
  %f1_gated = linalg.mul ins(%f1_silu, %f1_up : tensor<128x1408xf16>, tensor<128x1408xf16>) outs(%inner_init : tensor<128x1408xf16>) -> tensor<128x1408xf16> loc(#ffn1)
  %f1_down = linalg.matmul ins(%f1_gated, %down1 : tensor<128x1408xf16>, tensor<1408x512xf16>) outs(%rows : tensor<128x512xf16>) -> tensor<128x512xf16> loc(#ffn1)
  %f1_out = tensor.expand_shape %f1_down [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xf16> into tensor<1x128x512xf16> loc(#ffn1)
  %h3 = linalg.add ins(%h2, %f1_out : tensor<1x128x512xf16>, tensor<1x128x512xf16>) outs(%batch_init : tensor<1x128x512xf16>) -> tensor<1x128x512xf16> loc(#ffn1)

  %y_wide = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%h3 : tensor<1x128x512xf16>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f16, %out: f32):
    %r = arith.extf %in : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#norm)
  %y_square = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_wide : tensor<1x128x512xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.powf %in, %two : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#norm)
  %y_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%y_square : tensor<1x128x512xf32>) outs(%sum_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#norm)
  %y_mean = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_sum : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.divf %in, %channels : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#norm)
  %y_eps = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_mean : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %epsilon : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#norm)
  %y_rstd = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_eps : tensor<1x128x1xf32>) outs(%row_init : tensor<1x128x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<1x128x1xf32> loc(#norm)
  %y_scaled = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_wide, %y_rstd : tensor<1x128x512xf32>, tensor<1x128x1xf32>) outs(%wide_init : tensor<1x128x512xf32>) {
  ^bb0(%in: f32, %rstd: f32, %out: f32):
    %r = arith.mulf %in, %rstd : f32
    linalg.yield %r : f32
  } -> tensor<1x128x512xf32> loc(#norm)
  %y_narrow = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y_scaled : tensor<1x128x512xf32>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = arith.truncf %in : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#norm)
  %y = linalg.generic {indexing_maps = [#last3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%gamma, %y_narrow : tensor<512xf16>, tensor<1x128x512xf16>) outs(%batch_init : tensor<1x128x512xf16>) {
  ^bb0(%g: f16, %in: f16, %out: f16):
    %r = arith.mulf %g, %in : f16
    linalg.yield %r : f16
  } -> tensor<1x128x512xf16> loc(#norm)
  return %y : tensor<1x128x512xf16>
}

// Embeds a text: the normalised last token. Serving never calls it.
func.func @embed(%hidden: tensor<1x1x512xf16>, %pool_gamma: tensor<512xf16>) -> tensor<1x1x512xf16> {
  %zero_wide = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %epsilon = arith.constant 1.0e-6 : f32
  %channels = arith.constant 512.0 : f32
  %batch_init = tensor.empty() : tensor<1x1x512xf16>
  %wide_init = tensor.empty() : tensor<1x1x512xf32>
  %row_init = tensor.empty() : tensor<1x1x1xf32>
  %sum_init = linalg.fill ins(%zero_wide : f32) outs(%row_init : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %e_wide = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%hidden : tensor<1x1x512xf16>) outs(%wide_init : tensor<1x1x512xf32>) {
  ^bb0(%in: f16, %out: f32):
    %r = arith.extf %in : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x1x512xf32> loc(#pool_norm)
  %e_square = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_wide : tensor<1x1x512xf32>) outs(%wide_init : tensor<1x1x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.powf %in, %two : f32
    linalg.yield %r : f32
  } -> tensor<1x1x512xf32> loc(#pool_norm)
  %e_sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e_square : tensor<1x1x512xf32>) outs(%sum_init : tensor<1x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32> loc(#pool_norm)
  %e_mean = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_sum : tensor<1x1x1xf32>) outs(%row_init : tensor<1x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.divf %in, %channels : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32> loc(#pool_norm)
  %e_eps = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_mean : tensor<1x1x1xf32>) outs(%row_init : tensor<1x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %epsilon : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32> loc(#pool_norm)
  %e_rstd = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_eps : tensor<1x1x1xf32>) outs(%row_init : tensor<1x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32> loc(#pool_norm)
  %e_scaled = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_wide, %e_rstd : tensor<1x1x512xf32>, tensor<1x1x1xf32>) outs(%wide_init : tensor<1x1x512xf32>) {
  ^bb0(%in: f32, %rstd: f32, %out: f32):
    %r = arith.mulf %in, %rstd : f32
    linalg.yield %r : f32
  } -> tensor<1x1x512xf32> loc(#pool_norm)
  %e_narrow = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e_scaled : tensor<1x1x512xf32>) outs(%batch_init : tensor<1x1x512xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = arith.truncf %in : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x1x512xf16> loc(#pool_norm)
  %e = linalg.generic {indexing_maps = [#last3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%pool_gamma, %e_narrow : tensor<512xf16>, tensor<1x1x512xf16>) outs(%batch_init : tensor<1x1x512xf16>) {
  ^bb0(%g: f16, %in: f16, %out: f16):
    %r = arith.mulf %g, %in : f16
    linalg.yield %r : f16
  } -> tensor<1x1x512xf16> loc(#pool_norm)
  return %e : tensor<1x1x512xf16>
}

}
