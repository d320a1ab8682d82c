// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet disable=kernel" | FileCheck %s
// RUN: %run_both %s --passes '--npuprof-fuse="target=host quiet"' --dim 3 --expect-op npu.attention

// A dynamic batch of one head, and a result in another order of the dims: those
// of size 1 trade places, which no reshape of dynamic sizes can do.

#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#swap4 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>

// REFERENCE @one_head: matmul(softmax(matmul(a0, a1)), a2)
// CHECK-LABEL: func.func @one_head(
// CHECK: npu.attention
func.func @one_head(%q: tensor<?x4x8xf32>, %k: tensor<?x8x4xf32>,
                    %v: tensor<?x4x8xf32>) -> tensor<?x4x1x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %q, %c0 : tensor<?x4x8xf32>
  %e0 = tensor.empty(%n) : tensor<?x4x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<?x4x8xf32>, tensor<?x8x4xf32>)
      outs(%f0 : tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x4x4xf32>) outs(%e0 : tensor<?x4x4xf32>) -> tensor<?x4x4xf32>
  %e1 = tensor.empty(%n) : tensor<?x4x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<?x4x4xf32>, tensor<?x4x8xf32>)
      outs(%f1 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
  %x = tensor.expand_shape %o [[0], [1, 2], [3]] output_shape [%n, 1, 4, 8]
      : tensor<?x4x8xf32> into tensor<?x1x4x8xf32>
  %e2 = tensor.empty(%n) : tensor<?x4x1x8xf32>
  %y = linalg.generic {indexing_maps = [#id4, #swap4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x1x4x8xf32>) outs(%e2 : tensor<?x4x1x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?x4x1x8xf32>
  return %y : tensor<?x4x1x8xf32>
}
