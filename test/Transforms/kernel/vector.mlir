// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse="explain dry-run" -o %t.dry.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: npuprof-opt %s -o %t.plain.mlir && cmp %t.plain.mlir %t.dry.mlir
// RUN: %run_both %s --expect-op npu.kernel

// Vector work by structure: elementwise, broadcasts, reductions along the same
// rows, reshapes between them; independent work that reads the same; several
// results. A dry run reports the same and changes nothing.

// REPORT: would fuse {{.*}} kernel
// REPORT: launches

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// Softmax: two reductions along the last dim and all that is between them.
// CHECK-LABEL: func.func @softmax(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: %[[K:.*]] = npu.kernel "maximum_sub_exp_add_div" -> tensor<8x16xf32> {
// CHECK: npu.yield
// CHECK: return %[[K]]
func.func @softmax(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fl = linalg.fill ins(%low : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%fl : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  %sub = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %exp = linalg.exp ins(%sub : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<8x16xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// A value inside that is needed elsewhere is one more result.
// CHECK-LABEL: func.func @extra_user(
// CHECK: %[[K:.*]]:2 = npu.kernel "add_mul" -> tensor<8x16xf32>, tensor<8x16xf32> {
// CHECK: return %[[K]]#{{[01]}}, %[[K]]#{{[01]}}
func.func @extra_user(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = arith.addf %x, %y : tensor<8x16xf32>
  %1 = arith.mulf %0, %0 : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// Independent chains that read the same tensor: it is read once.
// CHECK-LABEL: func.func @horizontal(
// CHECK: npu.kernel "exp_tanh" -> tensor<8x16xf32>, tensor<8x16xf32>
// CHECK-NOT: npu.kernel
func.func @horizontal(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = math.exp %x : tensor<8x16xf32>
  %1 = math.tanh %x : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// Not where nothing is shared.
// CHECK-LABEL: func.func @nothing_shared(
// CHECK-NOT: npu.kernel
func.func @nothing_shared(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = math.exp %x : tensor<8x16xf32>
  %1 = math.tanh %y : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// A reshape between parts goes into the kernel; one of a result stays outside.
// CHECK-LABEL: func.func @reshapes(
// CHECK: %[[K:.*]] = npu.kernel "exp_add" -> tensor<2x4x16xf32> {
// CHECK: tensor.expand_shape
// CHECK: npu.yield
// CHECK: %[[OUT:.*]] = tensor.collapse_shape %[[K]]
// CHECK: return %[[OUT]]
func.func @reshapes(%x: tensor<8x16xf32>, %y: tensor<2x4x16xf32>) -> tensor<8x16xf32> {
  %0 = math.exp %x : tensor<8x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 16] : tensor<8x16xf32> into tensor<2x4x16xf32>
  %2 = arith.addf %1, %y : tensor<2x4x16xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<2x4x16xf32> into tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}

// A view that the kernel and something else read is there twice.
// CHECK-LABEL: func.func @shared_reshape(
// CHECK: npu.kernel "exp_add"
// CHECK: tensor.expand_shape
// CHECK: npu.yield
// CHECK: tensor.expand_shape
// CHECK: return
func.func @shared_reshape(%x: tensor<8x16xf32>, %y: tensor<2x4x16xf32>)
    -> (tensor<2x4x16xf32>, tensor<2x4x16xf32>) {
  %0 = math.exp %x : tensor<8x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 16] : tensor<8x16xf32> into tensor<2x4x16xf32>
  %2 = arith.addf %1, %y : tensor<2x4x16xf32>
  return %1, %2 : tensor<2x4x16xf32>, tensor<2x4x16xf32>
}

// The kernel stands behind the last of its parts: what reads a result moves
// behind it.
// CHECK-LABEL: func.func @user_between(
// CHECK: npu.kernel
// CHECK: linalg.transpose
// CHECK: return
func.func @user_between(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>)
    -> (tensor<16x8xf32>, tensor<8x16xf32>) {
  %0 = arith.addf %x, %y : tensor<8x16xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%0 : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %1 = arith.mulf %0, %y : tensor<8x16xf32>
  return %t, %1 : tensor<16x8xf32>, tensor<8x16xf32>
}

// Of each row once, over any number of dims, in tosa.
// CHECK-LABEL: func.func @tosa_rows(
// CHECK: npu.kernel "mul_reduce_sum_add"
func.func @tosa_rows(%x: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %x, %shift : (tensor<2x4x16xf32>, tensor<2x4x16xf32>, tensor<1xi8>) -> tensor<2x4x16xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32} : (tensor<2x4x16xf32>) -> tensor<2x4x1xf32>
  %2 = tosa.add %x, %1 : (tensor<2x4x16xf32>, tensor<2x4x1xf32>) -> tensor<2x4x16xf32>
  return %2 : tensor<2x4x16xf32>
}

// The largest of each row with its place: two results of one operation.
// CHECK-LABEL: func.func @two_results(
// CHECK: npu.kernel "{{.*}}" -> {{.*}} {
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: npu.yield
func.func @two_results(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x16xf32>
  %er = tensor.empty() : tensor<8xf32>
  %ei = tensor.empty() : tensor<8xi32>
  %fl = linalg.fill ins(%low : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %fi = linalg.fill ins(%z : i32) outs(%ei : tensor<8xi32>) -> tensor<8xi32>
  %max:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%fl, %fi : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%a: f32, %o: f32, %p: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %c = arith.cmpf ogt, %a, %o : f32
    %m = arith.select %c, %a, %o : f32
    %n = arith.select %c, %j, %p : i32
    linalg.yield %m, %n : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %sub = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max#0 : tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %sub, %max#1 : tensor<8x16xf32>, tensor<8xi32>
}

// Dynamic sizes.
// CHECK-LABEL: func.func @dynamic(
// CHECK: npu.kernel "add_mul_exp"
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.addf %x, %y : tensor<?x?xf32>
  %1 = arith.mulf %0, %y : tensor<?x?xf32>
  %2 = math.exp %1 : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
