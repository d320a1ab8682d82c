// RUN: npuprof-opt %s | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --mlir-print-op-generic | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --emit-bytecode | npuprof-opt | FileCheck %s

// CHECK-LABEL: func.func @layer_norm
func.func @layer_norm(%x: tensor<4x8xf16>, %g: tensor<8xf16>, %b: tensor<8xf32>, %eps: f32,
                      %init: tensor<4x8xf16>) -> tensor<4x8xf16> {
  // CHECK: npu.layer_norm ins(%{{.*}} : tensor<4x8xf16>) gamma(%{{.*}} : tensor<8xf16>) beta(%{{.*}} : tensor<8xf32>) eps(%{{.*}} : f32) outs(%{{.*}} : tensor<4x8xf16>)
  %0 = npu.layer_norm ins(%x : tensor<4x8xf16>) gamma(%g : tensor<8xf16>) beta(%b : tensor<8xf32>)
         eps(%eps : f32) outs(%init : tensor<4x8xf16>)
  // CHECK: npu.layer_norm ins(%{{.*}} : tensor<4x8xf16>) beta(%{{.*}} : tensor<8xf32>) eps(%{{.*}} : f32) outs(%{{.*}} : tensor<4x8xf16>)
  %1 = npu.layer_norm ins(%0 : tensor<4x8xf16>) beta(%b : tensor<8xf32>) eps(%eps : f32)
         outs(%init : tensor<4x8xf16>)
  // CHECK: npu.layer_norm ins(%{{.*}} : tensor<4x8xf16>) eps(%{{.*}} : f32) {norm_rank = 2 : i64} outs(%{{.*}} : tensor<4x8xf16>)
  %2 = npu.layer_norm ins(%1 : tensor<4x8xf16>) eps(%eps : f32) {norm_rank = 2 : i64}
         outs(%init : tensor<4x8xf16>)
  return %2 : tensor<4x8xf16>
}

// CHECK-LABEL: func.func @rms_norm
func.func @rms_norm(%x: tensor<2x?x8xbf16>, %g: tensor<8xbf16>, %eps: f64,
                    %init: tensor<2x?x8xbf16>) -> tensor<2x?x8xbf16> {
  // CHECK: npu.rms_norm ins(%{{.*}} : tensor<2x?x8xbf16>) gamma(%{{.*}} : tensor<8xbf16>) eps(%{{.*}} : f64) outs(%{{.*}} : tensor<2x?x8xbf16>)
  %0 = npu.rms_norm ins(%x : tensor<2x?x8xbf16>) gamma(%g : tensor<8xbf16>) eps(%eps : f64)
         outs(%init : tensor<2x?x8xbf16>)
  // CHECK: npu.rms_norm ins(%{{.*}} : tensor<2x?x8xbf16>) eps(%{{.*}} : f64) outs(%{{.*}} : tensor<2x?x8xbf16>)
  %1 = npu.rms_norm ins(%0 : tensor<2x?x8xbf16>) eps(%eps : f64) outs(%init : tensor<2x?x8xbf16>)
  return %1 : tensor<2x?x8xbf16>
}

// CHECK-LABEL: func.func @add_layer_norm
func.func @add_layer_norm(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %p: tensor<8xf32>, %eps: f32,
                          %init: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: npu.add_layer_norm ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) bias(%{{.*}} : tensor<8xf32>) gamma(%{{.*}} : tensor<8xf32>) beta(%{{.*}} : tensor<8xf32>) eps(%{{.*}} : f32) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)
  %0:2 = npu.add_layer_norm ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) bias(%p : tensor<8xf32>)
           gamma(%p : tensor<8xf32>) beta(%p : tensor<8xf32>) eps(%eps : f32)
           outs(%init, %init : tensor<4x8xf32>, tensor<4x8xf32>)
  // CHECK: npu.add_layer_norm ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) gamma(%{{.*}} : tensor<8xf32>) eps(%{{.*}} : f32) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)
  %1:2 = npu.add_layer_norm ins(%0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>) gamma(%p : tensor<8xf32>)
           eps(%eps : f32) outs(%init, %init : tensor<4x8xf32>, tensor<4x8xf32>)
  return %1#0, %1#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @add_rms_norm
func.func @add_rms_norm(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %g: tensor<4x8xf32>, %eps: f32,
                        %init: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: npu.add_rms_norm ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) gamma(%{{.*}} : tensor<4x8xf32>) eps(%{{.*}} : f32) {norm_rank = 2 : i64} outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)
  %0:2 = npu.add_rms_norm ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) gamma(%g : tensor<4x8xf32>)
           eps(%eps : f32) {norm_rank = 2 : i64} outs(%init, %init : tensor<4x8xf32>, tensor<4x8xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @kernel
func.func @kernel(%a: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[K:.*]]:2 = npu.kernel "exp_twice" -> tensor<4xf32>, index {
  // CHECK:   npu.yield %{{.*}}, %{{.*}} : tensor<4xf32>, index
  // CHECK: }
  %0:2 = npu.kernel "exp_twice" -> tensor<4xf32>, index {
    %c = arith.constant 2 : index
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.exp ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    npu.yield %2, %c : tensor<4xf32>, index
  }
  // CHECK: npu.kernel attributes {npu.tiling = #npu.tiling<tile = [4]>} {
  // CHECK-NEXT: }
  npu.kernel attributes {npu.tiling = #npu.tiling<tile = [4]>} {
  }
  return %0#0 : tensor<4xf32>
}
