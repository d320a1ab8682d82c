// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.rotary_mul

// Rotary position embedding of neighbours.

#id = affine_map<(b, n, s, d) -> (b, n, s, d)>
#shared = affine_map<(b, n, s, d) -> (b, 0, s, d)>

// Slices of stride 2, stacked along a new last axis that a reshape folds in.
// REFERENCE @strided_slices: rotary(a0, a1, a2, 'interleaved')
// CHECK-LABEL: func.func @strided_slices(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(interleaved) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @strided_slices(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 1] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %n1 = tensor.expand_shape %n [[0], [1], [2], [3, 4]] output_shape [1, 2, 5, 4, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x4x1xf32>
  %l1 = tensor.expand_shape %l [[0], [1], [2], [3, 4]] output_shape [1, 2, 5, 4, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x4x1xf32>
  %s = tensor.concat dim(4) %n1, %l1 : (tensor<1x2x5x4x1xf32>, tensor<1x2x5x4x1xf32>) -> tensor<1x2x5x4x2xf32>
  %r = tensor.collapse_shape %s [[0], [1], [2], [3, 4]] : tensor<1x2x5x4x2xf32> into tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Slices of stride 2 inserted with stride 2.
// REFERENCE @strided_inserts: rotary(a0, a1, a2, 'interleaved')
// CHECK-LABEL: func.func @strided_inserts(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(interleaved) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @strided_inserts(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 1] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %i = tensor.insert_slice %n into %e[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  %r = tensor.insert_slice %l into %i[0, 0, 0, 1] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Pairs by a reshape, rotated, stacked and folded in again.
// REFERENCE @pairs_by_reshape: rotary(a0, a1, a2, 'interleaved')
// CHECK-LABEL: func.func @pairs_by_reshape(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x4xf32>, tensor<1x1x5x4xf32>) mode(interleaved) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @pairs_by_reshape(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x4xf32>, %sin: tensor<1x1x5x4xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = tensor.expand_shape %x [[0], [1], [2], [3, 4]] output_shape [1, 2, 5, 4, 2] : tensor<1x2x5x8xf32> into tensor<1x2x5x4x2xf32>
  %l = tensor.extract_slice %w[0, 0, 0, 0, 0] [1, 2, 5, 4, 1] [1, 1, 1, 1, 1] : tensor<1x2x5x4x2xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %w[0, 0, 0, 0, 1] [1, 2, 5, 4, 1] [1, 1, 1, 1, 1] : tensor<1x2x5x4x2xf32> to tensor<1x2x5x4xf32>
  %a = tosa.mul %l, %cos, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %b = tosa.mul %h, %sin, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %c = tosa.sub %a, %b : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %d = tosa.mul %l, %sin, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %f = tosa.mul %h, %cos, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %g = tosa.add %d, %f : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %e = tensor.empty() : tensor<1x2x5x4x2xf32>
  %i = tensor.insert_slice %c into %e[0, 0, 0, 0, 0] [1, 2, 5, 4, 1] [1, 1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x4x2xf32>
  %j = tensor.insert_slice %g into %i[0, 0, 0, 0, 1] [1, 2, 5, 4, 1] [1, 1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x4x2xf32>
  %y = tensor.collapse_shape %j [[0], [1], [2], [3, 4]] : tensor<1x2x5x4x2xf32> into tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// One body that reads both of a pair and chooses by parity.
// REFERENCE @choice_by_parity: rotary(a0, a1, a2, 'interleaved')
// CHECK-LABEL: func.func @choice_by_parity(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(interleaved) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @choice_by_parity(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %y = linalg.generic {indexing_maps = [#shared, #shared, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%cos, %sin : tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) outs(%e : tensor<1x2x5x8xf32>) {
  ^bb0(%c: f32, %s: f32, %o: f32):
    %b = linalg.index 0 : index
    %n = linalg.index 1 : index
    %p = linalg.index 2 : index
    %d = linalg.index 3 : index
    %pair = arith.divui %d, %c2 : index
    %member = arith.remui %d, %c2 : index
    %even = arith.muli %pair, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %x1 = tensor.extract %x[%b, %n, %p, %even] : tensor<1x2x5x8xf32>
    %x2 = tensor.extract %x[%b, %n, %p, %odd] : tensor<1x2x5x8xf32>
    %0 = arith.mulf %x1, %c : f32
    %1 = arith.mulf %x2, %s : f32
    %2 = arith.subf %0, %1 : f32
    %3 = arith.mulf %x2, %c : f32
    %4 = arith.mulf %x1, %s : f32
    %5 = arith.addf %3, %4 : f32
    %first = arith.cmpi eq, %member, %c0 : index
    %6 = arith.select %first, %2, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}
