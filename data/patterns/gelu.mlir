// gelu: the exact formula with erf, and the approximation with tanh.
//
// Constants are f64, so that they are the numbers themselves and not what a
// narrower type makes of them.

func.func private @gelu.before_none(%x: tensor<16xf64>) -> tensor<16xf64> {
  %y = func.call @gelu_none(%x) : (tensor<16xf64>) -> tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @gelu.after_none(%x: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.gelu ins(%x : tensor<16xf64>) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @gelu.before_tanh(%x: tensor<16xf64>) -> tensor<16xf64> {
  %y = func.call @gelu_tanh(%x) : (tensor<16xf64>) -> tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @gelu.after_tanh(%x: tensor<16xf64>) -> tensor<16xf64> {
  %init = tensor.empty() : tensor<16xf64>
  %y = npu.gelu ins(%x : tensor<16xf64>) approximate(tanh) outs(%init : tensor<16xf64>)
  return %y : tensor<16xf64>
}

func.func private @gelu_none(tensor<16xf64>) -> tensor<16xf64>

// x * (1 + erf(x / sqrt(2))) / 2; a product with 1 / sqrt(2) is the same.
func.func private @gelu_none.before(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %sqrt2 = arith.constant dense<1.4142135623730951> : tensor<16xf64>
  %scaled = arith.divf %x, %sqrt2 : tensor<16xf64>
  %erf = math.erf %scaled : tensor<16xf64>
  %sum = arith.addf %erf, %one : tensor<16xf64>
  %product = arith.mulf %x, %sum : tensor<16xf64>
  %y = arith.mulf %product, %half : tensor<16xf64>
  return %y : tensor<16xf64>
}

// x * (0.5 * erf(x / sqrt(2)) + 0.5)
func.func private @gelu_none.before_halved(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %sqrt2 = arith.constant dense<1.4142135623730951> : tensor<16xf64>
  %scaled = arith.divf %x, %sqrt2 : tensor<16xf64>
  %erf = math.erf %scaled : tensor<16xf64>
  %product = arith.mulf %erf, %half : tensor<16xf64>
  %sum = arith.addf %product, %half : tensor<16xf64>
  %y = arith.mulf %x, %sum : tensor<16xf64>
  return %y : tensor<16xf64>
}

func.func private @gelu_tanh(tensor<16xf64>) -> tensor<16xf64>

// x * (1 + tanh(inner)) / 2
func.func private @gelu_tanh.before(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %inner = func.call @gelu_inner(%x) : (tensor<16xf64>) -> tensor<16xf64>
  %tanh = math.tanh %inner : tensor<16xf64>
  %sum = arith.addf %tanh, %one : tensor<16xf64>
  %product = arith.mulf %x, %sum : tensor<16xf64>
  %y = arith.mulf %product, %half : tensor<16xf64>
  return %y : tensor<16xf64>
}

// x * (0.5 * tanh(inner) + 0.5)
func.func private @gelu_tanh.before_halved(%x: tensor<16xf64>) -> tensor<16xf64> {
  %half = arith.constant dense<0.5> : tensor<16xf64>
  %inner = func.call @gelu_inner(%x) : (tensor<16xf64>) -> tensor<16xf64>
  %tanh = math.tanh %inner : tensor<16xf64>
  %product = arith.mulf %tanh, %half : tensor<16xf64>
  %sum = arith.addf %product, %half : tensor<16xf64>
  %y = arith.mulf %x, %sum : tensor<16xf64>
  return %y : tensor<16xf64>
}

// sqrt(2 / pi) * (x + 0.044715 * x^3)
func.func private @gelu_inner(tensor<16xf64>) -> tensor<16xf64>

func.func private @gelu_inner.before_cube(%x: tensor<16xf64>) -> tensor<16xf64> {
  %c = arith.constant dense<0.044715> : tensor<16xf64>
  %s = arith.constant dense<0.79788456080286535588> : tensor<16xf64>
  %square = arith.mulf %x, %x : tensor<16xf64>
  %cube = arith.mulf %square, %x : tensor<16xf64>
  %term = arith.mulf %cube, %c : tensor<16xf64>
  %sum = arith.addf %x, %term : tensor<16xf64>
  %y = arith.mulf %sum, %s : tensor<16xf64>
  return %y : tensor<16xf64>
}

// The cube one factor after the other: ((0.044715 * x) * x) * x.
func.func private @gelu_inner.before_steps(%x: tensor<16xf64>) -> tensor<16xf64> {
  %c = arith.constant dense<0.044715> : tensor<16xf64>
  %s = arith.constant dense<0.79788456080286535588> : tensor<16xf64>
  %first = arith.mulf %x, %c : tensor<16xf64>
  %second = arith.mulf %first, %x : tensor<16xf64>
  %term = arith.mulf %second, %x : tensor<16xf64>
  %sum = arith.addf %x, %term : tensor<16xf64>
  %y = arith.mulf %sum, %s : tensor<16xf64>
  return %y : tensor<16xf64>
}

// x taken out of the sum: sqrt(2 / pi) * x * (1 + 0.044715 * x^2).
func.func private @gelu_inner.before_factored(%x: tensor<16xf64>) -> tensor<16xf64> {
  %c = arith.constant dense<0.044715> : tensor<16xf64>
  %s = arith.constant dense<0.79788456080286535588> : tensor<16xf64>
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %square = arith.mulf %x, %x : tensor<16xf64>
  %term = arith.mulf %square, %c : tensor<16xf64>
  %sum = arith.addf %term, %one : tensor<16xf64>
  %product = arith.mulf %x, %sum : tensor<16xf64>
  %y = arith.mulf %product, %s : tensor<16xf64>
  return %y : tensor<16xf64>
}

// The same with the square taken one factor after the other.
func.func private @gelu_inner.before_factored_steps(%x: tensor<16xf64>) -> tensor<16xf64> {
  %c = arith.constant dense<0.044715> : tensor<16xf64>
  %s = arith.constant dense<0.79788456080286535588> : tensor<16xf64>
  %one = arith.constant dense<1.0> : tensor<16xf64>
  %first = arith.mulf %x, %c : tensor<16xf64>
  %term = arith.mulf %first, %x : tensor<16xf64>
  %sum = arith.addf %term, %one : tensor<16xf64>
  %product = arith.mulf %x, %sum : tensor<16xf64>
  %y = arith.mulf %product, %s : tensor<16xf64>
  return %y : tensor<16xf64>
}
