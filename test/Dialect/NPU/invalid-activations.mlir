// RUN: npuprof-opt %s --split-input-file --verify-diagnostics

func.func @integers(%x: tensor<4x8xi32>) {
  // expected-error @+1 {{'npu.gelu' op expects x to have floating-point elements of at most 64 bits, got 'tensor<4x8xi32>'}}
  npu.gelu ins(%x : tensor<4x8xi32>) outs(%x : tensor<4x8xi32>)
  return
}

// -----

func.func @other_shape(%x: tensor<4x8xf32>, %i: tensor<4x16xf32>) {
  // expected-error @+1 {{'npu.silu' op expects init to have the shape of x ('tensor<4x8xf32>'), got 'tensor<4x16xf32>'}}
  npu.silu ins(%x : tensor<4x8xf32>) outs(%i : tensor<4x16xf32>)
  return
}

// -----

func.func @unknown_approximation(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'approximate' [none, tanh]}}
  npu.gelu ins(%x : tensor<4x8xf32>) approximate(sigmoid) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @other_up(%x: tensor<4x8xf32>, %u: tensor<4x1xf32>) {
  // expected-error @+1 {{'npu.swiglu' op expects up to have the shape of gate ('tensor<4x8xf32>'), got 'tensor<4x1xf32>'}}
  npu.swiglu ins(%x, %u : tensor<4x8xf32>, tensor<4x1xf32>) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @odd_both(%x: tensor<4x7xf32>, %i: tensor<4x3xf32>) {
  // expected-error @+1 {{'npu.swiglu' op expects an operand that holds gate and up to have a last axis of even size, got 'tensor<4x7xf32>'}}
  npu.swiglu ins(%x : tensor<4x7xf32>) outs(%i : tensor<4x3xf32>)
  return
}

// -----

func.func @both_not_halved(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'npu.geglu' op expects init to have the shape of half of gate ('tensor<4x8xf32>'), got 'tensor<4x8xf32>'}}
  npu.geglu ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @gate_last_of_two(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'npu.geglu' op expects gate_last only where one operand holds gate and up}}
  npu.geglu ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) {gate_last} outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @scalar_both(%x: tensor<f32>) {
  // expected-error @+1 {{'npu.swiglu' op expects an operand that holds gate and up to have a last axis of even size, got 'tensor<f32>'}}
  npu.swiglu ins(%x : tensor<f32>) outs(%x : tensor<f32>)
  return
}

// -----

func.func @odd_width(%x: tensor<4x7xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects x to have a last axis of static and even size, got 'tensor<4x7xf32>'}}
  npu.rotary_mul ins(%x, %x, %x : tensor<4x7xf32>, tensor<4x7xf32>, tensor<4x7xf32>) mode(half) outs(%x : tensor<4x7xf32>)
  return
}

// -----

func.func @dynamic_width(%x: tensor<4x?xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects x to have a last axis of static and even size, got 'tensor<4x?xf32>'}}
  npu.rotary_mul ins(%x, %x, %x : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) mode(half) outs(%x : tensor<4x?xf32>)
  return
}

// -----

func.func @table_rank(%x: tensor<4x8xf32>, %c: tensor<8xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects cos to have the rank of x ('tensor<4x8xf32>'), got 'tensor<8xf32>'}}
  npu.rotary_mul ins(%x, %c, %x : tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>) mode(half) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @table_dim(%x: tensor<4x8xf32>, %s: tensor<2x8xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects dim 0 of sin to be 1 or that of x ('tensor<4x8xf32>'), got 'tensor<2x8xf32>'}}
  npu.rotary_mul ins(%x, %x, %s : tensor<4x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>) mode(half) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @table_width(%x: tensor<4x8xf32>, %s: tensor<4x1xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects the last axis of sin to have the size of that of x ('tensor<4x8xf32>'), or half of it, got 'tensor<4x1xf32>'}}
  npu.rotary_mul ins(%x, %x, %s : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x1xf32>) mode(half) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @init_shape(%x: tensor<4x8xf32>, %i: tensor<2x8xf32>) {
  // expected-error @+1 {{'npu.rotary_mul' op expects init to have the shape of x ('tensor<4x8xf32>'), got 'tensor<2x8xf32>'}}
  npu.rotary_mul ins(%x, %x, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) mode(half) outs(%i : tensor<2x8xf32>)
  return
}

// -----

// expected-error @+1 {{op expects 'npu.pairs' to be "half" or "interleaved", got "third"}}
func.func private @pairs(tensor<8xf32> {npu.pairs = "third"})

// -----

// expected-error @+1 {{op expects 'npu.pairs' to be "half" or "interleaved", got 2}}
func.func private @pairs_of_result() -> (tensor<8xf32> {npu.pairs = 2})

// -----

// expected-error @+1 {{op expects 'npu.broadcast' to have no value, got true}}
func.func private @broadcast(tensor<8xf32> {npu.broadcast = true})
