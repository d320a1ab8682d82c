// RUN: npuprof-opt %s --canonicalize | FileCheck %s

// Transposes around an attention become its layout.
// CHECK-LABEL: func.func @all
// CHECK-NOT:     linalg.transpose
// CHECK:         npu.attention ins(%arg0, %arg1, %arg2 : tensor<2x5x4x8xf32>, tensor<2x7x4x8xf32>, tensor<2x7x4x8xf32>)
// CHECK-SAME:      scale(%arg3 : f32) causal layout(BSND) {block_size = 64 : i64} outs
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @all(%q: tensor<2x5x4x8xf32>, %k: tensor<2x7x4x8xf32>, %v: tensor<2x7x4x8xf32>, %s: f32) -> tensor<2x5x4x8xf32> {
  %qe = tensor.empty() : tensor<2x4x5x8xf32>
  %ke = tensor.empty() : tensor<2x4x7x8xf32>
  %re = tensor.empty() : tensor<2x5x4x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x5x4x8xf32>) outs(%qe : tensor<2x4x5x8xf32>) permutation = [0, 2, 1, 3]
  %kt = linalg.transpose ins(%k : tensor<2x7x4x8xf32>) outs(%ke : tensor<2x4x7x8xf32>) permutation = [0, 2, 1, 3]
  %vt = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, c, b, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v : tensor<2x7x4x8xf32>) outs(%ke : tensor<2x4x7x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x4x7x8xf32>
  %0 = npu.attention ins(%qt, %kt, %vt : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
         scale(%s : f32) causal {block_size = 64} outs(%qe : tensor<2x4x5x8xf32>)
  %r = linalg.transpose ins(%0 : tensor<2x4x5x8xf32>) outs(%re : tensor<2x5x4x8xf32>) permutation = [0, 2, 1, 3]
  return %r : tensor<2x5x4x8xf32>
}

// Three of four: one transpose is left, at the result.
// CHECK-LABEL: func.func @inputs
// CHECK:         %[[Y:.*]] = npu.attention ins(%arg0, %arg1, %arg1 : {{.*}}) scale(%arg2 : f32) outs({{.*}} : tensor<2x4x7x8xf32>)
// CHECK:         linalg.transpose ins(%[[Y]]
func.func @inputs(%q: tensor<2x4x7x8xf32>, %k: tensor<2x4x7x8xf32>, %s: f32) -> tensor<2x7x4x8xf32> {
  %e = tensor.empty() : tensor<2x7x4x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x4x7x8xf32>) outs(%e : tensor<2x7x4x8xf32>) permutation = [0, 2, 1, 3]
  %kt = linalg.transpose ins(%k : tensor<2x4x7x8xf32>) outs(%e : tensor<2x7x4x8xf32>) permutation = [0, 2, 1, 3]
  %0 = npu.attention ins(%qt, %kt, %kt : tensor<2x7x4x8xf32>, tensor<2x7x4x8xf32>, tensor<2x7x4x8xf32>)
         scale(%s : f32) layout(BSND) outs(%e : tensor<2x7x4x8xf32>)
  return %0 : tensor<2x7x4x8xf32>
}

// Two of four, and transposes of other dims: nothing is won.
// CHECK-LABEL: func.func @stays
// CHECK-COUNT-3: linalg.transpose
// CHECK:         npu.attention
// CHECK-NOT:     layout
// CHECK:         return
func.func @stays(%q: tensor<2x5x4x8xf32>, %k: tensor<2x4x8x7xf32>, %v: tensor<2x7x4x8xf32>, %s: f32) -> tensor<2x4x5x8xf32> {
  %qe = tensor.empty() : tensor<2x4x5x8xf32>
  %ke = tensor.empty() : tensor<2x4x7x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x5x4x8xf32>) outs(%qe : tensor<2x4x5x8xf32>) permutation = [0, 2, 1, 3]
  %kt = linalg.transpose ins(%k : tensor<2x4x8x7xf32>) outs(%ke : tensor<2x4x7x8xf32>) permutation = [0, 1, 3, 2]
  %vt = linalg.transpose ins(%v : tensor<2x7x4x8xf32>) outs(%ke : tensor<2x4x7x8xf32>) permutation = [0, 2, 1, 3]
  %0 = npu.attention ins(%qt, %kt, %vt : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
         scale(%s : f32) outs(%qe : tensor<2x4x5x8xf32>)
  return %0 : tensor<2x4x5x8xf32>
}
