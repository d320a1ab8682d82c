// add_rms_norm: rms_norm(x1 + x2), and the sum.

func.func private @add_rms_norm.before(
    %x1: tensor<4x16xf32>, %x2: tensor<4x16xf32>,
    %gamma: tensor<16xf32> {npu.identity = 1.0}, %eps: f32)
    -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %sum = arith.addf %x1, %x2 : tensor<4x16xf32>
  %y = func.call @rms_norm.before(%sum, %gamma, %eps)
      : (tensor<4x16xf32>, tensor<16xf32>, f32) -> tensor<4x16xf32>
  return %y, %sum : tensor<4x16xf32>, tensor<4x16xf32>
}

func.func private @add_rms_norm.after(%x1: tensor<4x16xf32>, %x2: tensor<4x16xf32>,
    %gamma: tensor<16xf32>, %eps: f32) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %init = tensor.empty() : tensor<4x16xf32>
  %y, %sum = npu.add_rms_norm ins(%x1, %x2 : tensor<4x16xf32>, tensor<4x16xf32>)
    gamma(%gamma : tensor<16xf32>) eps(%eps : f32)
    outs(%init, %init : tensor<4x16xf32>, tensor<4x16xf32>)
  return %y, %sum : tensor<4x16xf32>, tensor<4x16xf32>
}
