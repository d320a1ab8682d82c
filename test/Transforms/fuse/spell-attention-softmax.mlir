// Attention: what frontends write for the softmax and the scale.

// RUN: npuprof-opt %s --npuprof-fuse="target=host quiet" | FileCheck %s
// RUN: %run_both %s --passes='--npuprof-fuse="target=host quiet"'

// CHECK-LABEL: func.func @divide
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @divide: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @divide(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @reciprocal
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @reciprocal: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @reciprocal(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %one = arith.constant dense<1.0> : tensor<6x4x5xf32>
  %i = arith.divf %one, %sum : tensor<6x4x5xf32>
  %p = arith.mulf %w, %i : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @log_sum_exp
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @log_sum_exp: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @log_sum_exp(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %l = math.log %sum : tensor<6x4x5xf32>
  %a = arith.addf %max, %l : tensor<6x4x5xf32>
  %f = arith.subf %s, %a : tensor<6x4x5xf32>
  %p = math.exp %f : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @exp2
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @exp2: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @exp2(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %l2e = arith.constant dense<1.44269504> : tensor<6x4x5xf32>
  %d2 = arith.mulf %d, %l2e : tensor<6x4x5xf32>
  %w = math.exp2 %d2 : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @no_max
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @no_max: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @no_max(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %w = math.exp %s : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @divided_late
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @divided_late: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @divided_late(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %z_y0 = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y0 = linalg.batch_matmul ins(%w, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y0 : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x3xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x3xf32>) dimensions = [2]
  %y = arith.divf %y0, %sum : tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @named
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @named: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @named(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %e = tensor.empty() : tensor<6x4x5xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<6x4x5xf32>) outs(%e : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @argmax
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @argmax: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @argmax(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %low = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %zero = arith.constant dense<0> : tensor<6x4xi64>
  %top:2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<6x4x5xf32>) outs(%low, %zero : tensor<6x4xf32>, tensor<6x4xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %0 = linalg.index 2 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %out : f32
    %3 = arith.cmpf ogt, %in, %out : f32
    %4 = arith.select %3, %1, %at : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<6x4xf32>, tensor<6x4xi64>)
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%top#0 : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @no_scale
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @no_scale: matmul(softmax(matmul(a0, a1)), a2)
func.func @no_scale(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_s = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_s : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @scale_divides
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @scale_divides: matmul(softmax(matmul(a0, a1) / 3.0), a2)
func.func @scale_divides(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<3.0> : tensor<6x4x5xf32>
  %s = arith.divf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @scale_on_query
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @scale_on_query: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @scale_on_query(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %c = arith.constant dense<0.3> : tensor<6x4x8xf32>
  %sq = arith.mulf %q, %c : tensor<6x4x8xf32>
  %z_s = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %s = linalg.batch_matmul ins(%sq, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_s : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @scale_on_both
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @scale_on_both: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @scale_on_both(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %c = arith.constant dense<0.5> : tensor<6x4x8xf32>
  %sq = arith.mulf %q, %c : tensor<6x4x8xf32>
  %ck = arith.constant dense<0.6> : tensor<6x8x5xf32>
  %sk = arith.mulf %ck, %k : tensor<6x8x5xf32>
  %z_s = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %s = linalg.batch_matmul ins(%sq, %sk : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_s : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @scale_argument
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @scale_argument: matmul(softmax(matmul(a0, a1) * a3), a2)
func.func @scale_argument(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>, %c: tensor<f32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %e = tensor.empty() : tensor<6x4x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> ()>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk, %c : tensor<6x4x5xf32>, tensor<f32>) outs(%e : tensor<6x4x5xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.mulf %in, %by : f32
    linalg.yield %0 : f32
  } -> tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

// CHECK-LABEL: func.func @scale_of_depth
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @scale_of_depth: matmul(softmax(0.125 * matmul(a0, a1)), a2)
func.func @scale_of_depth(%q: tensor<6x4x8xf32>, %k: tensor<6x8x5xf32>, %v: tensor<6x5x3xf32>) -> tensor<6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<6x4x5xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<6x4x8xf32>, tensor<6x8x5xf32>) outs(%z_qk : tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
  %c = arith.constant dense<0.125> : tensor<6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<6x4x5xf32>
  %c_max = arith.constant dense<0xFF800000> : tensor<6x4xf32>
  %r_max = linalg.reduce { arith.maximumf } ins(%s : tensor<6x4x5xf32>) outs(%c_max : tensor<6x4xf32>) dimensions = [2]
  %e_max = tensor.empty() : tensor<6x4x5xf32>
  %max = linalg.broadcast ins(%r_max : tensor<6x4xf32>) outs(%e_max : tensor<6x4x5xf32>) dimensions = [2]
  %d = arith.subf %s, %max : tensor<6x4x5xf32>
  %w = math.exp %d : tensor<6x4x5xf32>
  %c_sum = arith.constant dense<0.0> : tensor<6x4xf32>
  %r_sum = linalg.reduce { arith.addf } ins(%w : tensor<6x4x5xf32>) outs(%c_sum : tensor<6x4xf32>) dimensions = [2]
  %e_sum = tensor.empty() : tensor<6x4x5xf32>
  %sum = linalg.broadcast ins(%r_sum : tensor<6x4xf32>) outs(%e_sum : tensor<6x4x5xf32>) dimensions = [2]
  %p = arith.divf %w, %sum : tensor<6x4x5xf32>
  %z_y = arith.constant dense<0.0> : tensor<6x4x3xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x4x5xf32>, tensor<6x5x3xf32>) outs(%z_y : tensor<6x4x3xf32>) -> tensor<6x4x3xf32>
  return %y : tensor<6x4x3xf32>
}

