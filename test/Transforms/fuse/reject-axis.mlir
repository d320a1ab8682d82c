// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s

// Look-alikes: the statistics belong to another axis or another part of the
// value. None may become an operator.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#swap2 = affine_map<(d0, d1) -> (d1, d0)>

// The squares are summed along axis 0 and the sums used by row: with a
// square shape all types agree.
// DIFFERS @rms_norm_column_sums_as_row_sums: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_column_sums_as_row_sums(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_column_sums_as_row_sums(%x: tensor<8x8xf32>,
                                            %gamma: tensor<8xf32>)
    -> tensor<8x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e8 = tensor.empty() : tensor<8xf32>
  %e8x8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// The reduction reads x through a permuted map.
// DIFFERS @rms_norm_permuted_map: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_permuted_map(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_permuted_map(%x: tensor<8x8xf32>, %gamma: tensor<8xf32>)
    -> tensor<8x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e8 = tensor.empty() : tensor<8xf32>
  %e8x8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %sq_sum = linalg.generic {indexing_maps = [#swap2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// The sum is over the rows of the transpose.
// DIFFERS @rms_norm_transposed_for_the_sum: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_transposed_for_the_sum(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_transposed_for_the_sum(%x: tensor<8x8xf32>,
                                           %gamma: tensor<8xf32>)
    -> tensor<8x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e8x8 = tensor.empty() : tensor<8x8xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %e8 = tensor.empty() : tensor<8xf32>
  %turned = linalg.transpose ins(%x : tensor<8x8xf32>) outs(%e8x8 : tensor<8x8xf32>) permutation = [1, 0]
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%turned : tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Mean and variance along axis 0, used by row.
// DIFFERS @layer_norm_column_statistics_as_row_statistics: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_column_statistics_as_row_statistics(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm_column_statistics_as_row_statistics(%x: tensor<8x8xf32>,
                                                          %gamma: tensor<8xf32>,
                                                          %beta: tensor<8xf32>)
    -> tensor<8x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e8 = tensor.empty() : tensor<8xf32>
  %e8x8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<8x8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    linalg.yield %c : f32
  } -> tensor<8x8xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%centred : tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %sq_sum, %gamma, %beta : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %u = arith.divf %b, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    %y = arith.addf %k, %d : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// The mean is over the first half of the row, and scales the whole.
// DIFFERS @rms_norm_of_half_of_the_row: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_of_half_of_the_row(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_of_half_of_the_row(%x: tensor<5x16xf32>,
                                       %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %half = tensor.extract_slice %x[0, 0] [5, 8] [1, 1] : tensor<5x16xf32> to tensor<5x8xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%half : tensor<5x8xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean_sq = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%mean_sq : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rstd, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Mean and variance over the first half, applied to the whole.
// DIFFERS @layer_norm_statistics_of_half_of_the_row: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm_statistics_of_half_of_the_row(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm_statistics_of_half_of_the_row(%x: tensor<5x16xf32>,
                                                    %gamma: tensor<16xf32>,
                                                    %beta: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %half = tensor.extract_slice %x[0, 0] [5, 8] [1, 1] : tensor<5x16xf32> to tensor<5x8xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%half : tensor<5x8xf32>) outs(%f5 : tensor<5xf32>) {
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
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%half, %mean : tensor<5x8xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %sq_sum, %gamma, %beta : tensor<5x16xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %p = arith.subf %a, %b : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The factor of a row is that of the row above: sums of a slice, padded.
// DIFFERS @rms_norm_shifted_row: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_shifted_row(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_shifted_row(%x: tensor<5x16xf32>, %gamma: tensor<16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %above = tensor.extract_slice %sq_sum[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %shifted = tensor.insert_slice %above into %sq_sum[1] [4] [1] : tensor<4xf32> into tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %shifted, %gamma : tensor<5x16xf32>, tensor<5xf32>, tensor<16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The divisor is the number of rows, not their length.
// DIFFERS @rms_norm_divisor_from_other_dim: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_divisor_from_other_dim(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_divisor_from_other_dim(%x: tensor<?x?xf32>,
                                           %gamma: tensor<?xf32>)
    -> tensor<?x?xf32> {
  %eps = arith.constant 1.000000e-05 : f32
  %c0_s = arith.constant 0 : index
  %c1_h = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %s = tensor.dim %x, %c0_s : tensor<?x?xf32>
  %h = tensor.dim %x, %c1_h : tensor<?x?xf32>
  %s_int = arith.index_cast %s : index to i32
  %n = arith.sitofp %s_int : i32 to f32
  %es = tensor.empty(%s) : tensor<?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%fs : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %t = arith.addf %q, %o : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %esxh = tensor.empty(%s, %h) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%esxh : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %l = arith.mulf %a, %r : f32
    %y = arith.mulf %l, %c : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// The sum runs over the products of a row with a column.
// DIFFERS @rms_norm_row_times_column: rms_norm(a0, a1, 1e-5)
// CHECK-LABEL: func.func @rms_norm_row_times_column(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_row_times_column(%x: tensor<8x8xf32>, %gamma: tensor<8xf32>)
    -> tensor<8x8xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e8 = tensor.empty() : tensor<8xf32>
  %e8x8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #swap2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f8 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %u = math.absf %q : f32
    %s = arith.addf %u, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e8x8 : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
