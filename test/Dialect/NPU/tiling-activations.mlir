// RUN: npuprof-opt %s --split-input-file --transform-interpreter --canonicalize --cse | FileCheck %s

// Every axis of an activation may be split.

// CHECK-LABEL: func.func @gelu
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<64x768xf16>
func.func @gelu(%x: tensor<64x768xf16>, %e: tensor<64x768xf16>) -> tensor<64x768xf16> {
  // CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 3)
  // CHECK:   %[[I:.*]] = affine.apply
  // CHECK:   %[[J:.*]] = affine.apply
  // CHECK:   %[[XS:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [8, 256] [1, 1]
  // CHECK:   npu.gelu ins(%[[XS]] : tensor<8x256xf16>) approximate(tanh) {foreign} outs(%{{.*}} : tensor<8x256xf16>)
  %0 = npu.gelu ins(%x : tensor<64x768xf16>) approximate(tanh)
         {foreign, npu.profile = #npu.profile<match = name, confidence = 1.0>}
         outs(%e : tensor<64x768xf16>)
  return %0 : tensor<64x768xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["npu.gelu"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %op tile_sizes [8, 256]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile of the result reads two tiles of the operand that holds both halves.

// CHECK-LABEL: func.func @geglu
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<64x512xf32>
func.func @geglu(%x: tensor<64x512xf32>, %e: tensor<64x256xf32>) -> tensor<64x256xf32> {
  // CHECK: scf.forall (%{{.*}}) in (4)
  // CHECK:   %[[J:.*]] = affine.apply
  // CHECK:   %[[K:.*]] = affine.apply
  // CHECK:   %[[GATE:.*]] = tensor.extract_slice %[[X]][0, %[[K]]] [64, 64] [1, 1]
  // CHECK:   %[[UP:.*]] = tensor.extract_slice %[[X]][0, %[[J]]] [64, 64] [1, 1]
  // CHECK:   npu.geglu ins(%[[GATE]], %[[UP]] : tensor<64x64xf32>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
  %0 = npu.geglu ins(%x : tensor<64x512xf32>) {gate_last} outs(%e : tensor<64x256xf32>)
  return %0 : tensor<64x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["npu.geglu"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %op tile_sizes [0, 64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Heads and positions are split, pairs are not; a table that is the same for all
// heads is read in whole along them.

// CHECK-LABEL: func.func @rotary
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<1x32x40x128xf16>, %[[C:[a-z0-9]+]]: tensor<1x1x40x128xf16>
func.func @rotary(%x: tensor<1x32x40x128xf16>, %c: tensor<1x1x40x128xf16>, %e: tensor<1x32x40x128xf16>) -> tensor<1x32x40x128xf16> {
  // CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 4)
  // CHECK:   %[[N:.*]] = affine.apply
  // CHECK:   %[[S:.*]] = affine.apply
  // CHECK-DAG: %[[XS:.*]] = tensor.extract_slice %[[X]][0, %[[N]], %[[S]], 0] [1, 4, 10, 128] [1, 1, 1, 1]
  // CHECK-DAG: %[[CS:.*]] = tensor.extract_slice %[[C]][0, 0, %[[S]], 0] [1, 1, 10, 128] [1, 1, 1, 1]
  // CHECK: npu.rotary_mul ins(%[[XS]], %[[CS]], %[[CS]] : tensor<1x4x10x128xf16>, tensor<1x1x10x128xf16>, tensor<1x1x10x128xf16>) mode(half)
  %0 = npu.rotary_mul ins(%x, %c, %c : tensor<1x32x40x128xf16>, tensor<1x1x40x128xf16>, tensor<1x1x40x128xf16>)
         mode(half) outs(%e : tensor<1x32x40x128xf16>)
  return %0 : tensor<1x32x40x128xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["npu.rotary_mul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %op tile_sizes [0, 4, 10]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
