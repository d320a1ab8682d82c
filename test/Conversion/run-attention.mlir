// The decomposition against plain formulas, on random inputs; block_size leaves a remainder in most.

// RUN: npuprof-opt %s --npuprof-lower-to-linalg -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// The same in tiles.
// RUN: npuprof-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-attention.mlir \
// RUN:   --transform-interpreter --npuprof-lower-to-linalg -o %t.tiled.mlir
// RUN: %run_both %t.mlir --against %t.tiled.mlir --function plain --function grouped --function kept --function decode \
// RUN:   --function causal --function half

// RUN: %run_both %t.mlir --against %t.mlir --function plain \
// RUN:   --reference "matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2))), a2)"
// RUN: %run_both %t.mlir --against %t.mlir --function grouped \
// RUN:   --reference "k = heads(a1, 3); v = heads(a2, 3); matmul(softmax(0.3 * matmul(a0, transpose(k, 0, 1, 3, 2)) + a3), v)"
// RUN: %run_both %t.mlir --against %t.mlir --function kept \
// RUN:   --reference "matmul(softmax(where(a3, 0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)), -1e30)), a2)"
// RUN: %run_both %t.mlir --against %t.mlir --function decode \
// RUN:   --reference "matmul(softmax(causal(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)))), a2)"
// RUN: %run_both %t.mlir --against %t.mlir --function causal \
// RUN:   --reference "q = transpose(a0, 0, 2, 1, 3); k = transpose(a1, 0, 2, 3, 1); v = transpose(a2, 0, 2, 1, 3); transpose(matmul(softmax(causal(0.3 * matmul(q, k))), v), 0, 2, 1, 3)"
// RUN: %run_both %t.mlir --against %t.mlir --function half \
// RUN:   --reference "f16(matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2)) + a3), a2))"
// RUN: %run_both %t.mlir --against %t.mlir --function brain \
// RUN:   --reference "bf16(matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2))), a2))"
// RUN: %run_both %t.mlir --against %t.mlir --function double \
// RUN:   --reference "matmul(softmax(0.3 * matmul(a0, transpose(a1, 0, 1, 3, 2))), a2)"
// RUN: %run_both %t.mlir --against %t.mlir --function dynamic --shape dynamic:0=2x6x5x8 \
// RUN:   --shape dynamic:1=2x3x7x8 --shape dynamic:2=2x3x7x4 --shape dynamic:3=2x1x5x7 --shape dynamic:4=2x6x5x4 \
// RUN:   --reference "k = heads(a1, 2); v = heads(a2, 2); matmul(softmax(where(a3, 0.3 * matmul(a0, transpose(k, 0, 1, 3, 2)), -1e30)), v)"

// Sq x Skv is never in memory.
// CHECK-LABEL: func.func @plain
// CHECK-NOT:   x7xf32>
// CHECK:       scf.for
// CHECK:       tensor.extract_slice %arg1
// CHECK-NOT:   5x7xf32>
// CHECK:       return
func.func @plain(%q: tensor<2x2x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>) -> tensor<2x2x5x6xf32> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<2x2x5x6xf32>
  %0 = npu.attention ins(%q, %k, %v : tensor<2x2x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
         scale(%s : f32) {block_size = 3, tile} outs(%e : tensor<2x2x5x6xf32>)
  return %0 : tensor<2x2x5x6xf32>
}

func.func @grouped(%q: tensor<2x6x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>,
                   %m: tensor<2x6x5x7xf32>) -> tensor<2x6x5x6xf32> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<2x6x5x6xf32>
  %0 = npu.attention ins(%q, %k, %v : tensor<2x6x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
         mask(%m : tensor<2x6x5x7xf32>) scale(%s : f32) {block_size = 4, tile} outs(%e : tensor<2x6x5x6xf32>)
  return %0 : tensor<2x6x5x6xf32>
}

func.func @kept(%q: tensor<1x2x5x8xf32>, %k: tensor<1x2x6x8xf32>, %v: tensor<1x2x6x8xf32>,
                %m: tensor<1x1x5x6xi1>) -> tensor<1x2x5x8xf32> {
  %s = arith.constant 0.3 : f32
  %f = arith.constant -1.0e+30 : f32
  %e = tensor.empty() : tensor<1x2x5x8xf32>
  %0 = npu.attention ins(%q, %k, %v : tensor<1x2x5x8xf32>, tensor<1x2x6x8xf32>, tensor<1x2x6x8xf32>)
         mask(%m : tensor<1x1x5x6xi1>) fill(%f : f32) scale(%s : f32) {block_size = 2, tile} outs(%e : tensor<1x2x5x8xf32>)
  return %0 : tensor<1x2x5x8xf32>
}

