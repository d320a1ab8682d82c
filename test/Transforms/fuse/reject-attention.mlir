// What looks like attention and is not: nothing is fused, and the numbers of each differ from what it looks like.

// RUN: npuprof-opt %s --npuprof-fuse="target=host quiet" | FileCheck %s --implicit-check-not=npu.attention
// RUN: %run_both %s --passes='--npuprof-fuse="target=host quiet"'

// CHECK-LABEL: func.func @softmax_over_queries
// REFERENCE @softmax_over_queries: p = transpose(softmax(transpose(0.3 * matmul(a0, a1), 0, 2, 1)), 0, 2, 1); matmul(p, a2)
// DIFFERS @softmax_over_queries: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @softmax_over_queries(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @softmax_over_batch
// DIFFERS @softmax_over_batch: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @softmax_over_batch(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(0) ins(%s : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @probabilities_transposed
// REFERENCE @probabilities_transposed: matmul(transpose(softmax(0.3 * matmul(a0, a1)), 0, 2, 1), a2)
// DIFFERS @probabilities_transposed: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @probabilities_transposed(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %e_t = tensor.empty() : tensor<2x4x4xf32>
  %t = linalg.transpose ins(%p : tensor<2x4x4xf32>) outs(%e_t : tensor<2x4x4xf32>) permutation = [0, 2, 1]
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%t, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @scale_of_keys
// REFERENCE @scale_of_keys: matmul(softmax(matmul(a0, a1) * a3), a2)
// DIFFERS @scale_of_keys: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @scale_of_keys(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %c: tensor<4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %e_s = tensor.empty() : tensor<2x4x4xf32>
  %b_s = linalg.broadcast ins(%c : tensor<4xf32>) outs(%e_s : tensor<2x4x4xf32>) dimensions = [0, 1]
  %s = arith.mulf %qk, %b_s : tensor<2x4x4xf32>
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @sum_of_other_axis
// DIFFERS @sum_of_other_axis: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @sum_of_other_axis(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %w = math.exp %s : tensor<2x4x4xf32>
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %r = linalg.reduce { arith.addf } ins(%w : tensor<2x4x4xf32>) outs(%z : tensor<2x4xf32>) dimensions = [1]
  %e_r = tensor.empty() : tensor<2x4x4xf32>
  %b = linalg.broadcast ins(%r : tensor<2x4xf32>) outs(%e_r : tensor<2x4x4xf32>) dimensions = [1]
  %p = arith.divf %w, %b : tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @not_divided
// DIFFERS @not_divided: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @not_divided(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %w = math.exp %s : tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%w, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @other_exponent
// DIFFERS @other_exponent: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @other_exponent(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %w = math.exp %s : tensor<2x4x4xf32>
  %w2 = math.exp %qk : tensor<2x4x4xf32>
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %r = linalg.reduce { arith.addf } ins(%w2 : tensor<2x4x4xf32>) outs(%z : tensor<2x4xf32>) dimensions = [2]
  %e_r = tensor.empty() : tensor<2x4x4xf32>
  %b = linalg.broadcast ins(%r : tensor<2x4xf32>) outs(%e_r : tensor<2x4x4xf32>) dimensions = [2]
  %p = arith.divf %w, %b : tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @mask_enlarges
func.func @mask_enlarges(%q: tensor<4x4xf32>, %k: tensor<4x4xf32>, %v: tensor<4x4xf32>, %m: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %z = arith.constant dense<0.0> : tensor<4x4xf32>
  %qk = linalg.matmul ins(%q, %k : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e_s = tensor.empty() : tensor<3x4x4xf32>
  %b_s = linalg.broadcast ins(%qk : tensor<4x4xf32>) outs(%e_s : tensor<3x4x4xf32>) dimensions = [0]
  %s = arith.addf %b_s, %m : tensor<3x4x4xf32>
  %e_p = tensor.empty() : tensor<3x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x4x4xf32>) outs(%e_p : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %z2 = arith.constant dense<0.0> : tensor<3x4x4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, i, e, j) -> (b, i, j)>, affine_map<(b, i, e, j) -> (j, e)>, affine_map<(b, i, e, j) -> (b, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<3x4x4xf32>, tensor<4x4xf32>) outs(%z2 : tensor<3x4x4xf32>) {
  ^bb0(%a: f32, %c: f32, %acc: f32):
    %t = arith.mulf %a, %c : f32
    %u = arith.addf %acc, %t : f32
    linalg.yield %u : f32
  } -> tensor<3x4x4xf32>
  return %y : tensor<3x4x4xf32>
}

// CHECK-LABEL: func.func @softmax_alone
// REFERENCE @softmax_alone: softmax(a0)
func.func @softmax_alone(%q: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%q : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %p : tensor<2x4x4xf32>
}

