// RUN: npuprof-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unused_result
func.func @unused_result(%a: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %[[K:.*]] = npu.kernel "k" -> tensor<4xf32> attributes {npu.profile = #npu.profile<calls = 3, match = name, confidence = 1.0>} {
  // CHECK-NEXT:   %[[EXP:.*]] = linalg.exp
  // CHECK-NEXT:   npu.yield %[[EXP]] : tensor<4xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[K]]
  %0:2 = npu.kernel "k" -> tensor<4xf32>, tensor<4xf32>
      attributes {npu.profile = #npu.profile<calls = 3, match = name, confidence = 1.0>} {
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.log ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    npu.yield %2, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @value_from_outside
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf32>)
func.func @value_from_outside(%a: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:      %[[K:.*]] = npu.kernel -> tensor<4xf32> attributes {npu.tiling = #npu.tiling<tile = [2]>} {
  // CHECK-NEXT:   %[[EXP:.*]] = linalg.exp
  // CHECK-NEXT:   npu.yield %[[EXP]] : tensor<4xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[A]], %[[K]]
  %0:2 = npu.kernel -> tensor<4xf32>, tensor<4xf32> attributes {npu.tiling = #npu.tiling<tile = [2]>} {
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    npu.yield %a, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @yielded_twice
func.func @yielded_twice(%a: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[K:.*]] = npu.kernel -> tensor<4xf32> {
  // CHECK: return %[[K]], %[[K]]
  %0:2 = npu.kernel -> tensor<4xf32>, tensor<4xf32> {
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    npu.yield %1, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @computes_nothing
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
func.func @computes_nothing(%a: tensor<4xf32>) -> (tensor<4xf32>, index) {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 7 : index
  // CHECK-NEXT: return %[[A]], %[[C]]
  npu.kernel "nothing" {
  }
  %0:2 = npu.kernel "k" -> tensor<4xf32>, index {
    %c = arith.constant 7 : index
    npu.yield %a, %c : tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, index
}

// Nothing is read, but something is written.
// CHECK-LABEL: func.func @side_effect
func.func @side_effect(%a: memref<4xf32>, %f: f32) {
  // CHECK-NEXT: npu.kernel {
  // CHECK-NEXT:   linalg.fill
  // CHECK-NEXT: }
  %0 = npu.kernel -> f32 {
    linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
    npu.yield %f : f32
  }
  return
}

// CHECK-LABEL: func.func @unknown_op
func.func @unknown_op() {
  // CHECK-NEXT: npu.kernel {
  // CHECK-NEXT:   "foo.bar"()
  // CHECK-NEXT: }
  npu.kernel {
    "foo.bar"() : () -> ()
  }
  return
}

// Named operators are pure.
// CHECK-LABEL: func.func @unused_norm
func.func @unused_norm(%x: tensor<4xf32>, %eps: f32) {
  // CHECK-NEXT: return
  %0 = npu.rms_norm ins(%x : tensor<4xf32>) eps(%eps : f32) outs(%x : tensor<4xf32>)
  return
}
