// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s

// What only rounding tells apart from an RMSNorm.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// 1/512 is 1/513 in bf16, but these are sums in f32.
// DIFFERS @mean_over_one_element_less: rms_norm(a0, 1, 1e-5)
// CHECK-LABEL: func.func @mean_over_one_element_less(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @mean_over_one_element_less(%arg: tensor<4x513xf32>) -> tensor<4x513xf32> {
  %zero = arith.constant 0.0 : f32
  %inv = arith.constant 1.953125e-03 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e4x513 = tensor.empty() : tensor<4x513xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%arg : tensor<4x513xf32>) outs(%f4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<4xf32>) outs(%e4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %inv : f32
    %s = arith.addf %m, %eps : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%arg, %rstd : tensor<4x513xf32>, tensor<4xf32>) outs(%e4x513 : tensor<4x513xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x513xf32>
  return %y : tensor<4x513xf32>
}

// The root mean square is that of the rounded x, rounded and widened in one
// body.
// DIFFERS @mean_of_the_rounded_value: rms_norm(a0, 1, 1e-5)
// CHECK-LABEL: func.func @mean_of_the_rounded_value(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @mean_of_the_rounded_value(%arg: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %inv = arith.constant 6.250000e-02 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e4x16 = tensor.empty() : tensor<4x16xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %x = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%arg : tensor<4x16xf32>) outs(%e4x16 : tensor<4x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.truncf %a : f32 to bf16
    %w = arith.extf %n : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<4x16xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%f4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<4xf32>) outs(%e4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %inv : f32
    %s = arith.addf %m, %eps : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%arg, %rstd : tensor<4x16xf32>, tensor<4xf32>) outs(%e4x16 : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

// Both are whole numbers of x, but one keeps 8 bits of them.
// CHECK-LABEL: func.func @mean_of_the_wrapped_value(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @mean_of_the_wrapped_value(%arg: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %inv = arith.constant 6.250000e-02 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %thousand = arith.constant 1.000000e+03 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e4x16 = tensor.empty() : tensor<4x16xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%arg : tensor<4x16xf32>) outs(%f4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.mulf %a, %thousand : f32
    %i = arith.fptosi %b : f32 to i32
    %n = arith.trunci %i : i32 to i8
    %w = arith.sitofp %n : i8 to f32
    %s = arith.mulf %w, %w : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<4xf32>) outs(%e4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %inv : f32
    %s = arith.addf %m, %eps : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%arg, %rstd : tensor<4x16xf32>, tensor<4xf32>) outs(%e4x16 : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.mulf %a, %thousand : f32
    %i = arith.fptosi %c : f32 to i32
    %n = arith.trunci %i : i32 to i16
    %w = arith.sitofp %n : i16 to f32
    %m = arith.mulf %w, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
