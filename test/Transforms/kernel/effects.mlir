// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse=explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT

// Operations with effects, and what is not known.

// LEFT: other launches, and why they stay:
// LEFT-NEXT: 1 math.exp single-op:
// LEFT-NEXT: 1 math.tanh single-op:
// LEFT-NEXT: 1 math.exp side-effects:
// LEFT-NEXT: 1 math.tanh side-effects:
// LEFT-NEXT: 1 func.call opaque:
// LEFT: fused nothing
// LEFT-NEXT: launches 5

// A store may change what a tensor was made from: nothing moves past it.
// CHECK-LABEL: func.func @effects(
// CHECK: math.exp
// CHECK-NEXT: memref.store
// CHECK-NEXT: math.tanh
func.func @effects(%x: tensor<64xf32>, %m: memref<1xf32>, %s: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %0 = math.exp %x : tensor<64xf32>
  memref.store %s, %m[%c0] : memref<1xf32>
  %1 = math.tanh %0 : tensor<64xf32>
  return %1 : tensor<64xf32>
}

// CHECK-LABEL: func.func @foreign(
// CHECK-NOT: npu.kernel
func.func private @elsewhere(tensor<64xf32>) -> tensor<64xf32>
func.func @foreign(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = math.exp %x : tensor<64xf32>
  %1 = call @elsewhere(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = math.tanh %1 : tensor<64xf32>
  return %2 : tensor<64xf32>
}
