// RUN: npuprof-opt %s -split-input-file -verify-diagnostics

func.func @query(%q: tensor<4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects query to have 4 dims (BNSD), got 'tensor<4x8x16xf32>'}}
  %0 = npu.attention ins(%q, %k, %v : tensor<4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @integers(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xi32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects key to have floating-point elements of at most 64 bits, got 'tensor<1x2x8x16xi32>'}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xi32>, tensor<1x2x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @batch(%q: tensor<1x4x8x16xf32>, %k: tensor<2x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects key to have the batch size of query (1), got 2}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x2x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @kv_heads(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x4x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects value to have the number of heads of key (2), got 4}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x4x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @groups(%q: tensor<1x4x8x16xf32>, %k: tensor<1x3x8x16xf32>, %v: tensor<1x3x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects the number of heads of key to divide that of query, got 3 and 4}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x3x8x16xf32>, tensor<1x3x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @keys(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x9x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects value to have the sequence length of key (8), got 9}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x9x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @depth(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x32xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects key to have the head dim of query (16), got 32}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x32xf32>, tensor<1x2x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @init(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @below {{expects init to have the head dim of value (16), got 8}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>)
         scale(%s : f32) outs(%e : tensor<1x4x8x8xf32>)
  return %0 : tensor<1x4x8x8xf32>
}

// -----

func.func @mask(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>, %m: tensor<1x2x8x8xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects dim 1 of mask to be 1 or the number of heads (4), got 2}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>)
         mask(%m : tensor<1x2x8x8xf32>) scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @mask_rank(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>, %m: tensor<8x8xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects mask to have 4 dims (BNSS), got 'tensor<8x8xf32>'}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>)
         mask(%m : tensor<8x8xf32>) scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @fill(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x8x16xf32>, %v: tensor<1x2x8x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>, %m: tensor<1x1x8x8xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects a mask of i1 with fill: it is what places take that the mask does not keep}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>)
         mask(%m : tensor<1x1x8x8xf32>) fill(%s : f32) scale(%s : f32) outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}

// -----

func.func @causal(%q: tensor<1x4x8x16xf32>, %k: tensor<1x2x4x16xf32>, %v: tensor<1x2x4x16xf32>, %s: f32, %e: tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32> {
  // expected-error @below {{expects no more query positions than key positions where it is causal, got 8 and 4}}
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x8x16xf32>, tensor<1x2x4x16xf32>, tensor<1x2x4x16xf32>)
         scale(%s : f32) causal outs(%e : tensor<1x4x8x16xf32>)
  return %0 : tensor<1x4x8x16xf32>
}
