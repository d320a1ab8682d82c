// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s 

// Look-alikes of activations. None may become that operator.

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// 0.0457 in place of 0.044715.
// DIFFERS @other_cubic_constant: gelu_tanh(a0)
// CHECK-LABEL: func.func @other_cubic_constant(
// CHECK-NOT: npu.
// CHECK: return
func.func @other_cubic_constant(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %half = arith.constant 5.0e-01 : f32
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 4.471500e-02 : f32
  %s = arith.constant 0.797884583 : f32
  %d = arith.constant 4.570000e-02 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = math.powf %a0, %three : f32
    %2 = arith.mulf %d, %0 : f32
    %3 = arith.addf %2, %a0 : f32
    %4 = arith.mulf %s, %3 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.mulf %half, %a0 : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// 0.8 in place of sqrt(2 / pi).
// DIFFERS @other_scale: gelu_tanh(a0)
// CHECK-LABEL: func.func @other_scale(
// CHECK-NOT: npu.
// CHECK: return
func.func @other_scale(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %half = arith.constant 5.0e-01 : f32
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 4.471500e-02 : f32
  %s = arith.constant 0.797884583 : f32
  %d = arith.constant 8.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = math.powf %a0, %three : f32
    %2 = arith.mulf %c, %0 : f32
    %3 = arith.addf %2, %a0 : f32
    %4 = arith.mulf %d, %3 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.mulf %half, %a0 : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// x^4 in place of x^3.
// DIFFERS @fourth_power: gelu_tanh(a0)
// CHECK-LABEL: func.func @fourth_power(
// CHECK-NOT: npu.
// CHECK: return
func.func @fourth_power(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %half = arith.constant 5.0e-01 : f32
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 4.471500e-02 : f32
  %s = arith.constant 0.797884583 : f32
  %four = arith.constant 4.0 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = math.powf %a0, %four : f32
    %2 = arith.mulf %c, %0 : f32
    %3 = arith.addf %2, %a0 : f32
    %4 = arith.mulf %s, %3 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.mulf %half, %a0 : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// 2 + tanh
// DIFFERS @plus_two: gelu_tanh(a0)
// CHECK-LABEL: func.func @plus_two(
// CHECK-NOT: npu.
// CHECK: return
func.func @plus_two(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %half = arith.constant 5.0e-01 : f32
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 4.471500e-02 : f32
  %s = arith.constant 0.797884583 : f32
  %two = arith.constant 2.0 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = math.powf %a0, %three : f32
    %2 = arith.mulf %c, %0 : f32
    %3 = arith.addf %2, %a0 : f32
    %4 = arith.mulf %s, %3 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %two, %5 : f32
    %7 = arith.mulf %half, %a0 : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// 0.7 in place of 1 / sqrt(2).
// DIFFERS @erf_of_other_scale: gelu(a0)
// CHECK-LABEL: func.func @erf_of_other_scale(
// CHECK-NOT: npu.
// CHECK: return
func.func @erf_of_other_scale(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %d = arith.constant 7.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %d : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// sqrt(2) where 1 / sqrt(2) belongs.
// DIFFERS @erf_of_multiple: gelu(a0)
// CHECK-LABEL: func.func @erf_of_multiple(
// CHECK-NOT: npu.
// CHECK: return
func.func @erf_of_multiple(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %d = arith.constant 1.41421354 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %d : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// The number next to 1 / sqrt(2) in f32: equal within any tolerance, and still
// another constant.
// REFERENCE @erf_of_nearly_the_scale: gelu(a0)
// CHECK-LABEL: func.func @erf_of_nearly_the_scale(
// CHECK-NOT: npu.
// CHECK: return
func.func @erf_of_nearly_the_scale(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %d = arith.constant 0.707106829 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %d : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// erf of one tensor times another.
// DIFFERS @erf_of_other_tensor: gelu(a0)
// CHECK-LABEL: func.func @erf_of_other_tensor(
// CHECK-NOT: npu.
// CHECK: return
func.func @erf_of_other_tensor(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %d = arith.constant 0.707106769 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.mulf %a1, %d : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// x * sigmoid(1.702 x)
// DIFFERS @quick_gelu: silu(a0)
// CHECK-LABEL: func.func @quick_gelu(
// CHECK-NOT: npu.
// CHECK: return
func.func @quick_gelu(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %d = arith.constant 1.702 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %m = arith.mulf %a0, %d : f32
    %0 = arith.negf %m : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// exp(x) in place of exp(-x).
// DIFFERS @exp_of_x: silu(a0)
// CHECK-LABEL: func.func @exp_of_x(
// CHECK-NOT: npu.
// CHECK: return
func.func @exp_of_x(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %1 = math.exp %a0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// 2 + exp(-x)
// DIFFERS @two_plus_exp: silu(a0)
// CHECK-LABEL: func.func @two_plus_exp(
// CHECK-NOT: npu.
// CHECK: return
func.func @two_plus_exp(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %two = arith.constant 2.0 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %two : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// sigmoid(gate) * up: without the gate itself.
// DIFFERS @sigmoid_gate: silu(a0) * a1
// CHECK-LABEL: func.func @sigmoid_gate(
// CHECK-NOT: npu.
// CHECK: return
func.func @sigmoid_gate(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %5 = arith.mulf %3, %a1 : f32
    linalg.yield %5 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// tanh(x) in place of tanh(x / 2).
// DIFFERS @silu_of_wide_tanh: silu(a0)
// CHECK-LABEL: func.func @silu_of_wide_tanh(
// CHECK-NOT: npu.
// CHECK: return
func.func @silu_of_wide_tanh(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %half : f32
    %1 = math.tanh %a0 : f32
    %2 = arith.addf %one, %1 : f32
    %3 = arith.mulf %0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}
