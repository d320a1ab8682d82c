// RUN: npuprof-opt %s | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --mlir-print-op-generic | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --emit-bytecode | npuprof-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%x: tensor<2x?xf16>, %init: tensor<2x?xf16>) -> tensor<2x?xf16> {
  // CHECK: npu.gelu ins(%{{.*}} : tensor<2x?xf16>) outs(%{{.*}} : tensor<2x?xf16>)
  %0 = npu.gelu ins(%x : tensor<2x?xf16>) outs(%init : tensor<2x?xf16>)
  // CHECK: npu.gelu ins(%{{.*}} : tensor<2x?xf16>) outs(%{{.*}} : tensor<2x?xf16>)
  %1 = npu.gelu ins(%0 : tensor<2x?xf16>) approximate(none) outs(%init : tensor<2x?xf16>)
  // CHECK: npu.gelu ins(%{{.*}} : tensor<2x?xf16>) approximate(tanh) outs(%{{.*}} : tensor<2x?xf16>)
  %2 = npu.gelu ins(%1 : tensor<2x?xf16>) approximate(tanh) outs(%init : tensor<2x?xf16>)
  // CHECK: npu.silu ins(%{{.*}} : tensor<2x?xf16>) {foreign} outs(%{{.*}} : tensor<2x?xf16>)
  %3 = npu.silu ins(%2 : tensor<2x?xf16>) {foreign} outs(%init : tensor<2x?xf16>)
  return %3 : tensor<2x?xf16>
}

// CHECK-LABEL: func.func @gated
func.func @gated(%g: tensor<4x8xbf16>, %u: tensor<4x8xf32>, %both: tensor<4x16xbf16>,
                 %init: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  // CHECK: npu.swiglu ins(%{{.*}}, %{{.*}} : tensor<4x8xbf16>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xbf16>)
  %0 = npu.swiglu ins(%g, %u : tensor<4x8xbf16>, tensor<4x8xf32>) outs(%init : tensor<4x8xbf16>)
  // CHECK: npu.swiglu ins(%{{.*}} : tensor<4x16xbf16>) outs(%{{.*}} : tensor<4x8xbf16>)
  %1 = npu.swiglu ins(%both : tensor<4x16xbf16>) outs(%0 : tensor<4x8xbf16>)
  // CHECK: npu.geglu ins(%{{.*}}, %{{.*}} : tensor<4x8xbf16>, tensor<4x8xf32>) approximate(tanh) outs(%{{.*}} : tensor<4x8xbf16>)
  %2 = npu.geglu ins(%1, %u : tensor<4x8xbf16>, tensor<4x8xf32>) approximate(tanh) outs(%init : tensor<4x8xbf16>)
  // CHECK: npu.geglu ins(%{{.*}} : tensor<4x16xbf16>) {gate_last} outs(%{{.*}} : tensor<4x8xbf16>)
  %3 = npu.geglu ins(%both : tensor<4x16xbf16>) {gate_last} outs(%2 : tensor<4x8xbf16>)
  return %3 : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @rotary
func.func @rotary(%x: tensor<1x?x5x8xf16>, %c: tensor<1x1x5x8xf32>, %s: tensor<1x1x5x4xf32>,
                  %init: tensor<1x?x5x8xf16>) -> tensor<1x?x5x8xf16> {
  // CHECK: npu.rotary_mul ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x?x5x8xf16>, tensor<1x1x5x8xf32>, tensor<1x1x5x4xf32>) mode(half) outs(%{{.*}} : tensor<1x?x5x8xf16>)
  %0 = npu.rotary_mul ins(%x, %c, %s : tensor<1x?x5x8xf16>, tensor<1x1x5x8xf32>, tensor<1x1x5x4xf32>)
         mode(half) outs(%init : tensor<1x?x5x8xf16>)
  // CHECK: mode(interleaved)
  %1 = npu.rotary_mul ins(%0, %c, %c : tensor<1x?x5x8xf16>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>)
         mode(interleaved) outs(%init : tensor<1x?x5x8xf16>)
  return %1 : tensor<1x?x5x8xf16>
}

// What nobody reads goes.
// RUN: npuprof-opt %s --canonicalize | FileCheck %s --check-prefix=PURE
// PURE-LABEL: func.func @unused
// PURE-NEXT: return
func.func @unused(%x: tensor<4x8xf32>) {
  %0 = npu.gelu ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  %1 = npu.swiglu ins(%0, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  %2 = npu.rotary_mul ins(%1, %x, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
         mode(half) outs(%x : tensor<4x8xf32>)
  return
}

// Attributes of patterns.
// CHECK: func.func private @pattern(tensor<8xf32> {npu.broadcast, npu.pairs = "half"}) -> (tensor<8xf32> {npu.pairs = "interleaved"})
func.func private @pattern(tensor<8xf32> {npu.pairs = "half", npu.broadcast}) -> (tensor<8xf32> {npu.pairs = "interleaved"})
