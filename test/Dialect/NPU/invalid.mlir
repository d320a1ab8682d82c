// RUN: npuprof-opt %s --split-input-file --verify-diagnostics

func.func @integer_x(%x: tensor<4x8xi32>, %eps: f32) {
  // expected-error @+1 {{'npu.rms_norm' op expects x to have floating-point elements of at most 64 bits, got 'tensor<4x8xi32>'}}
  npu.rms_norm ins(%x : tensor<4x8xi32>) eps(%eps : f32) outs(%x : tensor<4x8xi32>)
  return
}

// -----

func.func @wide_x1(%x: tensor<4x8xf128>, %eps: f32) {
  // expected-error @+1 {{'npu.add_rms_norm' op expects x1 to have floating-point elements of at most 64 bits, got 'tensor<4x8xf128>'}}
  npu.add_rms_norm ins(%x, %x : tensor<4x8xf128>, tensor<4x8xf128>) eps(%eps : f32) outs(%x, %x : tensor<4x8xf128>, tensor<4x8xf128>)
  return
}

// -----

func.func @wide_eps(%x: tensor<4x8xf32>, %eps: f80) {
  // expected-error @+1 {{'npu.rms_norm' op expects eps to have floating-point elements of at most 64 bits, got 'f80'}}
  npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%eps : f80) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @norm_rank_zero(%x: tensor<4x8xf32>, %eps: f32) {
  // expected-error @+1 {{custom op 'npu.rms_norm' 'npu.rms_norm' op attribute 'norm_rank' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%eps : f32) {norm_rank = 0 : i64} outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @norm_rank_large(%x: tensor<4x8xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.rms_norm' op expects norm_rank to be at most the rank of x ('tensor<4x8xf32>'), got 3}}
  npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%eps : f32) {norm_rank = 3 : i64} outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @scalar_x(%x: tensor<f32>, %eps: f32) {
  // expected-error @+1 {{'npu.layer_norm' op expects norm_rank to be at most the rank of x ('tensor<f32>'), got 1}}
  npu.layer_norm ins(%x : tensor<f32>) eps(%eps : f32) outs(%x : tensor<f32>)
  return
}

// -----

