// rms_norm: x * rsqrt(mean(x^2) + eps) * gamma over the last axes.

func.func private @rms_norm.before(
    %x: tensor<4x16xf32>, %gamma: tensor<16xf32> {npu.identity = 1.0},
    %eps: f32) -> tensor<4x16xf32> {
  %square = arith.mulf %x, %x : tensor<4x16xf32>
  %mean = func.call @mean(%square) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %rstd = func.call @rstd(%mean, %eps) : (tensor<4x16xf32>, f32) -> tensor<4x16xf32>
  %normal = arith.mulf %x, %rstd : tensor<4x16xf32>
  %g = func.call @each_row(%gamma) : (tensor<16xf32>) -> tensor<4x16xf32>
  %y = arith.mulf %normal, %g : tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

func.func private @rms_norm.after(%x: tensor<4x16xf32>, %gamma: tensor<16xf32>,
    %eps: f32) -> tensor<4x16xf32> {
  %init = tensor.empty() : tensor<4x16xf32>
  %y = npu.rms_norm ins(%x : tensor<4x16xf32>) gamma(%gamma : tensor<16xf32>)
         eps(%eps : f32) outs(%init : tensor<4x16xf32>)
  return %y : tensor<4x16xf32>
}
