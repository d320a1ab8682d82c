// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --dim 3 --dim 5 --expect-op npu.silu

// SiLU.

#id2 = affine_map<(d0, d1) -> (d0, d1)>

// x / (1 + exp(-x))
// REFERENCE @quotient: silu(a0)
// CHECK-LABEL: func.func @quotient(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @quotient(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// x * (1 / (1 + exp(-x)))
// REFERENCE @product: silu(a0)
// CHECK-LABEL: func.func @product(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @product(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %one, %1 : f32
    %3 = arith.divf %one, %2 : f32
    %4 = arith.mulf %3, %a0 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// The negative as a product with -1.
// REFERENCE @negated_by_factor: silu(a0)
// CHECK-LABEL: func.func @negated_by_factor(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @negated_by_factor(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %minus = arith.constant -1.0 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %minus : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %one, %1 : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// x / 2 * (1 + tanh(x / 2))
// REFERENCE @tanh: silu(a0)
// CHECK-LABEL: func.func @tanh(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @tanh(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %half : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %one, %1 : f32
    %3 = arith.mulf %0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// x * (tanh(x / 2) / 2 + 1 / 2)
// REFERENCE @tanh_halved: silu(a0)
// CHECK-LABEL: func.func @tanh_halved(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @tanh_halved(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %e = tensor.empty() : tensor<3x16xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.mulf %a0, %half : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %1, %half : f32
    %3 = arith.addf %2, %half : f32
    %4 = arith.mulf %a0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// Named operations that write to one init.
// REFERENCE @named_operations: silu(a0)
// CHECK-LABEL: func.func @named_operations(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @named_operations(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %one = arith.constant dense<1.0> : tensor<3x16xf32>
  %e = tensor.empty() : tensor<3x16xf32>
  %0 = linalg.negf ins(%x : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %1 = linalg.exp ins(%0 : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %2 = linalg.add ins(%one, %1 : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %3 = linalg.div ins(%one, %2 : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %y = linalg.mul ins(%3, %x : tensor<3x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// tosa.sigmoid.
// REFERENCE @tosa: silu(a0)
// CHECK-LABEL: func.func @tosa(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @tosa(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.sigmoid %x : (tensor<3x16xf32>) -> tensor<3x16xf32>
  %y = tosa.mul %x, %0, %shift : (tensor<3x16xf32>, tensor<3x16xf32>, tensor<1xi8>) -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// 0 - x in tosa, and a reciprocal.
// REFERENCE @tosa_reciprocal: silu(a0)
// CHECK-LABEL: func.func @tosa_reciprocal(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<3x16xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @tosa_reciprocal(%x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %0 = tosa.sub %zero, %x : (tensor<1x1xf32>, tensor<3x16xf32>) -> tensor<3x16xf32>
  %1 = tosa.exp %0 : (tensor<3x16xf32>) -> tensor<3x16xf32>
  %2 = tosa.add %1, %one : (tensor<3x16xf32>, tensor<1x1xf32>) -> tensor<3x16xf32>
  %3 = tosa.reciprocal %2 : (tensor<3x16xf32>) -> tensor<3x16xf32>
  %y = tosa.mul %x, %3, %shift : (tensor<3x16xf32>, tensor<3x16xf32>, tensor<1xi8>) -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

// Sizes that are known at run time only.
// REFERENCE @dynamic_sizes: silu(a0)
// CHECK-LABEL: func.func @dynamic_sizes(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: npu.silu ins(%arg0 : tensor<?x?xf32>) outs(
// CHECK-NOT: {{linalg\.|math\.|tosa\.(mul|add|sub|sigmoid|exp|reciprocal)|arith\.(mulf|addf|divf)}}
// CHECK: return
func.func @dynamic_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.0e-01 : f32
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %0 = arith.negf %a0 : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
