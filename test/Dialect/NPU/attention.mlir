// RUN: npuprof-opt %s | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --mlir-print-op-generic | npuprof-opt | FileCheck %s
// RUN: npuprof-opt %s --emit-bytecode | npuprof-opt | FileCheck %s

// CHECK-LABEL: func.func @attention
func.func @attention(%q: tensor<2x8x16x64xf16>, %k: tensor<2x2x32x64xf16>, %v: tensor<2x2x32x48xf16>,
                     %m: tensor<2x1x16x32xf16>, %b: tensor<1x1x16x32xi1>, %s: f32, %f: f32,
                     %e: tensor<2x8x16x48xf16>) -> tensor<2x8x16x48xf16> {
  // CHECK: npu.attention ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x8x16x64xf16>, tensor<2x2x32x64xf16>, tensor<2x2x32x48xf16>) scale(%{{.*}} : f32) outs(%{{.*}} : tensor<2x8x16x48xf16>)
  %0 = npu.attention ins(%q, %k, %v : tensor<2x8x16x64xf16>, tensor<2x2x32x64xf16>, tensor<2x2x32x48xf16>)
         scale(%s : f32) outs(%e : tensor<2x8x16x48xf16>)
  // CHECK: npu.attention ins({{.*}}) mask(%{{.*}} : tensor<2x1x16x32xf16>) scale(%{{.*}} : f32) causal {block_size = 64 : i64} outs
  %1 = npu.attention ins(%q, %k, %v : tensor<2x8x16x64xf16>, tensor<2x2x32x64xf16>, tensor<2x2x32x48xf16>)
         mask(%m : tensor<2x1x16x32xf16>) scale(%s : f32) causal {block_size = 64} outs(%0 : tensor<2x8x16x48xf16>)
  // CHECK: npu.attention ins({{.*}}) mask(%{{.*}} : tensor<1x1x16x32xi1>) fill(%{{.*}} : f32) scale(%{{.*}} : f32) outs
  %2 = npu.attention ins(%q, %k, %v : tensor<2x8x16x64xf16>, tensor<2x2x32x64xf16>, tensor<2x2x32x48xf16>)
         mask(%b : tensor<1x1x16x32xi1>) fill(%f : f32) scale(%s : f32) outs(%1 : tensor<2x8x16x48xf16>)
  return %2 : tensor<2x8x16x48xf16>
}

// CHECK-LABEL: func.func @layout
func.func @layout(%q: tensor<2x?x8x64xf32>, %k: tensor<2x?x8x64xf32>, %s: f64,
                  %e: tensor<2x?x8x64xf32>) -> tensor<2x?x8x64xf32> {
  // CHECK: npu.attention ins({{.*}}) scale(%{{.*}} : f64) causal layout(BSND) outs
  %0 = npu.attention ins(%q, %k, %k : tensor<2x?x8x64xf32>, tensor<2x?x8x64xf32>, tensor<2x?x8x64xf32>)
         scale(%s : f64) causal layout(BSND) outs(%e : tensor<2x?x8x64xf32>)
  return %0 : tensor<2x?x8x64xf32>
}
