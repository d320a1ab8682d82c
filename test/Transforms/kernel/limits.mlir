// RUN: npuprof-opt %s --npuprof-fuse=quiet | FileCheck %s
// RUN: npuprof-opt %s --npuprof-fuse=explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: npuprof-opt %s --npuprof-fuse="quiet target=host" | FileCheck %s --check-prefix=HOST
// RUN: %run_both %s --function cycle --function other_rows --function transposed --function inputs --function other_block --function below --expect-op npu.kernel

// What must not share a launch, and what is said of it.

// LEFT: other launches, and why they stay:
// LEFT-DAG: exceeds-ub
// LEFT-DAG: rows-differ
// LEFT-DAG: too-many-inputs

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Two steps of one chain with a contraction between them: one launch for both
// would need the contraction's result before it starts.
// CHECK-LABEL: func.func @cycle(
// CHECK: npu.kernel "add_exp"
// CHECK: npu.yield
// CHECK: linalg.matmul
// CHECK-NOT: npu.kernel "add_exp_
func.func @cycle(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %er = tensor.empty() : tensor<16xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %0 = arith.addf %x, %w : tensor<16x16xf32>
  %1 = math.exp %0 : tensor<16x16xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%2 : tensor<16x16xf32>) outs(%fr : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %3 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %s : tensor<16x16xf32>, tensor<16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}

// Sums over columns and over rows of a large matrix: no share of one is a share
// of the other.
// CHECK-LABEL: func.func @other_rows(
// CHECK-NOT: npu.kernel
func.func @other_rows(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %z = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<1024xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<1024xf32>) -> tensor<1024xf32>
  %0 = math.exp %x : tensor<1024x1024xf32>
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<1024x1024xf32>) outs(%fr : tensor<1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<1024xf32>
  return %s : tensor<1024xf32>
}

// A transpose between Vector work is no part of it.
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: npu.kernel
func.func @transposed(%x: tensor<8x16xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<16x8xf32>
  %0 = math.exp %x : tensor<8x16xf32>
  %t = linalg.transpose ins(%0 : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %1 = math.tanh %t : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// A row of 65536 floats is more than UB holds; the host has no such limit.
// CHECK-LABEL: func.func @long_rows(
// CHECK-NOT: npu.kernel
// HOST-LABEL: func.func @long_rows(
// HOST: npu.kernel
func.func @long_rows(%x: tensor<64x65536xf32>) -> tensor<64x65536xf32> {
  %z = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x65536xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x65536xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x65536xf32>, tensor<64xf32>) outs(%e : tensor<64x65536xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<64x65536xf32>
  return %y : tensor<64x65536xf32>
}

// Ten tensors: eight go into the first kernel.
// CHECK-LABEL: func.func @inputs(
// CHECK: npu.kernel "add_add_add_add_add_and_2"
// CHECK-NOT: npu.kernel
// CHECK: return
func.func @inputs(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<64xf32>, %d: tensor<64xf32>, %e: tensor<64xf32>,
                  %f: tensor<64xf32>, %g: tensor<64xf32>, %h: tensor<64xf32>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %0 = arith.addf %a, %b : tensor<64xf32>
  %1 = arith.addf %0, %c : tensor<64xf32>
  %2 = arith.addf %1, %d : tensor<64xf32>
  %3 = arith.addf %2, %e : tensor<64xf32>
  %4 = arith.addf %3, %f : tensor<64xf32>
  %5 = arith.addf %4, %g : tensor<64xf32>
  %6 = arith.addf %5, %h : tensor<64xf32>
  %7 = arith.addf %6, %i : tensor<64xf32>
  return %7 : tensor<64xf32>
}

// Parts in different blocks.
// CHECK-LABEL: func.func @other_block(
// CHECK-NOT: npu.kernel
func.func @other_block(%x: tensor<64xf32>, %c: i1) -> tensor<64xf32> {
  %0 = math.exp %x : tensor<64xf32>
  %1 = scf.if %c -> tensor<64xf32> {
    %2 = math.tanh %0 : tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  } else {
    scf.yield %0 : tensor<64xf32>
  }
  return %1 : tensor<64xf32>
}

// Inside of a nested block they are found as anywhere.
// CHECK-LABEL: func.func @below(
// CHECK: scf.for
// CHECK: npu.kernel "exp_tanh"
func.func @below(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<64xf32> {
    %0 = math.exp %y : tensor<64xf32>
    %2 = math.tanh %0 : tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %1 : tensor<64xf32>
}
