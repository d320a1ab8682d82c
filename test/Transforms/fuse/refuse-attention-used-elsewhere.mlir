// The probabilities are a result of the model, too: they would have to stay.

// RUN: npuprof-opt %s --npuprof-fuse="target=host explain quiet" 2>&1 | FileCheck %s --implicit-check-not=npu.attention

// CHECK: npu.attention {{.*}} missed extra-user: result of 'linalg.softmax' is used by 'func.return'
// CHECK: linalg.softmax
func.func @probabilities(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %z_qk = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %qk = linalg.batch_matmul ins(%q, %k : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_qk : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = arith.constant dense<0.3> : tensor<2x4x4xf32>
  %s = arith.mulf %qk, %c : tensor<2x4x4xf32>
  %e_p = tensor.empty() : tensor<2x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x4x4xf32>) outs(%e_p : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<2x4x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%z_y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %y, %p : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
