// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.swiglu npu.geglu

// Gate and other factor as the halves of one tensor.

// As aclnnSwiGlu takes them.
// REFERENCE @swiglu_of_halves: silu(part(a0, 0, 8)) * part(a0, 8, 16)
// CHECK-LABEL: func.func @swiglu_of_halves(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: npu.swiglu ins(%arg0 : tensor<3x16xf32>) outs(%{{.+}} : tensor<3x8xf32>)
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: return
func.func @swiglu_of_halves(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %g = tensor.extract_slice %x[0, 0] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %u = tensor.extract_slice %x[0, 8] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %0 = tosa.sigmoid %g : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = tosa.mul %g, %0, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  %y = tosa.mul %1, %u, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// The gate is the second half: two operands.
// REFERENCE @swiglu_of_second_half: part(a0, 0, 8) * silu(part(a0, 8, 16))
// CHECK-LABEL: func.func @swiglu_of_second_half(
// CHECK-NOT: npu
// CHECK: npu.swiglu ins(%{{.+}}, %{{.+}} : tensor<3x8xf32>, tensor<3x8xf32>)
// CHECK-NOT: npu
// CHECK: return
func.func @swiglu_of_second_half(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %u = tensor.extract_slice %x[0, 0] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %g = tensor.extract_slice %x[0, 8] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %0 = tosa.sigmoid %g : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = tosa.mul %g, %0, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  %y = tosa.mul %1, %u, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// GELU of the first half.
// REFERENCE @geglu_of_halves: gelu(part(a0, 0, 8)) * part(a0, 8, 16)
// CHECK-LABEL: func.func @geglu_of_halves(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: npu.geglu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: return
func.func @geglu_of_halves(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
  %g = tensor.extract_slice %x[0, 0] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %u = tensor.extract_slice %x[0, 8] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %c = arith.constant dense<0.707106769> : tensor<3x8xf32>
  %half = arith.constant dense<0.5> : tensor<3x8xf32>
  %one = arith.constant dense<1.0> : tensor<3x8xf32>
  %0 = arith.mulf %g, %c : tensor<3x8xf32>
  %1 = math.erf %0 : tensor<3x8xf32>
  %2 = arith.addf %1, %one : tensor<3x8xf32>
  %3 = arith.mulf %g, %half : tensor<3x8xf32>
  %4 = arith.mulf %3, %2 : tensor<3x8xf32>
  %y = arith.mulf %4, %u : tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// GELU of the second half.
// REFERENCE @geglu_of_second_half: part(a0, 0, 8) * gelu(part(a0, 8, 16))
// CHECK-LABEL: func.func @geglu_of_second_half(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: npu.geglu ins(%arg0 : tensor<3x16xf32>) {gate_last} outs(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: return
func.func @geglu_of_second_half(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
  %u = tensor.extract_slice %x[0, 0] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %g = tensor.extract_slice %x[0, 8] [3, 8] [1, 1] : tensor<3x16xf32> to tensor<3x8xf32>
  %c = arith.constant dense<0.707106769> : tensor<3x8xf32>
  %half = arith.constant dense<0.5> : tensor<3x8xf32>
  %one = arith.constant dense<1.0> : tensor<3x8xf32>
  %0 = arith.mulf %g, %c : tensor<3x8xf32>
  %1 = math.erf %0 : tensor<3x8xf32>
  %2 = arith.addf %1, %one : tensor<3x8xf32>
  %3 = arith.mulf %g, %half : tensor<3x8xf32>
  %4 = arith.mulf %3, %2 : tensor<3x8xf32>
  %y = arith.mulf %4, %u : tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// The halves by a reshape.
// REFERENCE @halves_by_reshape: silu(part(a0, 0, 8)) * part(a0, 8, 16)
// CHECK-LABEL: func.func @halves_by_reshape(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: npu.swiglu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{npu|tensor.extract_slice}}
// CHECK: return
func.func @halves_by_reshape(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 2, 8] : tensor<3x16xf32> into tensor<3x2x8xf32>
  %g = tensor.extract_slice %w[0, 0, 0] [3, 1, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<3x8xf32>
  %u = tensor.extract_slice %w[0, 1, 0] [3, 1, 8] [1, 1, 1] : tensor<3x2x8xf32> to tensor<3x8xf32>
  %0 = tosa.sigmoid %g : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = tosa.mul %g, %0, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  %y = tosa.mul %1, %u, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}

// Halves of the first axis: two operands.
// REFERENCE @halves_of_first_axis: silu(reshape(part(reshape(a0, 1, 48), 0, 24), 3, 8)) * reshape(part(reshape(a0, 1, 48), 24, 48), 3, 8)
// CHECK-LABEL: func.func @halves_of_first_axis(
// CHECK-NOT: npu
// CHECK: npu.swiglu ins(%{{.+}}, %{{.+}} : tensor<3x8xf32>, tensor<3x8xf32>)
// CHECK-NOT: npu
// CHECK: return
func.func @halves_of_first_axis(%x: tensor<6x8xf32>) -> tensor<3x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %g = tensor.extract_slice %x[0, 0] [3, 8] [1, 1] : tensor<6x8xf32> to tensor<3x8xf32>
  %u = tensor.extract_slice %x[3, 0] [3, 8] [1, 1] : tensor<6x8xf32> to tensor<3x8xf32>
  %0 = tosa.sigmoid %g : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = tosa.mul %g, %0, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  %y = tosa.mul %1, %u, %shift : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<1xi8>) -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}
