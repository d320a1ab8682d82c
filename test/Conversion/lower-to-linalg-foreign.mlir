// RUN: npuprof-opt %s --npuprof-lower-to-linalg --allow-unregistered-dialect | FileCheck %s
// RUN: npuprof-opt %s --npuprof-lower-to-linalg --allow-unregistered-dialect | mlir-opt --allow-unregistered-dialect | FileCheck %s

// Operations of unknown dialects pass through; what is inside of them is lowered.

// CHECK-LABEL: func.func @foreign
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %{{.*}}: f32)
func.func @foreign(%x: tensor<4x8xf32>, %eps: f32) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[A:.*]] = "torch.aten.silu"(%[[X]]) {keep = #torch.thing<1>, torch.name = "silu"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = "torch.aten.silu"(%x) {keep = #torch.thing<1>, torch.name = "silu", npu.profile = #npu.profile<match = name, confidence = 1.0>}
    : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: "foreign.region"() ({
  // CHECK-NOT:    npu.
  // CHECK:        %[[Y:.*]] = linalg.generic {{.*}} outs(%[[X]] : tensor<4x8xf32>)
  // CHECK:        "foreign.use"(%[[Y]])
  // CHECK-NEXT: }) : () -> ()
  "foreign.region"() ({
    %1 = npu.rms_norm ins(%0 : tensor<4x8xf32>) eps(%eps : f32) outs(%x : tensor<4x8xf32>)
    "foreign.use"(%1) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
  // CHECK: return %[[A]]
  return %0 : tensor<4x8xf32>
}
