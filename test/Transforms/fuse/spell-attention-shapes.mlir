// Attention: masks, grouped heads, layouts.

// RUN: npuprof-opt %s --npuprof-fuse="target=host quiet" | FileCheck %s
// RUN: %run_both %s --passes='--npuprof-fuse="target=host quiet"'

// CHECK-LABEL: func.func @generic
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @generic: matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2))), a2)
func.func @generic(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>) -> tensor<2x6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @mask_of_batch
// CHECK:         npu.attention{{.*}} mask(%{{.*}} : tensor<2x1x1x5xf32>)
// CHECK-NOT:     math.exp
// REFERENCE @mask_of_batch: matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)) + a3), a2)
func.func @mask_of_batch(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>, %m: tensor<2x1x1x5xf32>) -> tensor<2x6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_t = tensor.empty() : tensor<2x6x4x5xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, n, i, j) -> (b, n, i, j)>, affine_map<(b, n, i, j) -> (b, 0, 0, j)>, affine_map<(b, n, i, j) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x4x5xf32>, tensor<2x1x1x5xf32>) outs(%e_t : tensor<2x6x4x5xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %r = arith.addf %in, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%t : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @mask_of_two_dims
// CHECK:         npu.attention{{.*}} mask(%{{.*}} : tensor<1x1x4x5xf32>)
// CHECK-NOT:     math.exp
// REFERENCE @mask_of_two_dims: matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)) + a3), a2)
func.func @mask_of_two_dims(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>, %m: tensor<4x5xf32>) -> tensor<2x6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_t = tensor.empty() : tensor<2x6x4x5xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, n, i, j) -> (b, n, i, j)>, affine_map<(b, n, i, j) -> (i, j)>, affine_map<(b, n, i, j) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x4x5xf32>, tensor<4x5xf32>) outs(%e_t : tensor<2x6x4x5xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %r = arith.addf %in, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%t : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @mask_of_heads
// CHECK:         npu.attention{{.*}} mask(%{{.*}} : tensor<1x6x4x5xf32>)
// CHECK-NOT:     math.exp
// REFERENCE @mask_of_heads: matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)) + a3), a2)
func.func @mask_of_heads(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>, %m: tensor<1x6x4x5xf32>) -> tensor<2x6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_t = tensor.empty() : tensor<2x6x4x5xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, n, i, j) -> (b, n, i, j)>, affine_map<(b, n, i, j) -> (0, n, i, j)>, affine_map<(b, n, i, j) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x4x5xf32>, tensor<1x6x4x5xf32>) outs(%e_t : tensor<2x6x4x5xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %r = arith.addf %in, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%t : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @mask_selects
// CHECK:         npu.attention{{.*}} mask(%{{.*}} : tensor<1x1x4x5xi1>) fill(%{{.*}} : f32)
// CHECK-NOT:     math.exp
// REFERENCE @mask_selects: matmul(softmax(where(a3, 0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)), -1e30)), a2)
func.func @mask_selects(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>, %m: tensor<1x1x4x5xi1>) -> tensor<2x6x4x3xf32> {
  %f = arith.constant -1.0e+30 : f32
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_t = tensor.empty() : tensor<2x6x4x5xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, n, i, j) -> (b, n, i, j)>, affine_map<(b, n, i, j) -> (0, 0, i, j)>, affine_map<(b, n, i, j) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x4x5xf32>, tensor<1x1x4x5xi1>) outs(%e_t : tensor<2x6x4x5xf32>) {
  ^bb0(%in: f32, %b: i1, %out: f32):
    %r = arith.select %b, %in, %f : f32
    linalg.yield %r : f32
  } -> tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%t : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @grouped
