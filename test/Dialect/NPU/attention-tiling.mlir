// RUN: npuprof-opt %s --split-input-file --transform-interpreter --canonicalize --cse | FileCheck %s

// Two heads of a group of four use one kv head.

// CHECK-DAG: #[[HEAD:.*]] = affine_map<(d0) -> (d0 * 2)>
// CHECK-DAG: #[[KV_HEAD:.*]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-LABEL: func.func @heads
// CHECK-SAME:    (%[[Q:.*]]: tensor<2x8x16x64xf16>, %[[K:.*]]: tensor<2x2x32x64xf16>,
func.func @heads(%q: tensor<2x8x16x64xf16>, %k: tensor<2x2x32x64xf16>, %m: tensor<1x8x1x32xf16>, %s: f32,
                 %e: tensor<2x8x16x64xf16>) -> tensor<2x8x16x64xf16> {
  // CHECK: scf.forall (%[[B:.*]], %[[I:.*]]) in (2, 4)
  // CHECK:   %[[N:.*]] = affine.apply #[[HEAD]](%[[I]])
  // CHECK:   %[[H:.*]] = affine.apply #[[KV_HEAD]](%[[I]])
  // CHECK:   tensor.extract_slice %[[Q]][%[[B]], %[[N]], 0, 0] [1, 2, 16, 64]
  // CHECK:   tensor.extract_slice %[[K]][%[[B]], %[[H]], 0, 0] [1, 1, 32, 64]
  // CHECK:   tensor.extract_slice %{{.*}}[0, %[[N]], 0, 0] [1, 2, 1, 32]
  // CHECK:   npu.attention ins({{.*}} : tensor<1x2x16x64xf16>, tensor<1x1x32x64xf16>, tensor<1x1x32x64xf16>)
  // CHECK-NOT: npu.tiling
  %0 = npu.attention ins(%q, %k, %k : tensor<2x8x16x64xf16>, tensor<2x2x32x64xf16>, tensor<2x2x32x64xf16>)
         mask(%m : tensor<1x8x1x32xf16>) scale(%s : f32) {npu.tiling = #npu.tiling<tile = [1, 2]>} outs(%e : tensor<2x8x16x64xf16>)
  return %0 : tensor<2x8x16x64xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["npu.attention"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %a tile_sizes [1, 2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Rows of a causal attention take the keys that they see.

// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0) -> (d0 * 4)>
// CHECK-DAG: #[[SEEN:.*]] = affine_map<(d0) -> (d0 * 4 + 20)>
// CHECK-LABEL: func.func @rows
func.func @rows(%q: tensor<1x2x16x64xf32>, %k: tensor<1x2x32x64xf32>, %s: f32,
                %e: tensor<1x2x16x64xf32>) -> tensor<1x2x16x64xf32> {
  // CHECK: scf.forall (%[[T:.*]]) in (4)
  // CHECK:   %[[I:.*]] = affine.apply #[[ROW]](%[[T]])
  // CHECK:   %[[KEYS:.*]] = affine.apply #[[SEEN]](%[[T]])
  // CHECK:   tensor.extract_slice %{{.*}}[0, 0, %[[I]], 0] [1, 2, 4, 64]
  // CHECK:   tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 2, %[[KEYS]], 64]
  // CHECK:   npu.attention ins({{.*}} : tensor<1x2x4x64xf32>, tensor<1x2x?x64xf32>, tensor<1x2x?x64xf32>) scale(%{{.*}} : f32) causal
  %0 = npu.attention ins(%q, %k, %k : tensor<1x2x16x64xf32>, tensor<1x2x32x64xf32>, tensor<1x2x32x64xf32>)
         scale(%s : f32) causal outs(%e : tensor<1x2x16x64xf32>)
  return %0 : tensor<1x2x16x64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match ops{["npu.attention"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %a tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
