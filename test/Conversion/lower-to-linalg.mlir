// RUN: npuprof-opt %s --npuprof-lower-to-linalg --split-input-file | FileCheck %s
// Stock mlir-opt reads the result.
// RUN: npuprof-opt %s --npuprof-lower-to-linalg --split-input-file | mlir-opt --split-input-file --verify-each | FileCheck %s

// CHECK-DAG: #[[WHOLE:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[PARAMETER:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @layer_norm
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[G:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>, %[[EPS:.*]]: f32, %[[INIT:.*]]: tensor<4x8xf32>)
// CHECK-DAG:   %[[N:.*]] = arith.constant 8.000000e+00 : f32
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:   %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-DAG:   %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<4xf32>)
// CHECK:       %[[SUM:.*]] = linalg.generic
// CHECK-SAME:    indexing_maps = [#[[WHOLE]], #[[ROW]]], iterator_types = ["parallel", "reduction"]
// CHECK-SAME:    ins(%[[X]] : tensor<4x8xf32>) outs(%[[FILL]] : tensor<4xf32>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:    %[[ADD:.*]] = arith.addf %[[OUT]], %[[IN]] : f32
// CHECK-NEXT:    linalg.yield %[[ADD]] : f32
// CHECK:       %[[MEAN:.*]] = linalg.generic
// CHECK-SAME:    iterator_types = ["parallel"]} ins(%[[SUM]] : tensor<4xf32>) outs(%[[EMPTY]] : tensor<4xf32>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:    %[[DIV:.*]] = arith.divf %[[IN]], %[[N]] : f32
// CHECK-NEXT:    linalg.yield %[[DIV]] : f32
// CHECK:       %[[SQUARES:.*]] = linalg.generic
// CHECK-SAME:    indexing_maps = [#[[WHOLE]], #[[ROW]], #[[ROW]]], iterator_types = ["parallel", "reduction"]
// CHECK-SAME:    ins(%[[X]], %[[MEAN]] : tensor<4x8xf32>, tensor<4xf32>) outs(%[[FILL]] : tensor<4xf32>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %[[M:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:    %[[SUB:.*]] = arith.subf %[[IN]], %[[M]] : f32
// CHECK-NEXT:    %[[MUL:.*]] = arith.mulf %[[SUB]], %[[SUB]] : f32
// CHECK-NEXT:    %[[ADD:.*]] = arith.addf %[[OUT]], %[[MUL]] : f32
// CHECK-NEXT:    linalg.yield %[[ADD]] : f32
// CHECK:       %[[SCALE:.*]] = linalg.generic
// CHECK-SAME:    ins(%[[SQUARES]] : tensor<4xf32>) outs(%[[EMPTY]] : tensor<4xf32>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:    %[[DIV:.*]] = arith.divf %[[IN]], %[[N]] : f32
// CHECK-NEXT:    %[[ADD:.*]] = arith.addf %[[DIV]], %[[EPS]] : f32
// CHECK-NEXT:    %[[RSQRT:.*]] = math.rsqrt %[[ADD]] : f32
// CHECK-NEXT:    linalg.yield %[[RSQRT]] : f32
// CHECK:       %[[RESULT:.*]] = linalg.generic
// CHECK-SAME:    indexing_maps = [#[[WHOLE]], #[[ROW]], #[[ROW]], #[[PARAMETER]], #[[PARAMETER]], #[[WHOLE]]], iterator_types = ["parallel", "parallel"]
// CHECK-SAME:    ins(%[[X]], %[[MEAN]], %[[SCALE]], %[[G]], %[[B]] :
// CHECK-SAME:    outs(%[[INIT]] : tensor<4x8xf32>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %[[M:.*]]: f32, %[[S:.*]]: f32, %[[GI:.*]]: f32, %[[BI:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:    %[[SUB:.*]] = arith.subf %[[IN]], %[[M]] : f32
// CHECK-NEXT:    %[[NORM:.*]] = arith.mulf %[[SUB]], %[[S]] : f32
// CHECK-NEXT:    %[[SCALED:.*]] = arith.mulf %[[NORM]], %[[GI]] : f32
// CHECK-NEXT:    %[[SHIFTED:.*]] = arith.addf %[[SCALED]], %[[BI]] : f32
// CHECK-NEXT:    linalg.yield %[[SHIFTED]] : f32
// CHECK:       return %[[RESULT]] : tensor<4x8xf32>
func.func @layer_norm(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>, %eps: f32,
                      %init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = npu.layer_norm ins(%x : tensor<4x8xf32>) gamma(%g : tensor<8xf32>) beta(%b : tensor<8xf32>)
         eps(%eps : f32) outs(%init : tensor<4x8xf32>)
  return %0 : tensor<4x8xf32>
}

// -----

