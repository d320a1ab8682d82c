// Names say nothing here: type, shapes and order do. Two steps; the second lost
// its first matmul; casts that the runtime inserted stay without an operation.

// RUN: split-file %s %t
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate=profile=%t/op_summary.csv 2>%t/report | FileCheck %t/model.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate='profile=%t/op_summary.csv quiet=true' --remarks-filter=npuprof-annotate 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REPORT: 13 rows, 13 launches, 2 steps, 200.0 us of device time
// REPORT-NEXT: time by operator type: MatMulV2 56.0 %, Add 27.5 %, Tanh 13.0 %, Cast 3.5 %
// REPORT-NEXT: coverage 96.5 %: sequence 96.5 %
// REPORT-NEXT: largest rows without an operation:
// REPORT-NEXT: 7.0 us in 2 calls Cast 4x64xf32 -> 4x64xf16

// REMARK: remark: [Analysis] unmatched-rows
// REMARK-SAME: Category:npuprof-annotate
// REMARK-SAME: Calls=2
// REMARK-SAME: TotalUs=7.0
// REMARK-SAME: Type=Cast

//--- model.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
// CHECK: npu.profile_summary
// CHECK-SAME: steps = 2
func.func @main(%x: tensor<4x16xf32>, %w1: tensor<16x64xf32>, %b1: tensor<64xf32>,
                %w2: tensor<64x16xf32>, %b2: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4x64xf32>
  // CHECK: linalg.fill
  // CHECK-NOT: npu.profile
  // CHECK: linalg.matmul
  // CHECK-SAME: calls = 1, time_us = 30.0{{0*}}, type = "MatMulV2", match = sequence
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %0 = linalg.matmul ins(%x, %w1 : tensor<4x16xf32>, tensor<16x64xf32>) outs(%f1 : tensor<4x64xf32>) -> tensor<4x64xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: calls = 2, time_us = 11.0{{0*}}, type = "Add", match = sequence
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b1 : tensor<4x64xf32>, tensor<64xf32>) outs(%e1 : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x64xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: calls = 2, time_us = 13.0{{0*}}, type = "Tanh", match = sequence
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<4x64xf32>) outs(%e1 : tensor<4x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.tanh %a : f32
    linalg.yield %t : f32
  } -> tensor<4x64xf32>
  %e2 = tensor.empty() : tensor<4x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: linalg.matmul
  // CHECK-SAME: calls = 2, time_us = 41.0{{0*}}, type = "MatMulV2", match = sequence
  %3 = linalg.matmul ins(%2, %w2 : tensor<4x64xf32>, tensor<64x16xf32>) outs(%f2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: calls = 2, time_us = 6.5, type = "Add", match = sequence
  %4 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3, %b2 : tensor<4x16xf32>, tensor<16xf32>) outs(%e2 : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  // CHECK: linalg.add
  // CHECK-SAME: calls = 2, time_us = 10.0{{0*}}, type = "Add", match = sequence
  %5 = linalg.add ins(%4, %x : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %5 : tensor<4x16xf32>
}

//--- op_summary.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
aclnnMatmul_MatMulCommon_MatMulV2,MatMulV2,AI_CORE,1000.0,30,"""4,16;16,64""",FLOAT;FLOAT,"""4,64""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1040.0,10,"""4,64;64""",FLOAT;FLOAT,"""4,64""",FLOAT
aclnnTanh_TanhAiCore_Tanh,Tanh,AI_VECTOR_CORE,1060.0,12,"""4,64""",FLOAT,"""4,64""",FLOAT
aclnnCast_CastAiCore_Cast,Cast,AI_VECTOR_CORE,1080.0,3,"""4,64""",FLOAT,"""4,64""",FLOAT16
aclnnMatmul_MatMulCommon_MatMulV2,MatMulV2,AI_CORE,1100.0,40,"""4,64;64,16""",FLOAT;FLOAT,"""4,16""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1150.0,6,"""4,16;16""",FLOAT;FLOAT,"""4,16""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1160.0,9,"""4,16;4,16""",FLOAT;FLOAT,"""4,16""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,2040.0,12,"""4,64;64""",FLOAT;FLOAT,"""4,64""",FLOAT
aclnnTanh_TanhAiCore_Tanh,Tanh,AI_VECTOR_CORE,2060.0,14,"""4,64""",FLOAT,"""4,64""",FLOAT
aclnnCast_CastAiCore_Cast,Cast,AI_VECTOR_CORE,2080.0,4,"""4,64""",FLOAT,"""4,64""",FLOAT16
aclnnMatmul_MatMulCommon_MatMulV2,MatMulV2,AI_CORE,2100.0,42,"""4,64;64,16""",FLOAT;FLOAT,"""4,16""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,2150.0,7,"""4,16;16""",FLOAT;FLOAT,"""4,16""",FLOAT
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,2160.0,11,"""4,16;4,16""",FLOAT;FLOAT,"""4,16""",FLOAT
