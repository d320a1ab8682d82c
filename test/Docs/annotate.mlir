// RUN: split-file %s %t
// RUN: npuprof-opt --npuprof-annotate=profile=%t/op_summary.csv %t/model.mlir 2>%t/report | FileCheck %t/model.mlir
// RUN: FileCheck %t/model.mlir --check-prefix=REPORT < %t/report

//--- model.mlir
// REPORT: 3 rows, 3 launches, 1 step, 50.0 us of device time
// REPORT-NEXT: time by operator type: MatMulV2 76.0 %
// REPORT-NEXT: coverage 92.0 %: name 76.0 %, sequence 16.0 %
// REPORT-NEXT: largest rows without an operation:
// REPORT-NEXT: 4.0 us in 1 call TransData
// CHECK-LABEL: func.func @main(
// CHECK: linalg.matmul {npu.profile = #npu.profile<calls = 1, time_us = 38.0{{0*}}, mac = 0.71
// CHECK-SAME: match = name
// CHECK: linalg.add {npu.profile = #npu.profile<calls = 1, time_us = 8.0{{0*}}, mac = 0.0{{0*}}, vec = 0.22
// CHECK-SAME: match = sequence
func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %init = tensor.empty() : tensor<64x64xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>)
                     outs(%init : tensor<64x64xf16>) -> tensor<64x64xf16> loc("layers.0.proj")
  %1 = linalg.add ins(%0, %c : tensor<64x64xf16>, tensor<64x64xf16>)
                  outs(%init : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}
//--- op_summary.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types,aic_mac_ratio,aiv_vec_ratio
trans_0,TransData,AI_VECTOR_CORE,1000,4,"64,64",FLOAT16,"4,4,16,16",FLOAT16,0,0.05
layers.0.proj,MatMulV2,AI_CORE,1010,38,"64,64;64,64",FLOAT16;FLOAT16,"64,64",FLOAT16,0.71,0
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1060,8,"64,64;64,64",FLOAT16;FLOAT16,"64,64",FLOAT16,0,0.22
