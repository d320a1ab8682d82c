// What attentions share. Scores of 2 x 3 x 4 query positions over 5 keys.

// exp(score), up to a factor that each row has of its own.
func.func private @weights(tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>

func.func private @row_max(%s: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %low = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<2x3x4xf32>
  %init = linalg.fill ins(%low : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %max = linalg.reduce {arith.maximumf} ins(%s : tensor<2x3x4x5xf32>) outs(%init : tensor<2x3x4xf32>) dimensions = [3]
  %wide = tensor.empty() : tensor<2x3x4x5xf32>
  %along = linalg.broadcast ins(%max : tensor<2x3x4xf32>) outs(%wide : tensor<2x3x4x5xf32>) dimensions = [3]
  return %along : tensor<2x3x4x5xf32>
}

func.func private @row_sum(%w: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%w : tensor<2x3x4x5xf32>) outs(%init : tensor<2x3x4xf32>) dimensions = [3]
  %wide = tensor.empty() : tensor<2x3x4x5xf32>
  %along = linalg.broadcast ins(%sum : tensor<2x3x4xf32>) outs(%wide : tensor<2x3x4x5xf32>) dimensions = [3]
  return %along : tensor<2x3x4x5xf32>
}

func.func private @weights.before_max(%s: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %max = func.call @row_max(%s) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %centred = arith.subf %s, %max : tensor<2x3x4x5xf32>
  %w = math.exp %centred : tensor<2x3x4x5xf32>
  return %w : tensor<2x3x4x5xf32>
}

// Without the maximum: what overflows here does not in the operator.
func.func private @weights.before_bare(%s: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %w = math.exp %s : tensor<2x3x4x5xf32>
  return %w : tensor<2x3x4x5xf32>
}

func.func private @softmax(tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>

func.func private @softmax.before_divide(%s: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %w = func.call @weights(%s) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %sum = func.call @row_sum(%w) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %p = arith.divf %w, %sum : tensor<2x3x4x5xf32>
  return %p : tensor<2x3x4x5xf32>
}

// exp(score - (max + log(sum(exp(score - max)))))
func.func private @softmax.before_log_sum(%s: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %max = func.call @row_max(%s) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %centred = arith.subf %s, %max : tensor<2x3x4x5xf32>
  %w = math.exp %centred : tensor<2x3x4x5xf32>
  %sum = func.call @row_sum(%w) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %log = math.log %sum : tensor<2x3x4x5xf32>
  %all = arith.addf %max, %log : tensor<2x3x4x5xf32>
  %rest = arith.subf %s, %all : tensor<2x3x4x5xf32>
  %p = math.exp %rest : tensor<2x3x4x5xf32>
  return %p : tensor<2x3x4x5xf32>
}
