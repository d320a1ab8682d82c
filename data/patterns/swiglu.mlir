// swiglu: silu(gate) * up.

func.func private @swiglu.before(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %silu = func.call @silu(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %silu, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @swiglu.after(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.swiglu ins(%gate, %up : tensor<16xf64>, tensor<16xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

// The two halves of one tensor.
func.func private @swiglu.before_both(%both: tensor<32xf64> {npu.pairs = "half"}) -> tensor<16xf64> {
  %gate = tensor.extract_slice %both[0] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %up = tensor.extract_slice %both[16] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %value = func.call @silu(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %value, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @swiglu.after_both(%both: tensor<32xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.swiglu ins(%both : tensor<32xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}
