// RUN: npuprof-opt %s --npuprof-fuse="target=ascend310p quiet" | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse="target=ascend310p explain" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s --check-prefix=OTHER
// RUN: %run_both %s --passes '--npuprof-fuse="target=ascend310p quiet"'

// ascend310p has no bf16: refused as unsupported-type there, applied
// elsewhere.

// EXPLAIN-COUNT-2: unsupported-type
//
// OTHER: npu.layer_norm
// OTHER: npu.add_rms_norm

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#last2 = affine_map<(d0, d1) -> (d1)>
#row2 = affine_map<(d0, d1) -> (d0)>

// REFERENCE @layer_norm: layer_norm(a0, a1, a2, 1e-5)
// CHECK-LABEL: func.func @layer_norm(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @layer_norm(%x: tensor<5x16xbf16>, %gamma: tensor<16xbf16>,
                      %beta: tensor<16xbf16>)
    -> tensor<5x16xbf16> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xbf16>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<5x16xbf16>, tensor<5xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: bf16, %b: f32, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %m = arith.divf %b, %n : f32
    %c = arith.subf %w, %m : f32
    %q = arith.mulf %c, %c : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #last2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %sq_sum, %gamma, %beta : tensor<5x16xbf16>, tensor<5xf32>, tensor<5xf32>, tensor<16xbf16>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: f32, %d: bf16, %e: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %g = arith.extf %d : bf16 to f32
    %k = arith.extf %e : bf16 to f32
    %m = arith.divf %b, %n : f32
    %p = arith.subf %w, %m : f32
    %u = arith.divf %c, %n : f32
    %v = arith.addf %u, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %p, %r : f32
    %l = arith.mulf %h, %g : f32
    %y = arith.addf %l, %k : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x16xbf16>
  return %y : tensor<5x16xbf16>
}

// REFERENCE @add_rms_norm: s = bf16(a0 + a1); rms_norm(s, a2, 1e-5); s
// CHECK-LABEL: func.func @add_rms_norm(
// CHECK-NOT: {{npu\.(add_|layer_norm|rms_norm|attention|gelu|silu|swiglu|geglu|rotary)}}
func.func @add_rms_norm(%a: tensor<5x16xbf16>, %b: tensor<5x16xbf16>,
                        %gamma: tensor<16xbf16>)
    -> (tensor<5x16xbf16>, tensor<5x16xbf16>) {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %e5x16_bf16 = tensor.empty() : tensor<5x16xbf16>
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x16xbf16>, tensor<5x16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: bf16, %o: bf16):
    %s = arith.addf %a0, %b0 : bf16
    linalg.yield %s : bf16
  } -> tensor<5x16xbf16>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<5x16xbf16>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a0: bf16, %o: f32):
    %w = arith.extf %a0 : bf16 to f32
    %q = arith.mulf %w, %w : f32
    %s0 = arith.addf %q, %o : f32
    linalg.yield %s0 : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %sq_sum, %gamma : tensor<5x16xbf16>, tensor<5xf32>, tensor<16xbf16>) outs(%e5x16_bf16 : tensor<5x16xbf16>) {
  ^bb0(%a0: bf16, %b0: f32, %c: bf16, %o: bf16):
    %w = arith.extf %a0 : bf16 to f32
    %g = arith.extf %c : bf16 to f32
    %m = arith.divf %b0, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %w, %r : f32
    %y = arith.mulf %h, %g : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x16xbf16>
  return %y, %s : tensor<5x16xbf16>, tensor<5x16xbf16>
}
