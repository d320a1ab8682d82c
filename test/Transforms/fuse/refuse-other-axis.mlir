// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 explain" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: %run_both %s

// Norms over other axes than the last ones: the operator would need a
// transpose. Refused as axis-not-last.

// EXPLAIN-COUNT-5: axis-not-last

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#d0_d2_of3 = affine_map<(d0, d1, d2) -> (d0, d2)>
#d1_of3 = affine_map<(d0, d1, d2) -> (d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// REFERENCE @layer_norm_over_middle_axis: transpose(layer_norm(transpose(a0, 0, 2, 1), a1, a2, 1e-5), 0, 2, 1)
// CHECK-LABEL: func.func @layer_norm_over_middle_axis(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm_over_middle_axis(%x: tensor<3x8x4xf32>,
                                       %gamma: tensor<8xf32>,
                                       %beta: tensor<8xf32>)
    -> tensor<3x8x4xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3x4 = tensor.empty() : tensor<3x4xf32>
  %e3x8x4 = tensor.empty() : tensor<3x8x4xf32>
  %f3x4 = linalg.fill ins(%zero : f32) outs(%e3x4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sum = linalg.generic {indexing_maps = [#id3, #d0_d2_of3], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x8x4xf32>) outs(%f3x4 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #d0_d2_of3, #d0_d2_of3], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %sum : tensor<3x8x4xf32>, tensor<3x4xf32>) outs(%f3x4 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  %y = linalg.generic {indexing_maps = [#id3, #d0_d2_of3, #d0_d2_of3, #d1_of3, #d1_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<3x8x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e3x8x4 : tensor<3x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.subf %a, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<3x8x4xf32>
  return %y : tensor<3x8x4xf32>
}

// REFERENCE @rms_norm_over_middle_axis: transpose(rms_norm(transpose(a0, 0, 2, 1), a1, 1e-5), 0, 2, 1)
// CHECK-LABEL: func.func @rms_norm_over_middle_axis(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_over_middle_axis(%x: tensor<3x8x4xf32>,
                                     %gamma: tensor<8xf32>)
    -> tensor<3x8x4xf32> {
  %n = arith.constant 8.000000e+00 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e3x4 = tensor.empty() : tensor<3x4xf32>
  %e3x8x4 = tensor.empty() : tensor<3x8x4xf32>
  %f3x4 = linalg.fill ins(%zero : f32) outs(%e3x4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id3, #d0_d2_of3], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x8x4xf32>) outs(%f3x4 : tensor<3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  %y = linalg.generic {indexing_maps = [#id3, #d0_d2_of3, #d1_of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<3x8x4xf32>, tensor<3x4xf32>, tensor<8xf32>) outs(%e3x8x4 : tensor<3x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<3x8x4xf32>
  return %y : tensor<3x8x4xf32>
}

// Each column is normalised.
// REFERENCE @layer_norm_over_first_axis: transpose(layer_norm(transpose(a0, 1, 0), a1, a2, 1e-5), 1, 0)
// CHECK-LABEL: func.func @layer_norm_over_first_axis(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm_over_first_axis(%x: tensor<16x5xf32>,
                                      %gamma: tensor<16xf32>,
                                      %beta: tensor<16xf32>)
    -> tensor<16x5xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e16x5 = tensor.empty() : tensor<16x5xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<16x5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #last2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x, %sum : tensor<16x5xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #last2, #last2, #row2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<16x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e16x5 : tensor<16x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.subf %a, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %k = arith.mulf %h, %d : f32
    %y = arith.addf %k, %e : f32
    linalg.yield %y : f32
  } -> tensor<16x5xf32>
  return %y : tensor<16x5xf32>
}

// Each column of a square is normalised.
// REFERENCE @rms_norm_over_first_axis_square: transpose(rms_norm(transpose(a0, 1, 0), a1, 1e-5), 1, 0)
// CHECK-LABEL: func.func @rms_norm_over_first_axis_square(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @rms_norm_over_first_axis_square(%x: tensor<8x8xf32>,
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
  %y = linalg.generic {indexing_maps = [#id2, #last2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
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

// Statistics along axis 0, scale and offset along axis 1, as batch
// normalisation has it.
// REFERENCE @layer_norm_batch_statistics: transpose(layer_norm(transpose(a0, 1, 0), none, none, 1e-5), 1, 0) * a1 + a2
// CHECK-LABEL: func.func @layer_norm_batch_statistics(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm_batch_statistics(%x: tensor<16x5xf32>,
                                       %gamma: tensor<5xf32>,
                                       %beta: tensor<5xf32>)
    -> tensor<16x5xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e16x5 = tensor.empty() : tensor<16x5xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<16x5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #last2, #last2], iterator_types = ["reduction", "parallel"]}
      ins(%x, %sum : tensor<16x5xf32>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %c = arith.subf %a, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %scaled = linalg.generic {indexing_maps = [#id2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %sq_sum : tensor<16x5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e16x5 : tensor<16x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %p = arith.subf %a, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    linalg.yield %h : f32
  } -> tensor<16x5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %gamma, %beta : tensor<16x5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e16x5 : tensor<16x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.addf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<16x5xf32>
  return %y : tensor<16x5xf32>
}
