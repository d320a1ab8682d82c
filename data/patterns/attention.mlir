// attention: softmax(scale * Q K^T, masked) V.
//
// The scale may stand on the query, on the key, or behind the product: the
// operator's is the product of the three. A mask is added, or chooses between
// the score and a fill.

#attention_q = affine_map<(b, n, i, j, d) -> (b, n, i, d)>
#attention_k = affine_map<(b, n, i, j, d) -> (b, n, j, d)>
#attention_s = affine_map<(b, n, i, j, d) -> (b, n, i, j)>

func.func private @scores(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x5x8xf32>,
    %q_scale: f32, %k_scale: f32, %scale: f32) -> tensor<2x3x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %qk = linalg.generic {indexing_maps = [#attention_q, #attention_k, #attention_s],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x4x8xf32>, tensor<2x3x5x8xf32>) outs(%init : tensor<2x3x4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %q_scale : f32
    %1 = arith.mulf %b, %k_scale : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x3x4x5xf32>
  %c = tensor.splat %scale : tensor<2x3x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x3x4x5xf32>
  return %s : tensor<2x3x4x5xf32>
}

#attention_p = affine_map<(b, n, i, e, j) -> (b, n, i, j)>
#attention_v = affine_map<(b, n, i, e, j) -> (b, n, j, e)>
#attention_o = affine_map<(b, n, i, e, j) -> (b, n, i, e)>

func.func private @weighted_sum(%p: tensor<2x3x4x5xf32>, %v: tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
  %y = linalg.generic {indexing_maps = [#attention_p, #attention_v, #attention_o],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x4x6xf32>
  return %y : tensor<2x3x4x6xf32>
}

func.func private @output(tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>

func.func private @output.before_normal(%s: tensor<2x3x4x5xf32>, %v: tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %p = func.call @softmax(%s) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %y = func.call @weighted_sum(%p, %v) : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %y : tensor<2x3x4x6xf32>
}

// Divided by the sum of the weights at last.
func.func private @output.before_divided_late(%s: tensor<2x3x4x5xf32>, %v: tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %w = func.call @weights(%s) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %y = func.call @weighted_sum(%w, %v) : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%w : tensor<2x3x4x5xf32>) outs(%init : tensor<2x3x4xf32>) dimensions = [3]
  %wide = tensor.empty() : tensor<2x3x4x6xf32>
  %along = linalg.broadcast ins(%sum : tensor<2x3x4xf32>) outs(%wide : tensor<2x3x4x6xf32>) dimensions = [3]
  %z = arith.divf %y, %along : tensor<2x3x4x6xf32>
  return %z : tensor<2x3x4x6xf32>
}

func.func private @attention.before_add(
    %q: tensor<2x3x4x8xf32>, %k: tensor<2x3x5x8xf32> {npu.grouped = 1 : i64},
    %v: tensor<2x3x5x6xf32> {npu.grouped = 1 : i64},
    %mask: tensor<2x3x4x5xf32> {npu.identity = 0.0, npu.broadcast}, %fill: f32,
    %q_scale: f32 {npu.identity = 1.0}, %k_scale: f32 {npu.identity = 1.0},
    %scale: f32 {npu.identity = 1.0}) -> tensor<2x3x4x6xf32> {
  %s = func.call @scores(%q, %k, %q_scale, %k_scale, %scale)
      : (tensor<2x3x4x8xf32>, tensor<2x3x5x8xf32>, f32, f32, f32) -> tensor<2x3x4x5xf32>
  %masked = arith.addf %s, %mask : tensor<2x3x4x5xf32>
  %y = func.call @output(%masked, %v) : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %y : tensor<2x3x4x6xf32>
}

func.func private @attention.before_select(
    %q: tensor<2x3x4x8xf32>, %k: tensor<2x3x5x8xf32> {npu.grouped = 1 : i64},
    %v: tensor<2x3x5x6xf32> {npu.grouped = 1 : i64},
    %mask: tensor<2x3x4x5xi1> {npu.broadcast}, %fill: f32,
    %q_scale: f32 {npu.identity = 1.0}, %k_scale: f32 {npu.identity = 1.0},
    %scale: f32 {npu.identity = 1.0}) -> tensor<2x3x4x6xf32> {
  %s = func.call @scores(%q, %k, %q_scale, %k_scale, %scale)
      : (tensor<2x3x4x8xf32>, tensor<2x3x5x8xf32>, f32, f32, f32) -> tensor<2x3x4x5xf32>
  %f = tensor.splat %fill : tensor<2x3x4x5xf32>
  %masked = arith.select %mask, %s, %f : tensor<2x3x4x5xi1>, tensor<2x3x4x5xf32>
  %y = func.call @output(%masked, %v) : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %y : tensor<2x3x4x6xf32>
}

func.func private @attention.after(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x5x8xf32>,
    %v: tensor<2x3x5x6xf32>, %mask: tensor<2x3x4x5xi1>, %fill: f32,
    %q_scale: f32, %k_scale: f32, %scale: f32) -> tensor<2x3x4x6xf32> {
  %0 = arith.mulf %q_scale, %k_scale : f32
  %1 = arith.mulf %0, %scale : f32
  %init = tensor.empty() : tensor<2x3x4x6xf32>
  %y = npu.attention ins(%q, %k, %v : tensor<2x3x4x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x6xf32>)
      mask(%mask : tensor<2x3x4x5xi1>) fill(%fill : f32) scale(%1 : f32)
      outs(%init : tensor<2x3x4x6xf32>)
  return %y : tensor<2x3x4x6xf32>
}

func.func private @attention.also_bsnd(%q: tensor<2x3x4x8xf32>, %k: tensor<2x3x5x8xf32>,
    %v: tensor<2x3x5x6xf32>, %mask: tensor<2x3x4x5xi1>, %fill: f32,
    %q_scale: f32, %k_scale: f32, %scale: f32) -> tensor<2x3x4x6xf32> {
  %0 = arith.mulf %q_scale, %k_scale : f32
  %1 = arith.mulf %0, %scale : f32
  %qe = tensor.empty() : tensor<2x4x3x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x3x4x8xf32>) outs(%qe : tensor<2x4x3x8xf32>) permutation = [0, 2, 1, 3]
  %ke = tensor.empty() : tensor<2x5x3x8xf32>
  %kt = linalg.transpose ins(%k : tensor<2x3x5x8xf32>) outs(%ke : tensor<2x5x3x8xf32>) permutation = [0, 2, 1, 3]
  %ve = tensor.empty() : tensor<2x5x3x6xf32>
  %vt = linalg.transpose ins(%v : tensor<2x3x5x6xf32>) outs(%ve : tensor<2x5x3x6xf32>) permutation = [0, 2, 1, 3]
  %init = tensor.empty() : tensor<2x4x3x6xf32>
  %y = npu.attention ins(%qt, %kt, %vt : tensor<2x4x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x6xf32>)
      mask(%mask : tensor<2x3x4x5xi1>) fill(%fill : f32) scale(%1 : f32) layout(BSND)
      outs(%init : tensor<2x4x3x6xf32>)
  %ye = tensor.empty() : tensor<2x3x4x6xf32>
  %t = linalg.transpose ins(%y : tensor<2x4x3x6xf32>) outs(%ye : tensor<2x3x4x6xf32>) permutation = [0, 2, 1, 3]
  return %t : tensor<2x3x4x6xf32>
}
