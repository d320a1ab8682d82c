// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse=quiet --npuprof-lower-to-linalg | mlir-opt | FileCheck %s --check-prefix=LOWERED
// RUN: %run_both %s

// Norms of no rows, of no columns and of one row without a dim for it; what is
// of rank 0 and only looks like a norm.

// LOWERED-NOT: npu
// CHECK-LABEL: func.func @zero_rows(
// CHECK: npu.rms_norm ins(%arg0 : tensor<0x16xf32>)
// CHECK-LABEL: func.func @zero_columns(
// CHECK: npu.rms_norm ins(%arg0 : tensor<4x0xf32>)
// CHECK-LABEL: func.func @rms(
// CHECK: npu.rms_norm ins(%arg0 : tensor<16xf32>) gamma(%arg1 : tensor<16xf32>)
// CHECK-LABEL: func.func @one(
// CHECK-LABEL: func.func @rank0(
// CHECK-NOT: npu

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#last = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0) -> ()>
#id1 = affine_map<(d0) -> (d0)>
func.func @zero_rows(%x: tensor<0x16xf32>, %g: tensor<16xf32>) -> tensor<0x16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<0xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<0xf32>) -> tensor<0xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<0x16xf32>) outs(%f : tensor<0xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<0xf32>
  %e2 = tensor.empty() : tensor<0x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<0x16xf32>, tensor<0xf32>, tensor<16xf32>) outs(%e2 : tensor<0x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<0x16xf32>
  return %y : tensor<0x16xf32>
}
func.func @zero_columns(%x: tensor<4x0xf32>, %g: tensor<0xf32>) -> tensor<4x0xf32> {
  %n = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x0xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x0xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<4x0xf32>, tensor<4xf32>, tensor<0xf32>) outs(%e2 : tensor<4x0xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<4x0xf32>
  return %y : tensor<4x0xf32>
}
func.func @rms(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id1, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id1, #none, #id1, #id1], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<16xf32>
  return %y : tensor<16xf32>
}
func.func @one(%x: tensor<1xf32>, %g: tensor<1xf32>) -> tensor<1xf32> {
  %n = arith.constant 1.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id1, #none], iterator_types = ["reduction"]} ins(%x : tensor<1xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<1xf32>
  %y = linalg.generic {indexing_maps = [#id1, #none, #id1, #id1], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<1xf32>, tensor<f32>, tensor<1xf32>) outs(%e2 : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<1xf32>
  return %y : tensor<1xf32>
}
func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = math.rsqrt %q : f32
    %k = arith.mulf %a, %r : f32
    linalg.yield %k : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}