// CHECK:         npu.attention{{.*}} : tensor<2x6x4x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>)
// CHECK-NOT:     math.exp
// REFERENCE @grouped: k = heads(a1, 3); v = heads(a2, 3); matmul(softmax(0.3 * matmul(a0, transpose(k, 0, 1, 3, 2))), v)
func.func @grouped(%q: tensor<2x6x4x8xf32>, %k0: tensor<2x2x5x8xf32>, %v0: tensor<2x2x5x3xf32>) -> tensor<2x6x4x3xf32> {
  %e_k = tensor.empty() : tensor<2x2x3x5x8xf32>
  %b_k = linalg.broadcast ins(%k0 : tensor<2x2x5x8xf32>) outs(%e_k : tensor<2x2x3x5x8xf32>) dimensions = [2]
  %k = tensor.collapse_shape %b_k [[0], [1, 2], [3], [4]] : tensor<2x2x3x5x8xf32> into tensor<2x6x5x8xf32>
  %e_v = tensor.empty() : tensor<2x2x3x5x3xf32>
  %b_v = linalg.broadcast ins(%v0 : tensor<2x2x5x3xf32>) outs(%e_v : tensor<2x2x3x5x3xf32>) dimensions = [2]
  %v = tensor.collapse_shape %b_v [[0], [1, 2], [3], [4]] : tensor<2x2x3x5x3xf32> into tensor<2x6x5x3xf32>
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

// CHECK-LABEL: func.func @grouped_dims
// CHECK:         npu.attention{{.*}} : tensor<2x6x4x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>)
// CHECK-NOT:     math.exp
// REFERENCE @grouped_dims: q = reshape(a0, 2, 6, 4, 8); k = heads(a1, 3); v = heads(a2, 3); reshape(matmul(softmax(0.3 * matmul(q, transpose(k, 0, 1, 3, 2))), v), 2, 2, 3, 4, 3)
func.func @grouped_dims(%q: tensor<2x2x3x4x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>) -> tensor<2x2x3x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x2x3x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, h, g, i, j, d) -> (b, h, g, i, d)>, affine_map<(b, h, g, i, j, d) -> (b, h, j, d)>, affine_map<(b, h, g, i, j, d) -> (b, h, g, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x2x3x4x8xf32>, tensor<2x2x5x8xf32>) outs(%z_qk : tensor<2x2x3x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x2x3x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x2x3x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x2x3x4x5xf32>
  %e_p = tensor.empty() : tensor<2x2x3x4x5xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x2x3x4x5xf32>) outs(%e_p : tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x2x3x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, h, g, i, e, j) -> (b, h, g, i, j)>, affine_map<(b, h, g, i, e, j) -> (b, h, j, e)>, affine_map<(b, h, g, i, e, j) -> (b, h, g, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x2x3x4x5xf32>, tensor<2x2x5x3xf32>) outs(%z_o : tensor<2x2x3x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x2x3x4x3xf32>
  return %o : tensor<2x2x3x4x3xf32>
}

// CHECK-LABEL: func.func @decode
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @decode: matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2))), a2)
func.func @decode(%q: tensor<2x6x1x8xf32>, %k: tensor<2x6x5x8xf32>, %v: tensor<2x6x5x3xf32>) -> tensor<2x6x1x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x1x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x1x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x1x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x1x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x1x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x1x5xf32>
  %e_p = tensor.empty() : tensor<2x6x1x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x1x5xf32>) outs(%e_p : tensor<2x6x1x5xf32>) -> tensor<2x6x1x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x1x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x1x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x1x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x1x3xf32>
  return %o : tensor<2x6x1x3xf32>
}

// CHECK-LABEL: func.func @positions_first
// CHECK:         npu.attention{{.*}} layout(BSND)
// CHECK-NOT:     math.exp
// REFERENCE @positions_first: q = transpose(a0, 0, 2, 1, 3); k = transpose(a1, 0, 2, 3, 1); v = transpose(a2, 0, 2, 1, 3); transpose(matmul(softmax(0.3 * matmul(q, k)), v), 0, 2, 1, 3)
func.func @positions_first(%q: tensor<2x4x6x8xf32>, %k: tensor<2x5x6x8xf32>, %v: tensor<2x5x6x3xf32>) -> tensor<2x4x6x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, i, n, d)>, affine_map<(b, n, i, j, d) -> (b, j, n, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x4x6x8xf32>, tensor<2x5x6x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x4x6x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, j, n, e)>, affine_map<(b, n, i, e, j) -> (b, i, n, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x5x6x3xf32>) outs(%z_o : tensor<2x4x6x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x4x6x3xf32>
  return %o : tensor<2x4x6x3xf32>
}

