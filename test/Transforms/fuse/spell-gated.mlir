// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --dim 3 --dim 5 --expect-op npu.swiglu npu.geglu

// Gated activations.

#id2 = affine_map<(d0, d1) -> (d0, d1)>

// One body.
// REFERENCE @swiglu_one_body: silu(a0) * a1
// CHECK-LABEL: func.func @swiglu_one_body(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg0, %arg1 : tensor<3x16xf32>, tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_one_body(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
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
    %4 = arith.mulf %a0, %3 : f32
    %5 = arith.mulf %4, %a1 : f32
    linalg.yield %5 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// The second projection is the gate.
// REFERENCE @swiglu_of_second: a0 * silu(a1)
// CHECK-LABEL: func.func @swiglu_of_second(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg1, %arg0 : tensor<3x16xf32>, tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_of_second(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.negf %a1 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a1, %3 : f32
    %5 = arith.mulf %a0, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// (gate * up) * sigmoid(gate)
// REFERENCE @swiglu_product_first: silu(a0) * a1
// CHECK-LABEL: func.func @swiglu_product_first(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg0, %arg1 : tensor<3x16xf32>, tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_product_first(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %p = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.mulf %a0, %a1 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.negf %a1 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// tosa.
// REFERENCE @swiglu_tosa: silu(a0) * a1
// CHECK-LABEL: func.func @swiglu_tosa(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg0, %arg1 : tensor<3x16xf32>, tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_tosa(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.sigmoid %x : (tensor<3x16xf32>) -> tensor<3x16xf32>
  %1 = tosa.mul %x, %0, %shift : (tensor<3x16xf32>, tensor<3x16xf32>, tensor<1xi8>) -> tensor<3x16xf32>
  %y = tosa.mul %1, %u, %shift : (tensor<3x16xf32>, tensor<3x16xf32>, tensor<1xi8>) -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// f16, widened for the arithmetic.
// REFERENCE @swiglu_widened: f16(silu(a0) * a1)
// CHECK-LABEL: func.func @swiglu_widened(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg0, %arg1 : tensor<3x16xf16>, tensor<3x16xf16>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_widened(%x: tensor<3x16xf16>, %u: tensor<3x16xf16>) -> tensor<3x16xf16> {
  %e = tensor.empty() : tensor<3x16xf16>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf16>, tensor<3x16xf16>) outs(%e : tensor<3x16xf16>) {
  ^bb0(%a0: f16, %a1: f16, %o: f16):
    %w = arith.extf %a0 : f16 to f32
    %v = arith.extf %a1 : f16 to f32
    %0 = arith.negf %w : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %w, %3 : f32
    %5 = arith.mulf %4, %v : f32
    %6 = arith.truncf %5 : f32 to f16
    linalg.yield %6 : f16
  } -> tensor<3x16xf16>
  return %y : tensor<3x16xf16>
}

// Sizes that are known at run time only.
// REFERENCE @swiglu_dynamic: silu(a0) * a1
// CHECK-LABEL: func.func @swiglu_dynamic(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.swiglu ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @swiglu_dynamic(%x: tensor<?x?xf32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %a0, %3 : f32
    %5 = arith.mulf %4, %a1 : f32
    linalg.yield %5 : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// GELU with erf.
// REFERENCE @geglu_erf: gelu(a0) * a1
// CHECK-LABEL: func.func @geglu_erf(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.geglu ins(%arg0, %arg1 : tensor<3x16xf32>, tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @geglu_erf(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %sqrt2 = arith.constant 1.41421354 : f32
  %g = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.divf %a0, %sqrt2 : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%g, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = arith.mulf %a0, %a1 : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// GELU with tanh, of the second projection.
// REFERENCE @geglu_tanh: a0 * gelu_tanh(a1)
// CHECK-LABEL: func.func @geglu_tanh(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.geglu ins(%arg1, %arg0 : tensor<3x16xf32>, tensor<3x16xf32>) approximate(tanh) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @geglu_tanh(%x: tensor<3x16xf32>, %u: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %half = arith.constant 5.0e-01 : f32
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 4.471500e-02 : f32
  %s = arith.constant 0.797884583 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %0 = math.powf %a1, %three : f32
    %2 = arith.mulf %c, %0 : f32
    %3 = arith.addf %2, %a1 : f32
    %4 = arith.mulf %s, %3 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.mulf %half, %a1 : f32
    %8 = arith.mulf %7, %6 : f32
    %9 = arith.mulf %a0, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}