// Absent operands leave nothing behind.
// CHECK-LABEL: func.func @only_beta
// CHECK:       math.rsqrt
// CHECK:       linalg.generic
// CHECK:         arith.subf
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    linalg.yield
func.func @only_beta(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %eps: f32) -> tensor<4x8xf32> {
  %0 = npu.layer_norm ins(%x : tensor<4x8xf32>) beta(%b : tensor<8xf32>) eps(%eps : f32) outs(%x : tensor<4x8xf32>)
  return %0 : tensor<4x8xf32>
}

// -----

// No row dims: the sum is a tensor of rank 0. The types of the operands differ.
// CHECK-LABEL: func.func @rms_norm_rank_2
// CHECK-SAME: %[[EPS64:[a-z0-9]+]]: f64
// CHECK:       %[[N:.*]] = arith.constant 3.200000e+01 : f32
// CHECK:       %[[SQUARES:.*]] = linalg.generic
// CHECK-SAME:    iterator_types = ["reduction", "reduction"]
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f16, %[[OUT:.*]]: f32):
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK-NEXT:    %[[MUL:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f32
// CHECK-NEXT:    %[[ADD:.*]] = arith.addf %[[OUT]], %[[MUL]] : f32
// CHECK-NEXT:    linalg.yield %[[ADD]] : f32
// CHECK-NEXT:  } -> tensor<f32>
// CHECK:       %[[EPS:.*]] = arith.truncf %[[EPS64]] : f64 to f32
// CHECK:       arith.divf %{{.*}}, %[[N]] : f32
// CHECK:       arith.addf %{{.*}}, %[[EPS]] : f32
// CHECK:       linalg.generic
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f16, %[[S:.*]]: f32, %[[G:.*]]: bf16, %{{.*}}: f64):
// CHECK-DAG:     %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK-DAG:     %[[WIDE_G:.*]] = arith.extf %[[G]] : bf16 to f32
// CHECK:         %[[NORM:.*]] = arith.mulf %[[WIDE]], %[[S]] : f32
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[NORM]], %[[WIDE_G]] : f32
// CHECK:         %[[RESULT:.*]] = arith.extf %[[SCALED]] : f32 to f64
// CHECK:         linalg.yield %[[RESULT]] : f64
func.func @rms_norm_rank_2(%x: tensor<4x8xf16>, %g: tensor<4x8xbf16>, %eps: f64, %init: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %0 = npu.rms_norm ins(%x : tensor<4x8xf16>) gamma(%g : tensor<4x8xbf16>) eps(%eps : f64) {norm_rank = 2 : i64}
         outs(%init : tensor<4x8xf64>)
  return %0 : tensor<4x8xf64>
}

// -----

// f64 is not narrowed.
// CHECK-LABEL: func.func @rms_norm_f64
// CHECK-NOT:   truncf
// CHECK:       return
func.func @rms_norm_f64(%x: tensor<4x8xf64>, %g: tensor<8xf32>, %eps: f32) -> tensor<4x8xf64> {
  %0 = npu.rms_norm ins(%x : tensor<4x8xf64>) gamma(%g : tensor<8xf32>) eps(%eps : f32) outs(%x : tensor<4x8xf64>)
  return %0 : tensor<4x8xf64>
}

// -----

