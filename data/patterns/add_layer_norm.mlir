// add_layer_norm: layer_norm(x1 + x2), and the sum.

func.func private @add_layer_norm.before(
    %x1: tensor<4x16xf32>, %x2: tensor<4x16xf32>, %bias: tensor<16xf32>,
    %gamma: tensor<16xf32> {npu.identity = 1.0}, %beta: tensor<16xf32> {npu.identity = 0.0},
    %eps: f32) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %sum = arith.addf %x1, %x2 : tensor<4x16xf32>
  %y = func.call @layer_norm(%sum, %gamma, %beta, %eps)
      : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, f32) -> tensor<4x16xf32>
  return %y, %sum : tensor<4x16xf32>, tensor<4x16xf32>
}

// With the bias of the projection in front of the residual add.
func.func private @add_layer_norm.before_bias(
    %x1: tensor<4x16xf32>, %x2: tensor<4x16xf32>, %bias: tensor<16xf32>,
    %gamma: tensor<16xf32> {npu.identity = 1.0}, %beta: tensor<16xf32> {npu.identity = 0.0},
    %eps: f32) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %b = func.call @each_row(%bias) : (tensor<16xf32>) -> tensor<4x16xf32>
  %biased = arith.addf %x1, %b : tensor<4x16xf32>
  %sum = arith.addf %biased, %x2 : tensor<4x16xf32>
  %y = func.call @layer_norm(%sum, %gamma, %beta, %eps)
      : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, f32) -> tensor<4x16xf32>
  return %y, %sum : tensor<4x16xf32>, tensor<4x16xf32>
}

func.func private @add_layer_norm.after(%x1: tensor<4x16xf32>, %x2: tensor<4x16xf32>,
    %bias: tensor<16xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>, %eps: f32)
    -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %init = tensor.empty() : tensor<4x16xf32>
  %y, %sum = npu.add_layer_norm ins(%x1, %x2 : tensor<4x16xf32>, tensor<4x16xf32>)
    bias(%bias : tensor<16xf32>) gamma(%gamma : tensor<16xf32>)
    beta(%beta : tensor<16xf32>) eps(%eps : f32)
    outs(%init, %init : tensor<4x16xf32>, tensor<4x16xf32>)
  return %y, %sum : tensor<4x16xf32>, tensor<4x16xf32>
}