func.func @x2_shape(%x: tensor<4x8xf32>, %z: tensor<8xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.add_rms_norm' op expects x2 to have the shape of x1 ('tensor<4x8xf32>'), got 'tensor<8xf32>'}}
  npu.add_rms_norm ins(%x, %z : tensor<4x8xf32>, tensor<8xf32>) eps(%eps : f32) outs(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @x2_type(%x: tensor<4x8xf32>, %z: tensor<4x8xi8>, %eps: f32) {
  // expected-error @+1 {{'npu.add_layer_norm' op expects x2 to have floating-point elements of at most 64 bits, got 'tensor<4x8xi8>'}}
  npu.add_layer_norm ins(%x, %z : tensor<4x8xf32>, tensor<4x8xi8>) eps(%eps : f32) outs(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @init_shape(%x: tensor<4x8xf32>, %z: tensor<4x4xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.layer_norm' op expects init to have the shape of x ('tensor<4x8xf32>'), got 'tensor<4x4xf32>'}}
  npu.layer_norm ins(%x : tensor<4x8xf32>) eps(%eps : f32) outs(%z : tensor<4x4xf32>)
  return
}

// -----

func.func @init_type(%x: tensor<4x8xf32>, %z: tensor<4x8xi32>, %eps: f32) {
  // expected-error @+1 {{'npu.layer_norm' op expects init to have floating-point elements of at most 64 bits, got 'tensor<4x8xi32>'}}
  npu.layer_norm ins(%x : tensor<4x8xf32>) eps(%eps : f32) outs(%z : tensor<4x8xi32>)
  return
}

// -----

func.func @sum_init_shape(%x: tensor<4x8xf32>, %z: tensor<4x?x1xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.add_layer_norm' op expects sum_init to have the shape of x1 ('tensor<4x8xf32>'), got 'tensor<4x?x1xf32>'}}
  npu.add_layer_norm ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) eps(%eps : f32) outs(%x, %z : tensor<4x8xf32>, tensor<4x?x1xf32>)
  return
}

// -----

func.func @gamma_shape(%x: tensor<4x8xf32>, %g: tensor<4xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.rms_norm' op expects gamma to have the shape of the last dim of x ('tensor<4x8xf32>'), got 'tensor<4xf32>'}}
  npu.rms_norm ins(%x : tensor<4x8xf32>) gamma(%g : tensor<4xf32>) eps(%eps : f32) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @gamma_rank(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.add_rms_norm' op expects gamma to have the shape of the last 2 dims of x1 ('tensor<2x4x8xf32>'), got 'tensor<8xf32>'}}
  npu.add_rms_norm ins(%x, %x : tensor<2x4x8xf32>, tensor<2x4x8xf32>) gamma(%g : tensor<8xf32>) eps(%eps : f32) {norm_rank = 2 : i64} outs(%x, %x : tensor<2x4x8xf32>, tensor<2x4x8xf32>)
  return
}

// -----

func.func @beta_type(%x: tensor<4x8xf32>, %b: tensor<8xi1>, %eps: f32) {
  // expected-error @+1 {{'npu.layer_norm' op expects beta to have floating-point elements of at most 64 bits, got 'tensor<8xi1>'}}
  npu.layer_norm ins(%x : tensor<4x8xf32>) beta(%b : tensor<8xi1>) eps(%eps : f32) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @bias_shape(%x: tensor<4x8xf32>, %b: tensor<1x8xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.add_layer_norm' op expects bias to have the shape of the last dim of x1 ('tensor<4x8xf32>'), got 'tensor<1x8xf32>'}}
  npu.add_layer_norm ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) bias(%b : tensor<1x8xf32>) eps(%eps : f32) outs(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @result_type(%x: tensor<4x8xf32>, %eps: f32) {
  // expected-error @+1 {{'npu.rms_norm' op expected type of operand #2 ('tensor<4x8xf32>') to match type of corresponding result ('tensor<4x4xf32>')}}
  "npu.rms_norm"(%x, %eps, %x) <{norm_rank = 1 : i64}> : (tensor<4x8xf32>, f32, tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// A dynamic dim may be any size.
func.func @compatible(%x: tensor<4x?xf32>, %g: tensor<8xf32>, %eps: f32, %i: tensor<?x8xf32>) {
  npu.rms_norm ins(%x : tensor<4x?xf32>) gamma(%g : tensor<8xf32>) eps(%eps : f32) outs(%i : tensor<?x8xf32>)
  return
}

// -----

func.func @kernel_yield_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'npu.kernel' op expects to yield the types of its results ('tensor<8xf32>'), got ('tensor<4xf32>')}}
  npu.kernel -> tensor<8xf32> {
    // expected-note @+1 {{yielded here}}
    npu.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_yield_count(%x: tensor<4xf32>) {
  // expected-error @+2 {{'npu.kernel' op expects to yield the types of its results ('tensor<4xf32>'), got ()}}
  // expected-note @+1 {{yielded here}}
  npu.kernel -> tensor<4xf32> {
  }
  return
}

// -----

func.func @kernel_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{'npu.kernel' op expects a body without arguments: it reads values from outside directly}}
  "npu.kernel"() ({
  ^bb0(%a: tensor<4xf32>):
    npu.yield
  }) : () -> ()
  return
}

// -----

func.func @kernel_terminator(%x: tensor<4xf32>) {
  // expected-error @+2 {{'npu.kernel' op expects regions to end with 'npu.yield', found 'llvm.unreachable'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'npu.yield'}}
  "npu.kernel"() ({
    llvm.unreachable
  }) : () -> ()
  return
}

// -----

func.func @kernel_blocks(%x: tensor<4xf32>) {
  // expected-error @+1 {{'npu.kernel' op expects region #0 to have 0 or 1 blocks}}
  "npu.kernel"() ({
    cf.br ^next
  ^next:
    npu.yield
  }) : () -> ()
  return
}

// -----

func.func @yield_outside(%x: tensor<4xf32>) {
  // expected-error @+1 {{'npu.yield' op expects parent op 'npu.kernel'}}
  npu.yield %x : tensor<4xf32>
}
