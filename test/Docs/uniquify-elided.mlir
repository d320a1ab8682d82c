// RUN: npuprof-opt --npuprof-uniquify-elided %s | FileCheck %s

// CHECK-LABEL: func.func @affine(
// CHECK: %[[GAMMA:.*]] = arith.constant dense_resource<__elided__> : tensor<8xf32>
// CHECK: %[[BETA:.*]] = arith.constant dense_resource<__elided___1> : tensor<8xf32>
// CHECK: arith.mulf %{{.*}}, %[[GAMMA]]
// CHECK: arith.addf %{{.*}}, %[[BETA]]
func.func @affine(%x: tensor<8xf32>) -> tensor<8xf32> {
  %gamma = arith.constant dense_resource<__elided__> : tensor<8xf32>
  %beta = arith.constant dense_resource<__elided__> : tensor<8xf32>
  %scaled = arith.mulf %x, %gamma : tensor<8xf32>
  %y = arith.addf %scaled, %beta : tensor<8xf32>
  return %y : tensor<8xf32>
}
