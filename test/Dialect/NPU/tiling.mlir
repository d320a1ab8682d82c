// RUN: npuprof-opt %s --split-input-file --transform-interpreter --canonicalize --cse | FileCheck %s

// The norm is the root; its producer comes along, its row is whole. The
// attributes of the whole operation do not go to its tiles.

// CHECK-LABEL: func.func @fuse_producer
// CHECK-SAME: (%[[X:.*]]: tensor<64x768xf16>, %[[G:.*]]: tensor<768xf16>,
func.func @fuse_producer(%x: tensor<64x768xf16>, %g: tensor<768xf16>, %eps: f32,
                         %e: tensor<64x768xf16>) -> tensor<64x768xf16> {
  // CHECK:      scf.forall (%[[I:.*]]) = (0) to (64) step (8)
  // CHECK:        %[[XS:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [8, 768] [1, 1]
  // CHECK:        %[[EXP:.*]] = linalg.exp ins(%[[XS]] : tensor<8x768xf16>)
  // CHECK:        npu.layer_norm ins(%[[EXP]] : tensor<8x768xf16>) gamma(%[[G]] : tensor<768xf16>)
  // CHECK-SAME:     eps(%{{.*}} : f32) {foreign} outs(%{{.*}} : tensor<8x768xf16>)
  // CHECK:        tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[I]], 0] [8, 768] [1, 1]
  %0 = linalg.exp ins(%x : tensor<64x768xf16>) outs(%e : tensor<64x768xf16>) -> tensor<64x768xf16>
  %1 = npu.layer_norm ins(%0 : tensor<64x768xf16>) gamma(%g : tensor<768xf16>) eps(%eps : f32)
         {foreign, npu.profile = #npu.profile<match = name, confidence = 1.0>, npu.tiling = #npu.tiling<tile = [8, 0]>}
         outs(%e : tensor<64x768xf16>)
  return %1 : tensor<64x768xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.layer_norm"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse %norm tile_sizes [8] {apply_cleanup, use_forall}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The norm is a producer, with both of its results.

// CHECK-LABEL: func.func @fuse_into_consumer
func.func @fuse_into_consumer(%a: tensor<64x768xf32>, %b: tensor<64x768xf32>, %eps: f32,
                              %e: tensor<64x768xf32>) -> tensor<64x768xf32> {
  // CHECK:      scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
  // CHECK:        %[[Y:.*]], %[[S:.*]] = npu.add_rms_norm ins(%{{.*}}, %{{.*}} : tensor<8x768xf32>, tensor<8x768xf32>)
  // CHECK-NOT:    npu.add_rms_norm
  // CHECK:        linalg.mul ins(%[[Y]], %[[S]] : tensor<8x768xf32>, tensor<8x768xf32>)
  %y, %s = npu.add_rms_norm ins(%a, %b : tensor<64x768xf32>, tensor<64x768xf32>) eps(%eps : f32)
             outs(%e, %e : tensor<64x768xf32>, tensor<64x768xf32>)
  %0 = linalg.mul ins(%y, %s : tensor<64x768xf32>, tensor<64x768xf32>)
                  outs(%e : tensor<64x768xf32>) -> tensor<64x768xf32>
  return %0 : tensor<64x768xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %mul = transform.structured.match ops{["linalg.mul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse %mul tile_sizes [8] {apply_cleanup}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The consumer is tiled within the row: the norm stays outside.

// CHECK-LABEL: func.func @consumer_splits_row
func.func @consumer_splits_row(%a: tensor<64x768xf32>, %eps: f32, %e: tensor<64x768xf32>) -> tensor<64x768xf32> {
  // CHECK: %[[Y:.*]] = npu.rms_norm ins(%{{.*}} : tensor<64x768xf32>)
  // CHECK: scf.for
  // CHECK:   scf.for
  // CHECK-NOT: npu.rms_norm
  // CHECK:     tensor.extract_slice %[[Y]]
  // CHECK:     linalg.exp
  %y = npu.rms_norm ins(%a : tensor<64x768xf32>) eps(%eps : f32) outs(%e : tensor<64x768xf32>)
  %0 = linalg.exp ins(%y : tensor<64x768xf32>) outs(%e : tensor<64x768xf32>) -> tensor<64x768xf32>
  return %0 : tensor<64x768xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse %exp tile_sizes [8, 128] {apply_cleanup}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Dynamic rows, spread over 20 cores: the last tile is smaller.

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<?x4x?xf16>, %[[G:[a-z0-9]*]]: tensor<4x?xf16>
func.func @dynamic(%x: tensor<?x4x?xf16>, %g: tensor<4x?xf16>, %eps: f32, %e: tensor<?x4x?xf16>,
                   %f: tensor<?x4x?xf32>) -> (tensor<?x4x?xf16>, tensor<?x4x?xf32>) {
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x4x?xf16>
  // CHECK:     scf.forall (%{{.*}}) in (20)
  // CHECK:       %[[SIZE:.*]] = affine.max
  // CHECK:       tensor.extract_slice %[[X]][%[[OFFSET:.*]], 0, 0] [%[[SIZE]], 4, %[[D2:.*]]] [1, 1, 1]
  // CHECK:       npu.add_layer_norm ins(%{{.*}}, %{{.*}} : tensor<?x4x?xf16>, tensor<?x4x?xf16>) bias(%[[G]] : tensor<4x?xf16>)
  // CHECK-SAME:    eps(%{{.*}} : f32) {norm_rank = 2 : i64} outs(%{{.*}}, %{{.*}} : tensor<?x4x?xf16>, tensor<?x4x?xf32>)
  // CHECK-DAG:   tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[OFFSET]], 0, 0] [%[[SIZE]], 4, %[[D2]]] [1, 1, 1] : tensor<?x4x?xf16>
  // CHECK-DAG:   tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[OFFSET]], 0, 0] [%[[SIZE]], 4, %[[D2]]] [1, 1, 1] : tensor<?x4x?xf32>
  %y, %s = npu.add_layer_norm ins(%x, %x : tensor<?x4x?xf16>, tensor<?x4x?xf16>) bias(%g : tensor<4x?xf16>)
             eps(%eps : f32) {norm_rank = 2 : i64} outs(%e, %f : tensor<?x4x?xf16>, tensor<?x4x?xf32>)
  return %y, %s : tensor<?x4x?xf16>, tensor<?x4x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.add_layer_norm"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %norm num_threads [20]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The extent itself is no split.

// CHECK-LABEL: func.func @extent_as_tile
func.func @extent_as_tile(%x: tensor<64x768xf32>, %eps: f32) -> tensor<64x768xf32> {
  // CHECK: npu.rms_norm ins(%{{.*}} : tensor<8x768xf32>)
  %y = npu.rms_norm ins(%x : tensor<64x768xf32>) eps(%eps : f32) outs(%x : tensor<64x768xf32>)
  return %y : tensor<64x768xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.rms_norm"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %norm tile_sizes [8, 768]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
