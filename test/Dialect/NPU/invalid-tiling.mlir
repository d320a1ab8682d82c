// RUN: not npuprof-opt %s --split-input-file --transform-interpreter 2>&1 | FileCheck %s

// CHECK: error: 'npu.rms_norm' op cannot be tiled along dim 1: it is normalised, and a row is not split; use tile size 0 or the extent
func.func @split_row(%x: tensor<64x768xf32>, %eps: f32) -> tensor<64x768xf32> {
  %y = npu.rms_norm ins(%x : tensor<64x768xf32>) eps(%eps : f32) outs(%x : tensor<64x768xf32>)
  return %y : tensor<64x768xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.rms_norm"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %norm tile_sizes [8, 128]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'npu.layer_norm' op cannot be tiled along dim 0: it is normalised
func.func @split_dynamic_row(%x: tensor<?x?xf32>, %eps: f32) -> tensor<?x?xf32> {
  %y = npu.layer_norm ins(%x : tensor<?x?xf32>) eps(%eps : f32) {norm_rank = 2 : i64} outs(%x : tensor<?x?xf32>)
  return %y : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.layer_norm"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %norm tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'npu.rotary_mul' op cannot be tiled along dim 1: it holds pairs, which are not split; use tile size 0 or the extent
func.func @split_pairs(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %y = npu.rotary_mul ins(%x, %x, %x : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>)
         mode(interleaved) outs(%x : tensor<64x128xf32>)
  return %y : tensor<64x128xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["npu.rotary_mul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %op tile_sizes [8, 64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Three heads of groups of two: neither whole groups nor within one.

// CHECK: error: 'npu.attention' op cannot be tiled along its heads like this: the query heads of a tile must be whole groups, or lie in one
func.func @across_groups(%q: tensor<1x6x4x8xf32>, %k: tensor<1x3x4x8xf32>, %s: f32) -> tensor<1x6x4x8xf32> {
  %0 = npu.attention ins(%q, %k, %k : tensor<1x6x4x8xf32>, tensor<1x3x4x8xf32>, tensor<1x3x4x8xf32>)
         scale(%s : f32) outs(%q : tensor<1x6x4x8xf32>)
  return %0 : tensor<1x6x4x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["npu.attention"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %a tile_sizes [0, 3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
