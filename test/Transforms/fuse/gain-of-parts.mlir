// What a fusion saves of the time that was measured.

// RUN: npuprof-opt %s --npuprof-fuse=quiet --remarks-filter=npuprof-fuse -o %t.mlir 2>&1 | FileCheck %s
// RUN: npuprof-opt %s --npuprof-strip-profile -o %t.plain.mlir
// RUN: %run_both %t.plain.mlir --expect-op npu.add_rms_norm npu.rms_norm
// RUN: FileCheck %s --check-prefix=TUNED < %t.mlir

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Rows of the sum were lost: it was seen in one call of ten. A call of the whole
// takes (10 x 10 us + 1 x 100 us) / 10 of what was measured.
// CHECK: [Passed] rms_norm {{.*}}Function=other_calls | Calls=10, {{.*}}Launches=2, Layer=#1, MeasuredUs=20.000,
// TUNED-LABEL: @other_calls
// TUNED: npu.rms_norm {{.*}}#npu.profile<calls = 10, time_us = 20.0,
func.func @other_calls(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>)
      attrs = {npu.profile = #npu.profile<calls = 1, time_us = 100.0, match = sequence, confidence = 1.0>} {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x16xf32>, tensor<4xf32>) outs(%e2 : tensor<4x16xf32>)
      attrs = {npu.profile = #npu.profile<calls = 10, time_us = 10.0, match = sequence, confidence = 1.0>} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}

// The sum is spread over the rows, and something else reads that too: it stays,
// and so does the time that it takes.
// CHECK: [Passed] add_rms_norm {{.*}}Function=view_stays | Calls=10, {{.*}}Launches=2, Layer=#1, MeasuredUs=15.000,
// TUNED-LABEL: @view_stays
// TUNED: npu.add_rms_norm {{.*}}#npu.profile<calls = 10, time_us = 15.0,
// TUNED: linalg.generic {{.*}}time_us = 50.0
func.func @view_stays(%u: tensor<4x16xf32>, %v: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<16x4xf32>) {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x16xf32>
  %et = tensor.empty() : tensor<16x4xf32>
  %x = linalg.add {npu.profile = #npu.profile<calls = 10, time_us = 5.0, match = sequence, confidence = 1.0>}
      ins(%u, %v : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x16xf32>) outs(%et : tensor<16x4xf32>)
      attrs = {npu.profile = #npu.profile<calls = 10, time_us = 50.0, match = sequence, confidence = 1.0>} {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<16x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<16x4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x16xf32>, tensor<4xf32>) outs(%e2 : tensor<4x16xf32>)
      attrs = {npu.profile = #npu.profile<calls = 10, time_us = 10.0, match = sequence, confidence = 1.0>} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %w = arith.addf %m, %eps : f32
    %r = math.rsqrt %w : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<4x16xf32>
  return %y, %t : tensor<4x16xf32>, tensor<16x4xf32>
}
