// Functions are followed into their calls; a row with the name of a function goes
// to the call. What is foreign is a kernel by its name.

// RUN: split-file %s %t
// RUN: npuprof-opt %t/model.mlir --allow-unregistered-dialect --npuprof-annotate='profile=%t/op_summary.csv quiet=true' | FileCheck %t/model.mlir

//--- model.mlir
// CHECK: npu.profile_summary
// CHECK-SAME: device_us = 54.0{{0*}}, attributed_us = 54.0
// CHECK: func.func private @block
func.func private @block(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // CHECK: linalg.add
  // CHECK-SAME: calls = 2, time_us = 6.0{{0*}}, type = "Add", match = sequence
  %0 = linalg.add ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: linalg.exp
  // CHECK-SAME: calls = 2, time_us = 8.0{{0*}}, type = "Exp", match = sequence
  %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func private @expert(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.mul ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.negf ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// CHECK: func.func @main
func.func @main(%x: tensor<4x8xf32>, %c: i1) -> tensor<4x8xf32> {
  %0 = call @block(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: "foreign.rms_norm"
  // CHECK-SAME: calls = 1, time_us = 11.0{{0*}}, type = "RmsNorm", match = sequence
  %1 = "foreign.rms_norm"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = call @block(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = scf.if %c -> tensor<4x8xf32> {
    // CHECK: linalg.sub
    // CHECK-SAME: calls = 1, time_us = 2.0{{0*}}, type = "Sub", match = sequence
    %e = tensor.empty() : tensor<4x8xf32>
    %s = linalg.sub ins(%2, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %s : tensor<4x8xf32>
  } else {
    scf.yield %2 : tensor<4x8xf32>
  }
  // CHECK: call @expert
  // CHECK-SAME: calls = 1, time_us = 13.0{{0*}}, type = "FusedExpert", match = name
  %4 = call @expert(%3) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

//--- op_summary.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
aclnnAdd,Add,AI_VECTOR_CORE,1000.0,5,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT
aclnnExp,Exp,AI_VECTOR_CORE,1010.0,7,"4,8",FLOAT,"4,8",FLOAT
aclnnRmsNorm,RmsNorm,AI_VECTOR_CORE,1020.0,11,"4,8;8",FLOAT;FLOAT,"4,8;4,1",FLOAT;FLOAT
aclnnAdd,Add,AI_VECTOR_CORE,1040.0,7,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT
aclnnExp,Exp,AI_VECTOR_CORE,1050.0,9,"4,8",FLOAT,"4,8",FLOAT
aclnnSub,Sub,AI_VECTOR_CORE,1060.0,2,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT
expert,FusedExpert,AI_VECTOR_CORE,1070.0,13,"4,8",FLOAT,"4,8",FLOAT
