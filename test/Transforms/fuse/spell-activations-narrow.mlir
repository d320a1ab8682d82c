// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --rtol 0.03 --expect-op npu.gelu npu.silu

// Arithmetic in the type of the tensors, with constants as that type holds them.
// The operator works in f32, which is more exact: the tolerance allows for what
// the model loses.

#id2 = affine_map<(d0, d1) -> (d0, d1)>

// GELU in f16.
// REFERENCE @gelu_tanh_f16: gelu_tanh(a0)
// CHECK-LABEL: func.func @gelu_tanh_f16(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: npu.gelu ins(%arg0 : tensor<3x16xf16>) approximate(tanh) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: return
func.func @gelu_tanh_f16(%x: tensor<3x16xf16>) -> tensor<3x16xf16> {
  %e = tensor.empty() : tensor<3x16xf16>
  %half = arith.constant 5.0e-01 : f16
  %three = arith.constant 3.0 : f16
  %one = arith.constant 1.0 : f16
  %c = arith.constant 4.471500e-02 : f16
  %s = arith.constant 0.797884583 : f16
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf16>) outs(%e : tensor<3x16xf16>) {
  ^bb0(%a0: f16, %o: f16):
    %0 = arith.mulf %a0, %a0 : f16
    %1 = arith.mulf %0, %a0 : f16
    %2 = arith.mulf %c, %1 : f16
    %3 = arith.addf %2, %a0 : f16
    %4 = arith.mulf %s, %3 : f16
    %5 = math.tanh %4 : f16
    %6 = arith.addf %one, %5 : f16
    %7 = arith.mulf %half, %6 : f16
    %8 = arith.mulf %a0, %7 : f16
    linalg.yield %8 : f16
  } -> tensor<3x16xf16>
  return %y : tensor<3x16xf16>
}

// SiLU in f16.
// REFERENCE @silu_f16: silu(a0)
// CHECK-LABEL: func.func @silu_f16(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf16>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: return
func.func @silu_f16(%x: tensor<3x16xf16>) -> tensor<3x16xf16> {
  %e = tensor.empty() : tensor<3x16xf16>
  %one = arith.constant 1.0 : f16
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf16>) outs(%e : tensor<3x16xf16>) {
  ^bb0(%a0: f16, %o: f16):
    %0 = arith.negf %a0 : f16
    %1 = math.exp %0 : f16
    %2 = arith.addf %1, %one : f16
    %3 = arith.divf %a0, %2 : f16
    linalg.yield %3 : f16
  } -> tensor<3x16xf16>
  return %y : tensor<3x16xf16>
}

// GELU in bf16.
// REFERENCE @gelu_tanh_bf16: gelu_tanh(a0)
// CHECK-LABEL: func.func @gelu_tanh_bf16(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: npu.gelu ins(%arg0 : tensor<3x16xbf16>) approximate(tanh) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: return
func.func @gelu_tanh_bf16(%x: tensor<3x16xbf16>) -> tensor<3x16xbf16> {
  %e = tensor.empty() : tensor<3x16xbf16>
  %half = arith.constant 5.0e-01 : bf16
  %three = arith.constant 3.0 : bf16
  %one = arith.constant 1.0 : bf16
  %c = arith.constant 4.471500e-02 : bf16
  %s = arith.constant 0.797884583 : bf16
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xbf16>) outs(%e : tensor<3x16xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %0 = arith.mulf %a0, %a0 : bf16
    %1 = arith.mulf %0, %a0 : bf16
    %2 = arith.mulf %c, %1 : bf16
    %3 = arith.addf %2, %a0 : bf16
    %4 = arith.mulf %s, %3 : bf16
    %5 = math.tanh %4 : bf16
    %6 = arith.addf %one, %5 : bf16
    %7 = arith.mulf %half, %6 : bf16
    %8 = arith.mulf %a0, %7 : bf16
    linalg.yield %8 : bf16
  } -> tensor<3x16xbf16>
  return %y : tensor<3x16xbf16>
}

// SiLU in bf16.
// REFERENCE @silu_bf16: silu(a0)
// CHECK-LABEL: func.func @silu_bf16(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xbf16>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|tanh)|arith\.(mulf|addf)}}
// CHECK: return
func.func @silu_bf16(%x: tensor<3x16xbf16>) -> tensor<3x16xbf16> {
  %e = tensor.empty() : tensor<3x16xbf16>
  %one = arith.constant 1.0 : bf16
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xbf16>) outs(%e : tensor<3x16xbf16>) {
  ^bb0(%a0: bf16, %o: bf16):
    %0 = arith.negf %a0 : bf16
    %1 = math.exp %0 : bf16
    %2 = arith.addf %1, %one : bf16
    %3 = arith.divf %a0, %2 : bf16
    linalg.yield %3 : bf16
  } -> tensor<3x16xbf16>
  return %y : tensor<3x16xbf16>
}
