// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm npu.rms_norm npu.add_rms_norm

// Extents of one: batch, sequence, and both.

#id1 = affine_map<(d0) -> (d0)>
#scalar1 = affine_map<(d0) -> ()>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#scalar2 = affine_map<(d0, d1) -> ()>
#unit2 = affine_map<(d0, d1) -> (0, d1)>
#unit_row2 = affine_map<(d0, d1) -> (0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#middle_unit3 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#middle_unit_keep3 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#unit3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#unit_keep3 = affine_map<(d0, d1, d2) -> (0, d1, 0)>
#unit_last3 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#zeros3 = affine_map<(d0, d1, d2) -> (0, 0, 0)>

// REFERENCE @rms_norm_1xSxH: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_1xSxH(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x5x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_1xSxH(%x: tensor<1x5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<1x5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e1x5x16 = tensor.empty() : tensor<1x5x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x5x1 = tensor.empty() : tensor<1x5x1xf32>
  %squared = linalg.generic {indexing_maps = [#unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<1x5x16xf32>
  %f1x5x1 = linalg.fill ins(%zero : f32) outs(%e1x5x1 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x5x16xf32>) outs(%f1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x5x1xf32>
  %rstd = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x5x1xf32>) outs(%e1x5x1 : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<1x5x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x5x1xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x5x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit3, #unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd_wide : tensor<1x5x16xf32>, tensor<1x5x16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  %y = linalg.generic {indexing_maps = [#unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x5x16xf32>, tensor<16xf32>) outs(%e1x5x16 : tensor<1x5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x5x16xf32>
  return %y : tensor<1x5x16xf32>
}

// REFERENCE @rms_norm_Sx1xH: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_Sx1xH(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<5x1x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_Sx1xH(%x: tensor<5x1x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x1x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x1x16 = tensor.empty() : tensor<5x1x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5x1x1 = tensor.empty() : tensor<5x1x1xf32>
  %squared = linalg.generic {indexing_maps = [#middle_unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<5x1x16xf32>) outs(%e5x1x16 : tensor<5x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<5x1x16xf32>
  %f5x1x1 = linalg.fill ins(%zero : f32) outs(%e5x1x1 : tensor<5x1x1xf32>) -> tensor<5x1x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<5x1x16xf32>) outs(%f5x1x1 : tensor<5x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1x1xf32>
  %rstd = linalg.generic {indexing_maps = [#middle_unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<5x1x1xf32>) outs(%e5x1x1 : tensor<5x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5x1x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#middle_unit_keep3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<5x1x1xf32>) outs(%e5x1x16 : tensor<5x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5x1x16xf32>
  %scaled = linalg.generic {indexing_maps = [#middle_unit3, #middle_unit3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd_wide : tensor<5x1x16xf32>, tensor<5x1x16xf32>) outs(%e5x1x16 : tensor<5x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x1x16xf32>
  %y = linalg.generic {indexing_maps = [#middle_unit3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<5x1x16xf32>, tensor<16xf32>) outs(%e5x1x16 : tensor<5x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x1x16xf32>
  return %y : tensor<5x1x16xf32>
}

// REFERENCE @rms_norm_1x1xH: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_1x1xH(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x1x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_1x1xH(%x: tensor<1x1x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<1x1x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e1x1x16 = tensor.empty() : tensor<1x1x16xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x1x1 = tensor.empty() : tensor<1x1x1xf32>
  %squared = linalg.generic {indexing_maps = [#unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<1x1x16xf32>
  %f1x1x1 = linalg.fill ins(%zero : f32) outs(%e1x1x1 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x1x16xf32>) outs(%f1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1xf32>
  %rstd = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x1x1xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x1x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %rstd_wide : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  %y = linalg.generic {indexing_maps = [#unit_last3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x1x16xf32>, tensor<16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  return %y : tensor<1x1x16xf32>
}

// One row, as in decoding: gamma and the row have as many elements.
// REFERENCE @layer_norm_1x1xH: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_1x1xH(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<1x1x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @layer_norm_1x1xH(%x: tensor<1x1x16xf32>, %gamma: tensor<16xf32>,
                            %beta: tensor<16xf32>)
    -> tensor<1x1x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1x1x1 = tensor.empty() : tensor<1x1x1xf32>
  %e1x1x16 = tensor.empty() : tensor<1x1x16xf32>
  %f1x1x1 = linalg.fill ins(%zero : f32) outs(%e1x1x1 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x1x16xf32>) outs(%f1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1xf32>
  %mean = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<1x1x1xf32>
  %mean_wide = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mean : tensor<1x1x1xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x1x16xf32>
  %centred = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean_wide : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x1x16xf32>
  %squared = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %centred : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<1x1x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x1x16xf32>) outs(%f1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1xf32>
  %var = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<1x1x1xf32>
  %var_eps = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    linalg.yield %v : f32
  } -> tensor<1x1x1xf32>
  %rstd = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%var_eps : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x1x1xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x1x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %rstd_wide : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  %times_gamma = linalg.generic {indexing_maps = [#unit_last3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x1x16xf32>, tensor<16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  %y = linalg.generic {indexing_maps = [#unit_last3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%times_gamma, %beta : tensor<1x1x16xf32>, tensor<16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.addf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  return %y : tensor<1x1x16xf32>
}

// One row: residual and gamma must not be confused.
// REFERENCE @add_rms_norm_1x1xH: s = a0 + a1; rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm_1x1xH(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: %[[Y:.+]], %[[S:.+]] = npu.add_rms_norm ins(%arg0, %arg1 : tensor<1x1x16xf32>, tensor<1x1x16xf32>) gamma(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK: return %[[Y]], %[[S]]
func.func @add_rms_norm_1x1xH(%a: tensor<1x1x16xf32>, %b: tensor<1x1x16xf32>,
                              %gamma: tensor<16xf32>)
    -> (tensor<1x1x16xf32>, tensor<1x1x16xf32>) {
  %e1x1x16 = tensor.empty() : tensor<1x1x16xf32>
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1x1x1 = tensor.empty() : tensor<1x1x1xf32>
  %s = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %s = arith.addf %a0, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<1x1x16xf32>
  %squared = linalg.generic {indexing_maps = [#unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %q = arith.mulf %a0, %a0 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x16xf32>
  %f1x1x1 = linalg.fill ins(%zero : f32) outs(%e1x1x1 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #keep3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squared : tensor<1x1x16xf32>) outs(%f1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s0 = arith.addf %a0, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<1x1x1xf32>
  %rstd = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sq_sum : tensor<1x1x1xf32>) outs(%e1x1x1 : tensor<1x1x1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %m = arith.divf %a0, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32>
  %rstd_wide = linalg.generic {indexing_maps = [#zeros3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%rstd : tensor<1x1x1xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a0: f32, %o: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x1x16xf32>
  %scaled = linalg.generic {indexing_maps = [#unit_last3, #unit_last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %rstd_wide : tensor<1x1x16xf32>, tensor<1x1x16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %h = arith.mulf %a0, %b0 : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  %y = linalg.generic {indexing_maps = [#unit_last3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<1x1x16xf32>, tensor<16xf32>) outs(%e1x1x16 : tensor<1x1x16xf32>) {
  ^bb0(%a0: f32, %b0: f32, %o: f32):
    %h = arith.mulf %a0, %b0 : f32
    linalg.yield %h : f32
  } -> tensor<1x1x16xf32>
  return %y, %s : tensor<1x1x16xf32>, tensor<1x1x16xf32>
}

// The sum has shape [1] and is read at the constant 0.
// REFERENCE @rms_norm_1xH_rank_reduced: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_1xH_rank_reduced(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(%arg0 : tensor<1x16xf32>) gamma(%arg1 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_1xH_rank_reduced(%x: tensor<1x16xf32>,
                                     %gamma: tensor<16xf32>)
    -> tensor<1x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e1x16 = tensor.empty() : tensor<1x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x16xf32>) outs(%f1 : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %y = linalg.generic {indexing_maps = [#unit2, #unit_row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<1x16xf32>, tensor<1xf32>, tensor<16xf32>) outs(%e1x16 : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}

// One row: the sum is a tensor of rank 0.
// REFERENCE @rms_norm_mean_reduced_to_scalar: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_mean_reduced_to_scalar(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.rms_norm ins(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @rms_norm_mean_reduced_to_scalar(%x: tensor<1x16xf32>,
                                           %gamma: tensor<16xf32>)
    -> tensor<1x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e0 = tensor.empty() : tensor<f32>
  %zero = arith.constant 0.000000e+00 : f32
  %e1x16 = tensor.empty() : tensor<1x16xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id1, #scalar1], iterator_types = ["reduction"]}
      ins(%flat : tensor<16xf32>) outs(%f0 : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [#id2, #scalar2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<1x16xf32>, tensor<f32>, tensor<16xf32>) outs(%e1x16 : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}