// One query position over a cache: it sees all of it.
func.func @decode(%q: tensor<2x2x1x8xf32>, %k: tensor<2x2x9x8xf32>, %v: tensor<2x2x9x8xf32>) -> tensor<2x2x1x8xf32> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<2x2x1x8xf32>
  %0 = npu.attention ins(%q, %k, %v : tensor<2x2x1x8xf32>, tensor<2x2x9x8xf32>, tensor<2x2x9x8xf32>)
         scale(%s : f32) causal {block_size = 4, tile} outs(%e : tensor<2x2x1x8xf32>)
  return %0 : tensor<2x2x1x8xf32>
}

// The first rows see nothing of the last blocks; the first block of keys is seen by all.
func.func @causal(%q: tensor<1x4x2x8xf32>, %k: tensor<1x7x2x8xf32>, %v: tensor<1x7x2x6xf32>) -> tensor<1x4x2x6xf32> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<1x4x2x6xf32>
  %0 = npu.attention ins(%q, %k, %v : tensor<1x4x2x8xf32>, tensor<1x7x2x8xf32>, tensor<1x7x2x6xf32>)
         scale(%s : f32) causal layout(BSND) {block_size = 2, tile} outs(%e : tensor<1x4x2x6xf32>)
  return %0 : tensor<1x4x2x6xf32>
}

func.func @half(%q: tensor<1x2x5x8xf16>, %k: tensor<1x2x7x8xf16>, %v: tensor<1x2x7x8xf16>,
                %m: tensor<1x2x1x7xf16>) -> tensor<1x2x5x8xf16> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<1x2x5x8xf16>
  %0 = npu.attention ins(%q, %k, %v : tensor<1x2x5x8xf16>, tensor<1x2x7x8xf16>, tensor<1x2x7x8xf16>)
         mask(%m : tensor<1x2x1x7xf16>) scale(%s : f32) {block_size = 3, tile} outs(%e : tensor<1x2x5x8xf16>)
  return %0 : tensor<1x2x5x8xf16>
}

func.func @brain(%q: tensor<1x2x5x8xbf16>, %k: tensor<1x2x7x8xbf16>, %v: tensor<1x2x7x8xbf16>) -> tensor<1x2x5x8xbf16> {
  %s = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<1x2x5x8xbf16>
  %0 = npu.attention ins(%q, %k, %v : tensor<1x2x5x8xbf16>, tensor<1x2x7x8xbf16>, tensor<1x2x7x8xbf16>)
         scale(%s : f32) outs(%e : tensor<1x2x5x8xbf16>)
  return %0 : tensor<1x2x5x8xbf16>
}

func.func @double(%q: tensor<1x2x5x8xf64>, %k: tensor<1x2x7x8xf64>, %v: tensor<1x2x7x8xf64>) -> tensor<1x2x5x8xf64> {
  %s = arith.constant 0.3 : f64
  %e = tensor.empty() : tensor<1x2x5x8xf64>
  %0 = npu.attention ins(%q, %k, %v : tensor<1x2x5x8xf64>, tensor<1x2x7x8xf64>, tensor<1x2x7x8xf64>)
         scale(%s : f64) {block_size = 3} outs(%e : tensor<1x2x5x8xf64>)
  return %0 : tensor<1x2x5x8xf64>
}

func.func @dynamic(%q: tensor<?x?x?x?xf32>, %k: tensor<?x?x?x?xf32>, %v: tensor<?x?x?x?xf32>,
                   %m: tensor<?x1x?x?xi1>, %e: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %s = arith.constant 0.3 : f32
  %f = arith.constant -1.0e+30 : f32
  %0 = npu.attention ins(%q, %k, %v : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
         mask(%m : tensor<?x1x?x?xi1>) fill(%f : f32) scale(%s : f32) {block_size = 3} outs(%e : tensor<?x?x?x?xf32>)
  return %0 : tensor<?x?x?x?xf32>
}
