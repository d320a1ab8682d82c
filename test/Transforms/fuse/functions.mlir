// RUN: npuprof-opt %s --allow-unregistered-dialect --npuprof-fuse=quiet | FileCheck %s
// RUN: npuprof-opt %s --allow-unregistered-dialect --npuprof-fuse=quiet --npuprof-lower-to-linalg \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=LOWERED

// Functions of every dialect, in nested modules, with blocks of their own. What
// an unknown operation holds is its own affair.

// LOWERED-NOT: npu
// CHECK-LABEL: ml_program.func @program(
// CHECK-NOT: linalg
// CHECK: npu.rms_norm
// CHECK-LABEL: async.func @later(
// CHECK-NOT: linalg
// CHECK: npu.rms_norm
// CHECK-LABEL: "foreign.graph"(
// CHECK-NOT: npu.rms_norm
// CHECK-LABEL: func.func @executed(
// CHECK: scf.execute_region
// CHECK-NOT: linalg
// CHECK: npu.rms_norm
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: linalg
// CHECK: npu.rms_norm
// CHECK-LABEL: func.func @blocks(
// CHECK: ^bb1
// CHECK-NOT: linalg
// CHECK: npu.rms_norm
// CHECK: cf.br ^bb2

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
ml_program.func @program(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<16xf32>
  ml_program.return %y : tensor<16xf32>
}
async.func @later(%x: tensor<16xf32>, %g: tensor<16xf32>) -> !async.value<tensor<16xf32>> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
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
"foreign.graph"() ({
^bb0(%x: tensor<16xf32>, %g: tensor<16xf32>):
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<16xf32>
  "foreign.return"(%y) : (tensor<16xf32>) -> ()
}) {sym_name = "graph"} : () -> ()
func.func @executed(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %out = scf.execute_region -> tensor<16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<16xf32>
  scf.yield %y : tensor<16xf32> 
  }
  return %out : tensor<16xf32>
}
module @inner {
func.func @nested(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
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
}
func.func @blocks(%x: tensor<16xf32>, %g: tensor<16xf32>, %flag: i1) -> tensor<16xf32> {
  cf.cond_br %flag, ^a, ^b(%x : tensor<16xf32>)
^a:
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<16xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %g : tensor<16xf32>, tensor<f32>, tensor<16xf32>) outs(%e2 : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<16xf32>
 cf.br ^b(%y : tensor<16xf32>)
^b(%out: tensor<16xf32>):
  return %out : tensor<16xf32>
}