// The number of elements of a dynamic row is computed. The sum is rounded to its type and read from there.
// CHECK-LABEL: func.func @add_layer_norm_dynamic
// CHECK-SAME: (%[[A:.*]]: tensor<?x4x?xbf16>, %[[B:.*]]: tensor<?x4x?xbf16>, %[[C:.*]]: tensor<4x?xbf16>, %{{.*}}: f32, %[[INIT:.*]]: tensor<?x4x?xbf16>, %[[SUM_INIT:.*]]: tensor<?x4x?xbf16>)
// CHECK-DAG:   %[[D0:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:   %[[D2:.*]] = tensor.dim %[[A]], %c2
// CHECK:       %[[SUM:.*]] = linalg.generic
// CHECK-SAME:    ins(%[[A]], %[[B]], %[[C]] :
// CHECK-SAME:    outs(%[[SUM_INIT]] : tensor<?x4x?xbf16>)
// CHECK:         %[[AB:.*]] = arith.addf {{.*}} : f32
// CHECK:         %[[ABC:.*]] = arith.addf %[[AB]], {{.*}} : f32
// CHECK:         %[[ROUNDED:.*]] = arith.truncf %[[ABC]] : f32 to bf16
// CHECK:         linalg.yield %[[ROUNDED]] : bf16
// CHECK:       %[[EMPTY:.*]] = tensor.empty(%[[D0]]) : tensor<?xf32>
// CHECK:       %[[SIZE:.*]] = arith.muli %c4{{.*}}, %[[D2]] : index
// CHECK:       %[[INTEGER:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK:       %[[N:.*]] = arith.sitofp %[[INTEGER]] : i64 to f32
// CHECK:       linalg.generic
// CHECK-SAME:    iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[SUM]] : tensor<?x4x?xbf16>)
// CHECK:       arith.divf %{{.*}}, %[[N]] : f32
// CHECK:       linalg.generic
// CHECK-SAME:    iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[SUM]], %{{.*}} : tensor<?x4x?xbf16>, tensor<?xf32>)
// CHECK:       arith.divf %{{.*}}, %[[N]] : f32
// CHECK:       %[[RESULT:.*]] = linalg.generic
// CHECK-SAME:    ins(%[[SUM]], %{{.*}}, %{{.*}} : tensor<?x4x?xbf16>, tensor<?xf32>, tensor<?xf32>)
// CHECK-SAME:    outs(%[[INIT]] : tensor<?x4x?xbf16>)
// CHECK:       return %[[RESULT]], %[[SUM]]
func.func @add_layer_norm_dynamic(%a: tensor<?x4x?xbf16>, %b: tensor<?x4x?xbf16>, %c: tensor<4x?xbf16>, %eps: f32,
                                  %i: tensor<?x4x?xbf16>, %j: tensor<?x4x?xbf16>) -> (tensor<?x4x?xbf16>, tensor<?x4x?xbf16>) {
  %0:2 = npu.add_layer_norm ins(%a, %b : tensor<?x4x?xbf16>, tensor<?x4x?xbf16>) bias(%c : tensor<4x?xbf16>)
           eps(%eps : f32) {norm_rank = 2 : i64} outs(%i, %j : tensor<?x4x?xbf16>, tensor<?x4x?xbf16>)
  return %0#0, %0#1 : tensor<?x4x?xbf16>, tensor<?x4x?xbf16>
}

// -----

// CHECK-LABEL: func.func @add_rms_norm
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4x8xf32>,
// CHECK:       %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK:       linalg.generic {{.*}} ins(%[[SUM]] : tensor<4x8xf32>)
// CHECK:       %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %{{.*}} : tensor<4x8xf32>, tensor<4xf32>)
// CHECK:       return %[[RESULT]], %[[SUM]]
func.func @add_rms_norm(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %eps: f32) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0:2 = npu.add_rms_norm ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) eps(%eps : f32)
           outs(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// Static and dynamic dims of the operands may differ.
// CHECK-LABEL: func.func @mixed_dims
// CHECK-NOT:   npu.
// CHECK:       return
func.func @mixed_dims(%x: tensor<4x?xf32>, %g: tensor<8xf32>, %eps: f32, %init: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = npu.rms_norm ins(%x : tensor<4x?xf32>) gamma(%g : tensor<8xf32>) eps(%eps : f32) outs(%init : tensor<?x8xf32>)
  return %0 : tensor<?x8xf32>
}

// -----

// A kernel is its body. The attributes of the dialect go, others stay.
// CHECK: module attributes {llvm.target_triple = "keep"} {
// CHECK-LABEL: func.func @kernel
// CHECK-SAME: attributes {keep = 2 : i64}
// CHECK-SAME: {
// CHECK-NEXT:   %[[INDEX:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[EXP:.*]] = linalg.exp {keep = 3 : i64} ins
// CHECK-NEXT:   %[[LOG:.*]] = linalg.log ins(%[[EXP]]
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     memref.store
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[LOG]], %[[INDEX]]
module attributes {llvm.target_triple = "keep", npu.profile_summary = #npu.profile_summary<files = [], device_us = 1.0, attributed_us = 1.0>} {
  func.func @kernel(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, index)
      attributes {keep = 2 : i64, npu.profile = #npu.profile<match = name, confidence = 1.0>} {
    %0:2 = npu.kernel "both" -> tensor<4xf32>, index
        attributes {npu.profile = #npu.profile<match = name, confidence = 1.0>} {
      %c = arith.constant 2 : index
      %1 = npu.kernel -> tensor<4xf32> {
        %2 = linalg.exp {keep = 3 : i64, npu.tiling = #npu.tiling<tile = [2]>} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
        npu.yield %2 : tensor<4xf32>
      }
      %3 = linalg.log ins(%1 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
      npu.yield %3, %c : tensor<4xf32>, index
    }
    scf.for %j = %i to %i step %i {
      npu.kernel {
        memref.store %f, %m[%j] {npu.profile = #npu.profile<match = name, confidence = 1.0>} : memref<4xf32>
      }
    }
    return %0#0, %0#1 : tensor<4xf32>, index
  }
}

// -----

// The arguments of a pattern have an attribute, too.
// CHECK: func.func @pattern_argument(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32> {llvm.noalias}) {
func.func @pattern_argument(%g: tensor<8xf32> {npu.identity = 1.0 : f64},
                            %b: tensor<8xf32> {llvm.noalias, npu.identity = 0.0 : f64}) {
  return
}
