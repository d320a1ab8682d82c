// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --dim 2 --dim 5 --expect-op npu.rotary_mul

// Rotary position embedding of halves: batch x heads x positions x D.

#id = affine_map<(b, n, s, d) -> (b, n, s, d)>
#table = affine_map<(b, n, s, d) -> (s, d)>
#shared = affine_map<(b, n, s, d) -> (b, 0, s, d)>

// Slices, one negated, inserted into an empty tensor.
// REFERENCE @inserted_halves: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @inserted_halves(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @inserted_halves(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %i = tensor.insert_slice %n into %e[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  %r = tensor.insert_slice %l into %i[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Slices and tensor.concat; the product with sin first.
// REFERENCE @concatenated_halves: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @concatenated_halves(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @concatenated_halves(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %b, %a : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// tosa.slice and tosa.concat.
// REFERENCE @tosa_concat: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @tosa_concat(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @tosa_concat(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %size = tosa.const_shape {values = dense<[1, 2, 5, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %ls = tosa.const_shape {values = dense<[0, 0, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %l = tosa.slice %x, %ls, %size : (tensor<1x2x5x8xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x2x5x4xf32>
  %hs = tosa.const_shape {values = dense<[0, 0, 0, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %h = tosa.slice %x, %hs, %size : (tensor<1x2x5x8xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tosa.concat %n, %l {axis = 3 : i32} : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The halves by a reshape and slices of it.
// REFERENCE @split_by_reshape: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @split_by_reshape(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @split_by_reshape(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %w = tensor.expand_shape %x [[0], [1], [2], [3, 4]] output_shape [1, 2, 5, 2, 4] : tensor<1x2x5x8xf32> into tensor<1x2x5x2x4xf32>
  %l = tensor.extract_slice %w[0, 0, 0, 0, 0] [1, 2, 5, 1, 4] [1, 1, 1, 1, 1] : tensor<1x2x5x2x4xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %w[0, 0, 0, 1, 0] [1, 2, 5, 1, 4] [1, 1, 1, 1, 1] : tensor<1x2x5x2x4xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The halves change places; the first half of sin is negated.
// REFERENCE @negated_sin: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @negated_sin(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @negated_sin(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %h, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %s1 = tensor.extract_slice %sin[0, 0, 0, 0] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %s2 = tensor.extract_slice %sin[0, 0, 0, 4] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %m = tosa.negate %s1, %zp, %zp : (tensor<1x1x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x5x4xf32>
  %t = tensor.concat dim(3) %m, %s2 : (tensor<1x1x5x4xf32>, tensor<1x1x5x4xf32>) -> tensor<1x1x5x8xf32>
  %b = tosa.mul %r, %t, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Rotated the other way, and subtracted.
// REFERENCE @subtracted: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @subtracted(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @subtracted(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %l, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %h, %n : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.sub %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Each half rotated by tables of half the width, then put together.
// REFERENCE @rotated_halves: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @rotated_halves(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x4xf32>, tensor<1x1x5x4xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @rotated_halves(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x4xf32>, %sin: tensor<1x1x5x4xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %a = tosa.mul %l, %cos, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %b = tosa.mul %h, %sin, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %c = tosa.sub %a, %b : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %d = tosa.mul %h, %cos, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %f = tosa.mul %l, %sin, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %g = tosa.add %d, %f : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %y = tensor.concat dim(3) %c, %g : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The same with insert_slice, and products the other way round.
// REFERENCE @rotated_halves_inserted: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @rotated_halves_inserted(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xf32>, tensor<1x1x5x4xf32>, tensor<1x1x5x4xf32>) mode(half) outs(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @rotated_halves_inserted(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x4xf32>, %sin: tensor<1x1x5x4xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %a = tosa.mul %cos, %l, %shift : (tensor<1x1x5x4xf32>, tensor<1x2x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %b = tosa.mul %sin, %h, %shift : (tensor<1x1x5x4xf32>, tensor<1x2x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %c = tosa.sub %a, %b : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %d = tosa.mul %h, %cos, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %f = tosa.mul %l, %sin, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %g = tosa.add %f, %d : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %i = tensor.insert_slice %c into %e[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  %y = tensor.insert_slice %g into %i[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x4xf32> into tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Batch x positions x heads x D.
// REFERENCE @heads_after_positions: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @heads_after_positions(
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x5x2x8xf32>, tensor<1x5x1x8xf32>, tensor<1x5x1x8xf32>) mode(half)
// CHECK-NOT: {{npu|arith\.(mulf|addf|subf)|linalg\.generic|tosa\.(mul|add)}}
// CHECK: return
func.func @heads_after_positions(%x: tensor<1x5x2x8xf32>, %cos: tensor<1x5x1x8xf32>, %sin: tensor<1x5x1x8xf32>) -> tensor<1x5x2x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x5x2x8xf32>, tensor<1x5x1x8xf32>, tensor<1xi8>) -> tensor<1x5x2x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 5, 2, 4] [1, 1, 1, 1] : tensor<1x5x2x8xf32> to tensor<1x5x2x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 5, 2, 4] [1, 1, 1, 1] : tensor<1x5x2x8xf32> to tensor<1x5x2x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x5x2x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x2x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>) -> tensor<1x5x2x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x5x2x8xf32>, tensor<1x5x1x8xf32>, tensor<1xi8>) -> tensor<1x5x2x8xf32>
  %y = tosa.add %a, %b : (tensor<1x5x2x8xf32>, tensor<1x5x2x8xf32>) -> tensor<1x5x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// Tables of positions x D, read by a map.
