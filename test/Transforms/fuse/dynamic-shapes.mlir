// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --dim 5 --dim 12 --expect-op npu.layer_norm npu.rms_norm npu.add_rms_norm

// Dynamic sizes; N as a constant, and as the size of the normalised dim.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>

// REFERENCE @layer_norm_rows: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_rows(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<?x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_rows(%x: tensor<?x16xf32>, %gamma: tensor<16xf32>,
                           %beta: tensor<16xf32>)
    -> tensor<?x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %x, %c0_s : tensor<?x16xf32>
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x16xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  %esx16 = tensor.empty(%s) : tensor<?x16xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<?x16xf32>, tensor<?xf32>) outs(%esx16 : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<?x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<?x16xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<?x16xf32>, tensor<?xf32>, tensor<16xf32>, tensor<16xf32>) outs(%esx16 : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// REFERENCE @add_rms_norm_rows: s = a0 + a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm_rows(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<?x16xf32>, tensor<?x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_rows(%a: tensor<?x16xf32>, %b: tensor<?x16xf32>,
                             %gamma: tensor<16xf32>)
    -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %a, %c0_s : tensor<?x16xf32>
  %esx16 = tensor.empty(%s) : tensor<?x16xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x16xf32>, tensor<?x16xf32>) outs(%esx16 : tensor<?x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s0 = arith.addf %a0, %b0 : f32
    linalg.yield %s0 : f32
  } -> tensor<?x16xf32>
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%sum : tensor<?x16xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %v = arith.divf %a0, %n : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %v = arith.addf %a0, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %rstd, %gamma : tensor<?x16xf32>, tensor<?xf32>, tensor<16xf32>) outs(%esx16 : tensor<?x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %h = arith.mulf %a0, %b0 : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<?x16xf32>
  return %y, %sum : tensor<?x16xf32>, tensor<?x16xf32>
}

