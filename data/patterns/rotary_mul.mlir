// rotary_mul: of each pair (x1, x2) along the last axis,
// (x1 * cos - x2 * sin, x2 * cos + x1 * sin).
//
// The pairs are what is rotated, so the pattern is two formulas, one for each
// member: rotate_half(x) * sin of many models is (-x2 * sin, x1 * sin).

func.func private @rotary_mul.before_half(%x: tensor<16xf32> {npu.pairs = "half"},
    %cos: tensor<16xf32> {npu.pairs = "half", npu.broadcast},
    %sin: tensor<16xf32> {npu.pairs = "half", npu.broadcast})
    -> (tensor<16xf32> {npu.pairs = "half"}) {
  %x1 = tensor.extract_slice %x[0] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %x2 = tensor.extract_slice %x[8] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %c1 = tensor.extract_slice %cos[0] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %c2 = tensor.extract_slice %cos[8] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %s1 = tensor.extract_slice %sin[0] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %s2 = tensor.extract_slice %sin[8] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %y1 = func.call @rotated_first(%x1, %x2, %c1, %s1)
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y2 = func.call @rotated_second(%x1, %x2, %c2, %s2)
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y = tensor.concat dim(0) %y1, %y2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %y : tensor<16xf32>
}

func.func private @rotary_mul.after_half(%x: tensor<16xf32>, %cos: tensor<16xf32>, %sin: tensor<16xf32>)
    -> tensor<16xf32> {
  %init = tensor.empty() : tensor<16xf32>
  %y = npu.rotary_mul ins(%x, %cos, %sin : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
         mode(half) outs(%init : tensor<16xf32>)
  return %y : tensor<16xf32>
}

func.func private @rotary_mul.before_interleaved(%x: tensor<16xf32> {npu.pairs = "interleaved"},
    %cos: tensor<16xf32> {npu.pairs = "interleaved", npu.broadcast},
    %sin: tensor<16xf32> {npu.pairs = "interleaved", npu.broadcast})
    -> (tensor<16xf32> {npu.pairs = "interleaved"}) {
  %x1 = tensor.extract_slice %x[0] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %x2 = tensor.extract_slice %x[1] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %c1 = tensor.extract_slice %cos[0] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %c2 = tensor.extract_slice %cos[1] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %s1 = tensor.extract_slice %sin[0] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %s2 = tensor.extract_slice %sin[1] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %y1 = func.call @rotated_first(%x1, %x2, %c1, %s1)
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y2 = func.call @rotated_second(%x1, %x2, %c2, %s2)
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %empty = tensor.empty() : tensor<16xf32>
  %even = tensor.insert_slice %y1 into %empty[0] [8] [2] : tensor<8xf32> into tensor<16xf32>
  %y = tensor.insert_slice %y2 into %even[1] [8] [2] : tensor<8xf32> into tensor<16xf32>
  return %y : tensor<16xf32>
}

func.func private @rotary_mul.after_interleaved(%x: tensor<16xf32>, %cos: tensor<16xf32>, %sin: tensor<16xf32>)
    -> tensor<16xf32> {
  %init = tensor.empty() : tensor<16xf32>
  %y = npu.rotary_mul ins(%x, %cos, %sin : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
         mode(interleaved) outs(%init : tensor<16xf32>)
  return %y : tensor<16xf32>
}

func.func private @rotated_first(tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>

// x1 * cos - x2 * sin
func.func private @rotated_first.before(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x1, %c : tensor<8xf32>
  %b = arith.mulf %x2, %s : tensor<8xf32>
  %y = arith.subf %a, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}

// x1 * cos + -x2 * sin
func.func private @rotated_first.before_negative_x(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x1, %c : tensor<8xf32>
  %n = arith.negf %x2 : tensor<8xf32>
  %b = arith.mulf %n, %s : tensor<8xf32>
  %y = arith.addf %a, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}

// x1 * cos + x2 * -sin
func.func private @rotated_first.before_negative_sin(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x1, %c : tensor<8xf32>
  %n = arith.negf %s : tensor<8xf32>
  %b = arith.mulf %x2, %n : tensor<8xf32>
  %y = arith.addf %a, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}

// x1 * cos + -(x2 * sin)
func.func private @rotated_first.before_negative_product(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x1, %c : tensor<8xf32>
  %b = arith.mulf %x2, %s : tensor<8xf32>
  %n = arith.negf %b : tensor<8xf32>
  %y = arith.addf %a, %n : tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func private @rotated_second(tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>

// x2 * cos + x1 * sin
func.func private @rotated_second.before(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x2, %c : tensor<8xf32>
  %b = arith.mulf %x1, %s : tensor<8xf32>
  %y = arith.addf %a, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}

// x2 * cos - -x1 * sin, where the rotation goes the other way and is subtracted
func.func private @rotated_second.before_negative_x(%x1: tensor<8xf32>, %x2: tensor<8xf32>,
    %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.mulf %x2, %c : tensor<8xf32>
  %n = arith.negf %x1 : tensor<8xf32>
  %b = arith.mulf %n, %s : tensor<8xf32>
  %y = arith.subf %a, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}
