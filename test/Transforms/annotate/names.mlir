// Rows that carry the name of an operation go to it, wherever they stand; a cast
// that the device made for it counts with it.

// RUN: split-file %s %t
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate=profile=%t/op_summary.csv 2>%t/report | FileCheck %t/model.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate='profile=%t/op_summary.csv quiet=true' 2>&1 | FileCheck %s --check-prefix=QUIET

// REPORT: read {{.*}}op_summary.csv (op_summary)
// REPORT-NEXT: 7 rows, 7 launches, 2 steps, 79.0 us of device time
// REPORT-NEXT: time by operator type: MatMulV2 58.2 %, Add 20.3 %, TransData 12.7 %, Cast 8.9 %
// REPORT-NEXT: coverage 87.3 %: name 67.1 %, similar name 20.3 %
// REPORT-NEXT: largest rows without an operation:
// REPORT-NEXT: 10.0 us in 1 call TransData 4x8xf32 -> 4x8xf32

// QUIET-NOT: coverage

//--- model.mlir
// CHECK: module attributes {npu.profile_summary = #npu.profile_summary<
// CHECK-SAME: device_us = 79.0{{0*}}, attributed_us = 69.0{{0*}}, launches = 7, steps = 2
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x16xf32>
  // CHECK: linalg.matmul
  // CHECK-SAME: #npu.profile<calls = 2, time_us = 26.5, type = "MatMulV2", match = name, confidence = 1.0{{0*}}>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32> loc("net/layer1/MatMul_1")
  // CHECK: linalg.add
  // CHECK-SAME: #npu.profile<calls = 2, time_us = 8.0{{0*}}, type = "Add", match = {{"?}}normalized-name{{"?}}, confidence = 0.9{{0*}}>
  %1 = linalg.add ins(%0, %c : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32> loc(fused["net/layer1/Add_2", "bias"])
  return %1 : tensor<4x16xf32>
}

//--- op_summary.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
net/layer1/MatMul_1,Cast,AI_VECTOR_CORE,1000.0,3,"4,8",FLOAT,"4,8",FLOAT16
net/layer1/MatMul_1,MatMulV2,AI_CORE,1010.0,20,"4,8;8,16",FLOAT;FLOAT,"4,16",FLOAT
Net/Layer1/add_2,Add,AI_VECTOR_CORE,1040.0,7,"4,16;4,16",FLOAT;FLOAT,"4,16",FLOAT
net/layer1/MatMul_1,Cast,AI_VECTOR_CORE,2000.0,4,"4,8",FLOAT,"4,8",FLOAT16
trans_1,TransData,AI_VECTOR_CORE,2005.0,10,"4,8",FLOAT,"4,8",FLOAT
net/layer1/MatMul_1,MatMulV2,AI_CORE,2020.0,26,"4,8;8,16",FLOAT;FLOAT,"4,16",FLOAT
Net/Layer1/add_2,Add,AI_VECTOR_CORE,2050.0,9,"4,16;4,16",FLOAT;FLOAT,"4,16",FLOAT