// REFERENCE @rms_norm_batch_and_rows: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_batch_and_rows(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<?x?x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_batch_and_rows(%x: tensor<?x?x16xf32>,
                                   %gamma: tensor<16xf32>)
    -> tensor<?x?x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %c0_b = arith.constant 0 : index
  %c1_s = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %b = tensor.dim %x, %c0_b : tensor<?x?x16xf32>
  %s = tensor.dim %x, %c1_s : tensor<?x?x16xf32>
  %ebxsx16 = tensor.empty(%b, %s) : tensor<?x?x16xf32>
  %squared = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x?x16xf32>) outs(%ebxsx16 : tensor<?x?x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<?x?x16xf32>
  %ebxsx1 = tensor.empty(%b, %s) : tensor<?x?x1xf32>
  %fbxsx1 = linalg.fill ins(%zero : f32) outs(%ebxsx1 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<?x?x16xf32>) outs(%fbxsx1 : tensor<?x?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?x?x1xf32>
  %rstd = linalg.generic {indexing_maps = [#keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<?x?x1xf32>) outs(%ebxsx1 : tensor<?x?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?x?x1xf32>
  %scaled = linalg.generic {indexing_maps = [#id3, #keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd : tensor<?x?x16xf32>, tensor<?x?x1xf32>) outs(%ebxsx16 : tensor<?x?x16xf32>) {
  ^bb0(%a: f32, %b0: f32, %o: f32):
    %h = arith.mulf %a, %b0 : f32
    linalg.yield %h : f32
  } -> tensor<?x?x16xf32>
  %y = linalg.generic {indexing_maps = [#id3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<?x?x16xf32>, tensor<16xf32>) outs(%ebxsx16 : tensor<?x?x16xf32>) {
  ^bb0(%a: f32, %b0: f32, %o: f32):
    %h = arith.mulf %a, %b0 : f32
    linalg.yield %h : f32
  } -> tensor<?x?x16xf32>
  return %y : tensor<?x?x16xf32>
}

// N is the size of the row, converted; sqrt and division.
// REFERENCE @rms_norm_n_from_dim: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_n_from_dim(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<?x?xf32>) gamma(%arg1 : tensor<?xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_n_from_dim(%x: tensor<?x?xf32>, %gamma: tensor<?xf32>)
    -> tensor<?x?xf32> {
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %c1_h = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %x, %c0_s : tensor<?x?xf32>
  %h = tensor.dim %x, %c1_h : tensor<?x?xf32>
  %h_int = arith.index_cast %h : index to i32
  %n = arith.sitofp %h_int : i32 to f32
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %o, %q : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %root = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.sqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %esxh = tensor.empty(%s, %h) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %root, %gamma : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h0 = arith.divf %a, %b : f32
    %y = arith.mulf %h0, %c : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// N through i64.
// REFERENCE @layer_norm_n_from_dim: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_n_from_dim(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<?x?xf32>) gamma(%arg1 : tensor<?xf32>) beta(%arg2 : tensor<?xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_n_from_dim(%x: tensor<?x?xf32>, %gamma: tensor<?xf32>,
                                 %beta: tensor<?xf32>)
    -> tensor<?x?xf32> {
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %c1_h = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %x, %c0_s : tensor<?x?xf32>
  %h = tensor.dim %x, %c1_h : tensor<?x?xf32>
  %h_int = arith.index_cast %h : index to i64
  %n = arith.sitofp %h_int : i64 to f32
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s0 = arith.addf %a, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  %esxh = tensor.empty(%s, %h) : tensor<?x?xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<?x?xf32>, tensor<?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// N is read off an addend.
// REFERENCE @add_rms_norm_n_from_dim_of_addend: rms_norm(a0 + a1, a2, 1e-5)
// CHECK-LABEL: func.func @add_rms_norm_n_from_dim_of_addend(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%{{arg[01]}}, %{{arg[01]}} : tensor<?x?xf32>, tensor<?x?xf32>) gamma(%arg2 : tensor<?xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @add_rms_norm_n_from_dim_of_addend(%a: tensor<?x?xf32>,
                                             %b: tensor<?x?xf32>,
                                             %gamma: tensor<?xf32>)
    -> tensor<?x?xf32> {
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %c1_h = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %a, %c0_s : tensor<?x?xf32>
  %h = tensor.dim %a, %c1_h : tensor<?x?xf32>
  %h_int = arith.index_cast %h : index to i32
  %n = arith.sitofp %h_int : i32 to f32
  %esxh = tensor.empty(%s, %h) : tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s0 = arith.addf %a0, %b0 : f32
    linalg.yield %s0 : f32
  } -> tensor<?x?xf32>
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%sum : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<?xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %v = arith.divf %a0, %n : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %v = arith.addf %a0, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %rstd, %gamma : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %b0: f32, %c: f32, %o: f32):
    %h0 = arith.mulf %a0, %b0 : f32
    %y = arith.mulf %h0, %c : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Static rows of dynamic length.
// REFERENCE @layer_norm_static_rows_dynamic_n: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_static_rows_dynamic_n(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x?xf32>) gamma(%arg1 : tensor<?xf32>) beta(%arg2 : tensor<?xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_static_rows_dynamic_n(%x: tensor<5x?xf32>,
                                            %gamma: tensor<?xf32>,
                                            %beta: tensor<?xf32>)
    -> tensor<5x?xf32> {
  %eps = arith.constant 1.000000e-05 : f32
  %c1_h = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %h = tensor.dim %x, %c1_h : tensor<5x?xf32>
  %h_int = arith.index_cast %h : index to i32
  %n = arith.sitofp %h_int : i32 to f32
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x?xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %e5xh = tensor.empty(%h) : tensor<5x?xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x?xf32>, tensor<5xf32>) outs(%e5xh : tensor<5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x?xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x?xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e5xh : tensor<5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h0 = arith.mulf %a, %b : f32
    %k = arith.mulf %h0, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x?xf32>
  return %y : tensor<5x?xf32>
}
