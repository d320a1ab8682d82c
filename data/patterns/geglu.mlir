// geglu: gelu(gate) * up.

func.func private @geglu.before_none(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %gelu = func.call @gelu_none(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %gelu, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_none(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%gate, %up : tensor<16xf64>, tensor<16xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @geglu.before_tanh(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %gelu = func.call @gelu_tanh(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %gelu, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_tanh(%gate: tensor<16xf64>, %up: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%gate, %up : tensor<16xf64>, tensor<16xf64>) approximate(tanh) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

// The two halves of one tensor, either of them the gate.
func.func private @geglu.before_none_both(%both: tensor<32xf64> {npu.pairs = "half"}) -> tensor<16xf64> {
  %gate = tensor.extract_slice %both[0] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %up = tensor.extract_slice %both[16] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %value = func.call @gelu_none(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %value, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_none_both(%both: tensor<32xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%both : tensor<32xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @geglu.before_none_gate_last(%both: tensor<32xf64> {npu.pairs = "half"}) -> tensor<16xf64> {
  %gate = tensor.extract_slice %both[16] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %up = tensor.extract_slice %both[0] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %value = func.call @gelu_none(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %value, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_none_gate_last(%both: tensor<32xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%both : tensor<32xf64>) {gate_last} outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @geglu.before_tanh_both(%both: tensor<32xf64> {npu.pairs = "half"}) -> tensor<16xf64> {
  %gate = tensor.extract_slice %both[0] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %up = tensor.extract_slice %both[16] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %value = func.call @gelu_tanh(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %value, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_tanh_both(%both: tensor<32xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%both : tensor<32xf64>) approximate(tanh) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @geglu.before_tanh_gate_last(%both: tensor<32xf64> {npu.pairs = "half"}) -> tensor<16xf64> {
  %gate = tensor.extract_slice %both[16] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %up = tensor.extract_slice %both[0] [16] [1] : tensor<32xf64> to tensor<16xf64>
  %value = func.call @gelu_tanh(%gate) : (tensor<16xf64>) -> tensor<16xf64>
  %y = arith.mulf %value, %up : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @geglu.after_tanh_gate_last(%both: tensor<32xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.geglu ins(%both : tensor<32xf64>) approximate(tanh) {gate_last} outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}
