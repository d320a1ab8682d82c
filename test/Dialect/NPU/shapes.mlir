// RUN: npuprof-opt %s --resolve-shaped-type-result-dims | FileCheck %s

// Both results have the shape of x1.
// CHECK-LABEL: func.func @results
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<?x4xf32>, %{{.*}}: tensor<?x4xf32>
func.func @results(%x: tensor<?x4xf32>, %i: tensor<?x4xf32>, %eps: f32) -> (index, index) {
  // CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]]
  // CHECK-DAG: %[[D1:.*]] = tensor.dim %[[X]]
  // CHECK: return %[[D0]], %[[D1]]
  %c0 = arith.constant 0 : index
  %y, %s = npu.add_rms_norm ins(%x, %i : tensor<?x4xf32>, tensor<?x4xf32>) eps(%eps : f32)
             outs(%i, %i : tensor<?x4xf32>, tensor<?x4xf32>)
  %d0 = tensor.dim %y, %c0 : tensor<?x4xf32>
  %d1 = tensor.dim %s, %c0 : tensor<?x4xf32>
  return %d0, %d1 : index, index
}