// REFERENCE @tables_of_two_dims: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @tables_of_two_dims(
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: npu.rotary_mul ins(%arg0, %{{.+}}, %{{.+}} : tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half)
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: return
func.func @tables_of_two_dims(%x: tensor<1x2x5x8xf32>, %cos: tensor<5x8xf32>, %sin: tensor<5x8xf32>) -> tensor<1x2x5x8xf32> {
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = arith.negf %h : tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #table, #id, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %cos, %r, %sin : tensor<1x2x5x8xf32>, tensor<5x8xf32>, tensor<1x2x5x8xf32>, tensor<5x8xf32>) outs(%e : tensor<1x2x5x8xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32, %s: f32, %o: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %b, %s : f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Heads and positions that are known at run time only.
// REFERENCE @dynamic_sizes: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @dynamic_sizes(
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x?x?x8xf32>, tensor<1x1x?x8xf32>, tensor<1x1x?x8xf32>) mode(half)
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: return
func.func @dynamic_sizes(%x: tensor<1x?x?x8xf32>, %cos: tensor<1x1x?x8xf32>, %sin: tensor<1x1x?x8xf32>) -> tensor<1x?x?x8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c1 : tensor<1x?x?x8xf32>
  %m = tensor.dim %x, %c2 : tensor<1x?x?x8xf32>
  %e = tensor.empty(%n, %m) : tensor<1x?x?x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, %n, %m, 4] [1, 1, 1, 1] : tensor<1x?x?x8xf32> to tensor<1x?x?x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, %n, %m, 4] [1, 1, 1, 1] : tensor<1x?x?x8xf32> to tensor<1x?x?x4xf32>
  %g = arith.negf %h : tensor<1x?x?x4xf32>
  %i = tensor.insert_slice %g into %e[0, 0, 0, 0] [1, %n, %m, 4] [1, 1, 1, 1] : tensor<1x?x?x4xf32> into tensor<1x?x?x8xf32>
  %r = tensor.insert_slice %l into %i[0, 0, 0, 4] [1, %n, %m, 4] [1, 1, 1, 1] : tensor<1x?x?x4xf32> into tensor<1x?x?x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #shared, #id, #shared, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %cos, %r, %sin : tensor<1x?x?x8xf32>, tensor<1x1x?x8xf32>, tensor<1x?x?x8xf32>, tensor<1x1x?x8xf32>) outs(%e : tensor<1x?x?x8xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32, %s: f32, %o: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %b, %s : f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x?x?x8xf32>
  return %y : tensor<1x?x?x8xf32>
}

// bf16, rotated in f32 by tables of f32.
// REFERENCE @widened_bf16: bf16(rotary(a0, a1, a2))
// CHECK-LABEL: func.func @widened_bf16(
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: npu.rotary_mul ins(%arg0, %arg1, %arg2 : tensor<1x2x5x8xbf16>, tensor<1x1x5x8xf32>, tensor<1x1x5x8xf32>) mode(half)
// CHECK-NOT: {{npu|linalg\.generic}}
// CHECK: return
func.func @widened_bf16(%x: tensor<1x2x5x8xbf16>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xbf16> {
  %e = tensor.empty() : tensor<1x2x5x8xbf16>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xbf16> to tensor<1x2x5x4xbf16>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xbf16> to tensor<1x2x5x4xbf16>
  %g = arith.negf %h : tensor<1x2x5x4xbf16>
  %r = tensor.concat dim(3) %g, %l : (tensor<1x2x5x4xbf16>, tensor<1x2x5x4xbf16>) -> tensor<1x2x5x8xbf16>
  %y = linalg.generic {indexing_maps = [#id, #shared, #id, #shared, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %cos, %r, %sin : tensor<1x2x5x8xbf16>, tensor<1x1x5x8xf32>, tensor<1x2x5x8xbf16>, tensor<1x1x5x8xf32>) outs(%e : tensor<1x2x5x8xbf16>) {
  ^bb0(%a: bf16, %c: f32, %b: bf16, %s: f32, %o: bf16):
    %v = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %0 = arith.mulf %v, %c : f32
    %1 = arith.mulf %w, %s : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<1x2x5x8xbf16>
  return %y : tensor<1x2x5x8xbf16>
}
