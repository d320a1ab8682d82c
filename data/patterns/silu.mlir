// silu: x / (1 + exp(-x)).

func.func private @silu(tensor<16xf64>) -> tensor<16xf64>

// x * sigmoid(x), whose spellings with exp are rules.
func.func private @silu.before(%x: tensor<16xf64>) -> tensor<16xf64> {
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %negative = arith.negf %x : tensor<16xf64>
  %exp = math.exp %negative : tensor<16xf64>
  %sum = arith.addf %exp, %one : tensor<16xf64>
  %y = arith.divf %x, %sum : tensor<16xf64>
  return %y : tensor<16xf64>
}

// x * (1 + tanh(x / 2)) / 2
func.func private @silu.before_tanh(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %scaled = arith.mulf %x, %half : tensor<16xf64>
  %tanh = math.tanh %scaled : tensor<16xf64>
  %sum = arith.addf %tanh, %one : tensor<16xf64>
  %product = arith.mulf %x, %sum : tensor<16xf64>
  %y = arith.mulf %product, %half : tensor<16xf64>
  return %y : tensor<16xf64>
}

// x * (0.5 * tanh(x / 2) + 0.5)
func.func private @silu.before_tanh_halved(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %scaled = arith.mulf %x, %half : tensor<16xf64>
  %tanh = math.tanh %scaled : tensor<16xf64>
  %product = arith.mulf %tanh, %half : tensor<16xf64>
  %sum = arith.addf %product, %half : tensor<16xf64>
  %y = arith.mulf %x, %sum : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @silu.after(%x: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.silu ins(%x : tensor<16xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}
