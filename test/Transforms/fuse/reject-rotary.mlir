// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet disable=kernel" | FileCheck %s
// RUN: %run_both %s 

// Look-alikes of rotary position embedding. None may become the operator.

// The halves change places and none is negated.
// DIFFERS @not_negated: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @not_negated(
// CHECK-NOT: npu.
// CHECK: return
func.func @not_negated(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %h, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The first half is negated.
// DIFFERS @other_half_negated: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @other_half_negated(
// CHECK-NOT: npu.
// CHECK: return
func.func @other_half_negated(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %l, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %h, %n : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Both halves are negated.
// DIFFERS @both_negated: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @both_negated(
// CHECK-NOT: npu.
// CHECK: return
func.func @both_negated(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %m = tosa.negate %l, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %m : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The halves stay where they are.
// DIFFERS @halves_in_place: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @halves_in_place(
// CHECK-NOT: npu.
// CHECK: return
func.func @halves_in_place(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %l, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %h : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The second half in both places.
// DIFFERS @same_half_twice: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @same_half_twice(
// CHECK-NOT: npu.
// CHECK: return
func.func @same_half_twice(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %h : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Three and five elements.
// DIFFERS @uneven_split: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @uneven_split(
// CHECK-NOT: npu.
// CHECK: return
func.func @uneven_split(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 5] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x5xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 5] [1, 2, 5, 3] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x3xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x3xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x3xf32>, tensor<1x2x5x5xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Elements of stride 2, put together as halves.
// DIFFERS @neighbours_of_halves: rotary(a0, a1, a2, 'interleaved')
// CHECK-LABEL: func.func @neighbours_of_halves(
// CHECK-NOT: npu.
// CHECK: return
func.func @neighbours_of_halves(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 1] [1, 2, 5, 4] [1, 1, 1, 2] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// The halves of another tensor.
// DIFFERS @other_tensor_rotated: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @other_tensor_rotated(
// CHECK-NOT: npu.
// CHECK: return
func.func @other_tensor_rotated(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>, %z: tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %z[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %z[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// cos of the other half of its table.
// DIFFERS @cos_of_other_half: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @cos_of_other_half(
// CHECK-NOT: npu.
// CHECK: return
func.func @cos_of_other_half(%x: tensor<1x2x5x8xf32>, %cos: tensor<1x1x5x8xf32>, %sin: tensor<1x1x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %c1 = tensor.extract_slice %cos[0, 0, 0, 4] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %c2 = tensor.extract_slice %cos[0, 0, 0, 0] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %s1 = tensor.extract_slice %sin[0, 0, 0, 0] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %s2 = tensor.extract_slice %sin[0, 0, 0, 4] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %a = tosa.mul %l, %c1, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %b = tosa.mul %h, %s1, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %c = tosa.sub %a, %b : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %d = tosa.mul %h, %c2, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %f = tosa.mul %l, %s2, %shift : (tensor<1x2x5x4xf32>, tensor<1x1x5x4xf32>, tensor<1xi8>) -> tensor<1x2x5x4xf32>
  %g = tosa.add %d, %f : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x4xf32>
  %y = tensor.concat dim(3) %c, %g : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// x is the same for all heads, the tables are not: the result is larger than x.
// REFERENCE @tables_enlarge_the_result: rotary(a0, a1, a2)
// CHECK-LABEL: func.func @tables_enlarge_the_result(
// CHECK-NOT: npu.
// CHECK: return
func.func @tables_enlarge_the_result(%x: tensor<1x1x5x8xf32>, %cos: tensor<1x2x5x8xf32>, %sin: tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x1x5x8xf32>, tensor<1x2x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 1, 5, 4] [1, 1, 1, 1] : tensor<1x1x5x8xf32> to tensor<1x1x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x1x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x1x5x4xf32>, tensor<1x1x5x4xf32>) -> tensor<1x1x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x1x5x8xf32>, tensor<1x2x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}

// Tables of one number: nothing that the operator should read.
// CHECK-LABEL: func.func @constant_tables(
// CHECK-NOT: npu.
// CHECK: return
func.func @constant_tables(%x: tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %cos = "tosa.const"() <{values = dense<0.5> : tensor<1x1x5x8xf32>}> : () -> tensor<1x1x5x8xf32>
  %sin = "tosa.const"() <{values = dense<0.25> : tensor<1x1x5x8xf32>}> : () -> tensor<1x1x5x8xf32>
  %a = tosa.mul %x, %cos, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %l = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %h = tensor.extract_slice %x[0, 0, 0, 4] [1, 2, 5, 4] [1, 1, 1, 1] : tensor<1x2x5x8xf32> to tensor<1x2x5x4xf32>
  %n = tosa.negate %h, %zp, %zp : (tensor<1x2x5x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %r = tensor.concat dim(3) %n, %l : (tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x5x8xf32>
  %b = tosa.mul %r, %sin, %shift : (tensor<1x2x5x8xf32>, tensor<1x1x5x8xf32>, tensor<1xi8>) -> tensor<1x2x5x8xf32>
  %y = tosa.add %a, %b : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %y : tensor<1x2x5x8xf32>
}
