// What the patterns share. Shapes are examples: rows of 4 by 16.
//
// A call of a function without a body stands for each of its spellings, the
// functions named after it with ".before".

func.func private @mean(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 16.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<4x16xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %count = tensor.splat %n : tensor<4xf32>
  %mean = arith.divf %sum, %count : tensor<4xf32>
  %wide = tensor.empty() : tensor<4x16xf32>
  %along = linalg.broadcast ins(%mean : tensor<4xf32>) outs(%wide : tensor<4x16xf32>) dimensions = [1]
  return %along : tensor<4x16xf32>
}

func.func private @variance(%x: tensor<4x16xf32>) -> tensor<4x16xf32>

// mean((x - mean)^2)
func.func private @variance.before_centred(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %mean = func.call @mean(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %centred = arith.subf %x, %mean : tensor<4x16xf32>
  %square = arith.mulf %centred, %centred : tensor<4x16xf32>
  %var = func.call @mean(%square) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %var : tensor<4x16xf32>
}

// mean(x^2) - mean^2
func.func private @variance.before_moments(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %mean = func.call @mean(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %square = arith.mulf %x, %x : tensor<4x16xf32>
  %second = func.call @mean(%square) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %mean2 = arith.mulf %mean, %mean : tensor<4x16xf32>
  %var = arith.subf %second, %mean2 : tensor<4x16xf32>
  return %var : tensor<4x16xf32>
}

// 1 / sqrt(v + eps)
func.func private @rstd(%v: tensor<4x16xf32>, %eps: f32) -> tensor<4x16xf32> {
  %e = tensor.splat %eps : tensor<4x16xf32>
  %s = arith.addf %v, %e : tensor<4x16xf32>
  %r = math.rsqrt %s : tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// One vector for every row.
func.func private @each_row(%v: tensor<16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %b = linalg.broadcast ins(%v : tensor<16xf32>) outs(%empty : tensor<4x16xf32>) dimensions = [0]
  return %b : tensor<4x16xf32>
}
