// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s --expect-op npu.layer_norm

// Spellings of the variance.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#keep2 = affine_map<(d0, d1) -> (d0, 0)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// E[(x - m)^2].
// REFERENCE @of_centred: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @of_centred(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @of_centred(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                      %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// E[x^2] - m^2, one generic per step.
// REFERENCE @mean_square_minus_square_of_mean: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @mean_square_minus_square_of_mean(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @mean_square_minus_square_of_mean(%x: tensor<5x16xf32>,
                                            %gamma: tensor<16xf32>,
                                            %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %squared = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %sq_mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<5xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq, %sq_mean : tensor<5xf32>, tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
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
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// E[x^2] - m^2, squares inside of the reduction, the difference beside
// epsilon.
// REFERENCE @mean_square_in_one_reduction: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @mean_square_in_one_reduction(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @mean_square_in_one_reduction(%x: tensor<5x16xf32>,
                                        %gamma: tensor<16xf32>,
                                        %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
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
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum, %mean : tensor<5xf32>, tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.divf %a, %n : f32
    %q = arith.mulf %b, %b : f32
    %d = arith.subf %p, %q : f32
    %v = arith.addf %d, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The expansion that ONNX gives: reduced means of x and x*x, sqrt, division.
// REFERENCE @mean_square_sqrt_div: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @mean_square_sqrt_div(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @mean_square_sqrt_div(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                                %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5x1 = tensor.empty() : tensor<5x1xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5x1 = linalg.fill ins(%zero : f32) outs(%e5x1 : tensor<5x1xf32>) -> tensor<5x1xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #keep2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5x1xf32>
  %squared = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #keep2], iterator_types = ["parallel", "reduction"]}
      ins(%squared : tensor<5x16xf32>) outs(%f5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x1xf32>
  %mean_sq = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%sq_sum : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5x1xf32>
  %sq_mean = linalg.generic {indexing_maps = [#keep2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%mean, %mean : tensor<5x1xf32>, tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<5x1xf32>
  %var = linalg.generic {indexing_maps = [#keep2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%mean_sq, %sq_mean : tensor<5x1xf32>, tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<5x1xf32>
  %std = linalg.generic {indexing_maps = [#keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%var : tensor<5x1xf32>) outs(%e5x1 : tensor<5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.sqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5x1xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %scaled = linalg.generic {indexing_maps = [#id2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %std : tensor<5x16xf32>, tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.divf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %times_gamma = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %gamma : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%times_gamma, %beta : tensor<5x16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.addf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// One generic of two results: the sum and the sum of squares.
// REFERENCE @both_sums_in_one_generic: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @both_sums_in_one_generic(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @both_sums_in_one_generic(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                                    %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sums:2 = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5, %f5 : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %s = arith.addf %a, %o : f32
    %q = arith.mulf %a, %a : f32
    %t = arith.addf %q, %p : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums#0, %sums#1, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.divf %c, %n : f32
    %q = arith.mulf %m, %m : f32
    %u = arith.subf %p, %q : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %k = arith.subf %a, %m : f32
    %h = arith.mulf %k, %r : f32
    %l = arith.mulf %h, %d : f32
    %y = arith.addf %l, %e : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// E[x^2] - m^2 with named operations.
// REFERENCE @mean_square_named_ops: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @mean_square_named_ops(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: npu.layer_norm ins(%arg0 : tensor<5x16xf32>) gamma(%arg1 : tensor<16xf32>) beta(%arg2 : tensor<16xf32>) eps(%{{.+}} : f32) outs(
// CHECK-NOT: {{linalg\.|math\.}}
// CHECK: return
func.func @mean_square_named_ops(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>,
                                 %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant dense<1.600000e+01> : tensor<5xf32>
  %eps = arith.constant dense<1.000000e-05> : tensor<5xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean = linalg.div ins(%sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %squared = linalg.square ins(%x : tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %sq_sum = linalg.reduce { arith.addf } ins(%squared : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) dimensions = [1]
  %mean_sq = linalg.div ins(%sq_sum, %n : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_mean = linalg.square ins(%mean : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %var = linalg.sub ins(%mean_sq, %sq_mean : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %var_eps = linalg.add ins(%eps, %var : tensor<5xf32>, tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %rstd = linalg.rsqrt ins(%var_eps : tensor<5xf32>)
      outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %mean_wide = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %centred = linalg.sub ins(%x, %mean_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %rstd_wide = linalg.broadcast ins(%rstd : tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [1]
  %scaled = linalg.mul ins(%centred, %rstd_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %gamma_wide = linalg.broadcast ins(%gamma : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %times_gamma = linalg.mul ins(%scaled, %gamma_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  %beta_wide = linalg.broadcast ins(%beta : tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) dimensions = [0]
  %y = linalg.add ins(%times_gamma, %beta_wide : tensor<5x16xf32>, tensor<5x16xf32>)
      outs(%e5x16 : tensor<5x16xf32>) -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}