// CHECK-LABEL: func.func @transposes
// CHECK:         npu.attention{{.*}} layout(BSND)
// CHECK-NOT:     math.exp
// REFERENCE @transposes: q = transpose(a0, 0, 2, 1, 3); k = transpose(a1, 0, 2, 3, 1); v = transpose(a2, 0, 2, 1, 3); transpose(matmul(softmax(0.3 * matmul(q, k)), v), 0, 2, 1, 3)
func.func @transposes(%q0: tensor<2x4x6x8xf32>, %k0: tensor<2x5x6x8xf32>, %v0: tensor<2x5x6x3xf32>) -> tensor<2x4x6x3xf32> {
  %e_q = tensor.empty() : tensor<2x6x4x8xf32>
  %q = linalg.transpose ins(%q0 : tensor<2x4x6x8xf32>) outs(%e_q : tensor<2x6x4x8xf32>) permutation = [0, 2, 1, 3]
  %e_k = tensor.empty() : tensor<2x6x5x8xf32>
  %k = linalg.transpose ins(%k0 : tensor<2x5x6x8xf32>) outs(%e_k : tensor<2x6x5x8xf32>) permutation = [0, 2, 1, 3]
  %e_v = tensor.empty() : tensor<2x6x5x3xf32>
  %v = linalg.transpose ins(%v0 : tensor<2x5x6x3xf32>) outs(%e_v : tensor<2x6x5x3xf32>) permutation = [0, 2, 1, 3]
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, j, d)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  %e_r = tensor.empty() : tensor<2x4x6x3xf32>
  %r = linalg.transpose ins(%o : tensor<2x6x4x3xf32>) outs(%e_r : tensor<2x4x6x3xf32>) permutation = [0, 2, 1, 3]
  return %r : tensor<2x4x6x3xf32>
}

// CHECK-LABEL: func.func @key_transposed
// CHECK:         npu.attention
// CHECK-NOT:     math.exp
// REFERENCE @key_transposed: matmul(softmax(0.3 * matmul(a0, a1)), a2)
func.func @key_transposed(%q: tensor<2x6x4x8xf32>, %k: tensor<2x6x8x5xf32>, %v: tensor<2x6x5x3xf32>) -> tensor<2x6x4x3xf32> {
  %z_qk = arith.constant dense<0.0> : tensor<2x6x4x5xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(b, n, i, j, d) -> (b, n, i, d)>, affine_map<(b, n, i, j, d) -> (b, n, d, j)>, affine_map<(b, n, i, j, d) -> (b, n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x8xf32>, tensor<2x6x8x5xf32>) outs(%z_qk : tensor<2x6x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x5xf32>
  %c = arith.constant dense<0.3> : tensor<2x6x4x5xf32>
  %s = arith.mulf %qk, %c : tensor<2x6x4x5xf32>
  %e_p = tensor.empty() : tensor<2x6x4x5xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x6x4x5xf32>) outs(%e_p : tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32>
  %z_o = arith.constant dense<0.0> : tensor<2x6x4x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, n, i, e, j) -> (b, n, i, j)>, affine_map<(b, n, i, e, j) -> (b, n, j, e)>, affine_map<(b, n, i, e, j) -> (b, n, i, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x4x5xf32>, tensor<2x6x5x3xf32>) outs(%z_o : tensor<2x6x4x3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %acc, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x6x4x3xf32>
  return %o : tensor<2x6x4x3xf32>
}

