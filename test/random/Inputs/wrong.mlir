func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %sum = arith.addf %x, %y : tensor<4x8xf32>
  %tanh = math.tanh %sum : tensor<4x8xf32>
  return %tanh : tensor<4x8xf32>
}
