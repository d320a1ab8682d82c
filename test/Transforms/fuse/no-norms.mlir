// Nothing here is a norm, and nothing may stop the pass: declarations, calls that
// end nowhere or go around, unranked tensors, buffers, vectors, a size that
// overflows when it is multiplied out, modules without content.

// RUN: npuprof-opt %s -o %t.plain.mlir
// RUN: npuprof-opt %s --npuprof-fuse -o %t.mlir 2>&1 | FileCheck %s
// RUN: cmp %t.plain.mlir %t.mlir
// CHECK: fused       nothing
// RUN: npuprof-opt --npuprof-fuse /dev/null 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: fused       nothing
// EMPTY: module {

module {}
module @a {
  module @b {
    func.func private @decl(tensor<4x16xf32>) -> tensor<4x16xf32>
    func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
      %0 = math.rsqrt %x : tensor<*xf32>
      %1 = arith.mulf %x, %0 : tensor<*xf32>
      return %1 : tensor<*xf32>
    }
    func.func @memrefs(%x: memref<4x16xf32>, %y: memref<4x16xf32>) {
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x16xf32>) outs(%y : memref<4x16xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = math.rsqrt %a : f32
        linalg.yield %r : f32
      }
      linalg.add ins(%x, %y : memref<4x16xf32>, memref<4x16xf32>) outs(%y : memref<4x16xf32>)
      return
    }
    func.func @rsqrt_dead_end(%x: f32, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
      %0 = math.rsqrt %x : f32
      %1 = math.rsqrt %v : vector<4xf32>
      return %0, %1 : f32, vector<4xf32>
    }
    func.func @cfg(%x: tensor<4x16xf32>, %c: i1) -> tensor<4x16xf32> {
      cf.cond_br %c, ^a, ^b
    ^a:
      %0 = math.rsqrt %x : tensor<4x16xf32>
      cf.br ^c(%0 : tensor<4x16xf32>)
    ^b:
      cf.br ^c(%x : tensor<4x16xf32>)
    ^c(%p: tensor<4x16xf32>):
      %1 = arith.mulf %p, %x : tensor<4x16xf32>
      return %1 : tensor<4x16xf32>
    }
    func.func @recursive(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %0 = func.call @recursive(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      return %0 : tensor<4x16xf32>
    }
    func.func @no_callee(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %0 = func.call @decl(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      return %0 : tensor<4x16xf32>
    }
    func.func @huge(%x: tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32> {
      %0 = math.rsqrt %x : tensor<9223372036854775807x2xf32>
      %1 = arith.mulf %x, %0 : tensor<9223372036854775807x2xf32>
      return %1 : tensor<9223372036854775807x2xf32>
    }
  }
}
