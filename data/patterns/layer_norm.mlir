// layer_norm: (x - mean) * rsqrt(var + eps) * gamma + beta over the last axes.

func.func private @layer_norm(tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, f32) -> tensor<4x16xf32>

func.func private @layer_norm.before(
    %x: tensor<4x16xf32>, %gamma: tensor<16xf32> {npu.identity = 1.0},
    %beta: tensor<16xf32> {npu.identity = 0.0}, %eps: f32) -> tensor<4x16xf32> {
  %mean = func.call @mean(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %centred = arith.subf %x, %mean : tensor<4x16xf32>
  %var = func.call @variance(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %rstd = func.call @rstd(%var, %eps) : (tensor<4x16xf32>, f32) -> tensor<4x16xf32>
  %normal = arith.mulf %centred, %rstd : tensor<4x16xf32>
  %g = func.call @each_row(%gamma) : (tensor<16xf32>) -> tensor<4x16xf32>
  %scaled = arith.mulf %normal, %g : tensor<4x16xf32>
  %b = func.call @each_row(%beta) : (tensor<16xf32>) -> tensor<4x16xf32>
  %y = arith.addf %scaled, %b : tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

// Folded to one multiply and one add an element:
// x * (rstd * gamma) + (beta - mean * (rstd * gamma))
func.func private @layer_norm.before_folded(
    %x: tensor<4x16xf32>, %gamma: tensor<16xf32> {npu.identity = 1.0},
    %beta: tensor<16xf32>, %eps: f32) -> tensor<4x16xf32> {
  %mean = func.call @mean(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %var = func.call @variance(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %rstd = func.call @rstd(%var, %eps) : (tensor<4x16xf32>, f32) -> tensor<4x16xf32>
  %g = func.call @each_row(%gamma) : (tensor<16xf32>) -> tensor<4x16xf32>
  %scale = arith.mulf %rstd, %g : tensor<4x16xf32>
  %scaled = arith.mulf %x, %scale : tensor<4x16xf32>
  %offset = arith.mulf %mean, %scale : tensor<4x16xf32>
  %b = func.call @each_row(%beta) : (tensor<16xf32>) -> tensor<4x16xf32>
  %shift = arith.subf %b, %offset : tensor<4x16xf32>
  %y = arith.addf %scaled, %shift : tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

func.func private @layer_norm.after(%x: tensor<4x16xf32>, %gamma: tensor<16xf32>,
    %beta: tensor<16xf32>, %eps: f32) -> tensor<4x16xf32> {
  %init = tensor.empty() : tensor<4x16xf32>
  %y = npu.layer_norm ins(%x : tensor<4x16xf32>) gamma(%gamma : tensor<16xf32>)
         beta(%beta : tensor<16xf32>) eps(%eps : f32) outs(%init : tensor<4x16xf32>)
  return %y : tensor<4x16xf32>
}
