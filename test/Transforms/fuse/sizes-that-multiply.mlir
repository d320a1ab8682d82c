// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s

// Each size is the square of the one before: 2^24 factors, which nobody may
// write down.

// CHECK-LABEL: func.func @squares(
// CHECK: math.rsqrt
func.func @squares(%n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %t0 = tensor.empty(%n, %n) : tensor<?x?xf32>
  %k0 = tensor.collapse_shape %t0 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d0 = tensor.dim %k0, %c0 : tensor<?xf32>
  %t1 = tensor.empty(%d0, %d0) : tensor<?x?xf32>
  %k1 = tensor.collapse_shape %t1 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d1 = tensor.dim %k1, %c0 : tensor<?xf32>
  %t2 = tensor.empty(%d1, %d1) : tensor<?x?xf32>
  %k2 = tensor.collapse_shape %t2 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d2 = tensor.dim %k2, %c0 : tensor<?xf32>
  %t3 = tensor.empty(%d2, %d2) : tensor<?x?xf32>
  %k3 = tensor.collapse_shape %t3 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d3 = tensor.dim %k3, %c0 : tensor<?xf32>
  %t4 = tensor.empty(%d3, %d3) : tensor<?x?xf32>
  %k4 = tensor.collapse_shape %t4 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d4 = tensor.dim %k4, %c0 : tensor<?xf32>
  %t5 = tensor.empty(%d4, %d4) : tensor<?x?xf32>
  %k5 = tensor.collapse_shape %t5 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d5 = tensor.dim %k5, %c0 : tensor<?xf32>
  %t6 = tensor.empty(%d5, %d5) : tensor<?x?xf32>
  %k6 = tensor.collapse_shape %t6 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d6 = tensor.dim %k6, %c0 : tensor<?xf32>
  %t7 = tensor.empty(%d6, %d6) : tensor<?x?xf32>
  %k7 = tensor.collapse_shape %t7 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d7 = tensor.dim %k7, %c0 : tensor<?xf32>
  %t8 = tensor.empty(%d7, %d7) : tensor<?x?xf32>
  %k8 = tensor.collapse_shape %t8 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d8 = tensor.dim %k8, %c0 : tensor<?xf32>
  %t9 = tensor.empty(%d8, %d8) : tensor<?x?xf32>
  %k9 = tensor.collapse_shape %t9 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d9 = tensor.dim %k9, %c0 : tensor<?xf32>
  %t10 = tensor.empty(%d9, %d9) : tensor<?x?xf32>
  %k10 = tensor.collapse_shape %t10 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d10 = tensor.dim %k10, %c0 : tensor<?xf32>
  %t11 = tensor.empty(%d10, %d10) : tensor<?x?xf32>
  %k11 = tensor.collapse_shape %t11 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d11 = tensor.dim %k11, %c0 : tensor<?xf32>
  %t12 = tensor.empty(%d11, %d11) : tensor<?x?xf32>
  %k12 = tensor.collapse_shape %t12 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d12 = tensor.dim %k12, %c0 : tensor<?xf32>
  %t13 = tensor.empty(%d12, %d12) : tensor<?x?xf32>
  %k13 = tensor.collapse_shape %t13 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d13 = tensor.dim %k13, %c0 : tensor<?xf32>
  %t14 = tensor.empty(%d13, %d13) : tensor<?x?xf32>
  %k14 = tensor.collapse_shape %t14 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d14 = tensor.dim %k14, %c0 : tensor<?xf32>
  %t15 = tensor.empty(%d14, %d14) : tensor<?x?xf32>
  %k15 = tensor.collapse_shape %t15 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d15 = tensor.dim %k15, %c0 : tensor<?xf32>
  %t16 = tensor.empty(%d15, %d15) : tensor<?x?xf32>
  %k16 = tensor.collapse_shape %t16 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d16 = tensor.dim %k16, %c0 : tensor<?xf32>
  %t17 = tensor.empty(%d16, %d16) : tensor<?x?xf32>
  %k17 = tensor.collapse_shape %t17 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d17 = tensor.dim %k17, %c0 : tensor<?xf32>
  %t18 = tensor.empty(%d17, %d17) : tensor<?x?xf32>
  %k18 = tensor.collapse_shape %t18 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d18 = tensor.dim %k18, %c0 : tensor<?xf32>
  %t19 = tensor.empty(%d18, %d18) : tensor<?x?xf32>
  %k19 = tensor.collapse_shape %t19 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d19 = tensor.dim %k19, %c0 : tensor<?xf32>
  %t20 = tensor.empty(%d19, %d19) : tensor<?x?xf32>
  %k20 = tensor.collapse_shape %t20 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d20 = tensor.dim %k20, %c0 : tensor<?xf32>
  %t21 = tensor.empty(%d20, %d20) : tensor<?x?xf32>
  %k21 = tensor.collapse_shape %t21 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d21 = tensor.dim %k21, %c0 : tensor<?xf32>
  %t22 = tensor.empty(%d21, %d21) : tensor<?x?xf32>
  %k22 = tensor.collapse_shape %t22 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d22 = tensor.dim %k22, %c0 : tensor<?xf32>
  %t23 = tensor.empty(%d22, %d22) : tensor<?x?xf32>
  %k23 = tensor.collapse_shape %t23 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %d23 = tensor.dim %k23, %c0 : tensor<?xf32>
  %x = tensor.empty(%d23) : tensor<?x4xf32>
  %r = math.rsqrt %x : tensor<?x4xf32>
  %y = arith.mulf %r, %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
