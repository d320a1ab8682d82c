// RUN: split-file %s %t
// RUN: npuprof-opt --npuprof-annotate="profile=%t/op_summary.csv quiet" --npuprof-fuse=explain %t/model.mlir 2>%t/report | FileCheck %t/model.mlir
// RUN: FileCheck %t/model.mlir --check-prefix=REPORT < %t/report

//--- model.mlir
// REPORT: npu.add_rms_norm  1  1  22.0  {{.*}} applied  measured-gain
// REPORT: fused 1 add_rms_norm
// CHECK-LABEL: func.func @residual_norm(
// CHECK-NOT: tosa.rsqrt
// CHECK: %[[Y:.*]], %[[SUM:.*]] = npu.add_rms_norm ins(%arg0, %arg1 : tensor<4x512xf32>, tensor<4x512xf32>) gamma(%arg2 : tensor<512xf32>)
// CHECK: return %[[Y]], %[[SUM]]
#norm = loc("layers.1.norm")
func.func @residual_norm(%x: tensor<4x512xf32>, %attn: tensor<4x512xf32>, %gamma: tensor<512xf32>)
    -> (tensor<4x512xf32>, tensor<4x512xf32>) {
  %inv_n = "tosa.const"() <{values = dense<0.001953125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<1.0e-6> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %to_row = tosa.const_shape {values = dense<[1, 512]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sum = tosa.add %x, %attn : (tensor<4x512xf32>, tensor<4x512xf32>) -> tensor<4x512xf32> loc(#norm)
  %square = tosa.mul %sum, %sum, %shift : (tensor<4x512xf32>, tensor<4x512xf32>, tensor<1xi8>) -> tensor<4x512xf32> loc(#norm)
  %total = tosa.reduce_sum %square {axis = 1 : i32} : (tensor<4x512xf32>) -> tensor<4x1xf32> loc(#norm)
  %mean = tosa.mul %total, %inv_n, %shift : (tensor<4x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<4x1xf32> loc(#norm)
  %shifted = tosa.add %mean, %eps : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32> loc(#norm)
  %rstd = tosa.rsqrt %shifted : (tensor<4x1xf32>) -> tensor<4x1xf32> loc(#norm)
  %normal = tosa.mul %sum, %rstd, %shift : (tensor<4x512xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x512xf32> loc(#norm)
  %gamma_row = tosa.reshape %gamma, %to_row : (tensor<512xf32>, !tosa.shape<2>) -> tensor<1x512xf32> loc(#norm)
  %y = tosa.mul %normal, %gamma_row, %shift : (tensor<4x512xf32>, tensor<1x512xf32>, tensor<1xi8>) -> tensor<4x512xf32> loc(#norm)
  return %y, %sum : tensor<4x512xf32>, tensor<4x512xf32>
}
//--- op_summary.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1000,4,"4,512;4,512",FLOAT;FLOAT,"4,512",FLOAT
aclnnMul_MulAiCore_Mul,Mul,AI_VECTOR_CORE,1020,4,"4,512;4,512",FLOAT;FLOAT,"4,512",FLOAT
aclnnMean_ReduceMeanAiCore_ReduceMean,ReduceMean,AI_VECTOR_CORE,1040,3,"4,512",FLOAT,"4,1",FLOAT
aclnnAdds_AddsAiCore_Adds,Adds,AI_VECTOR_CORE,1060,2,"4,1",FLOAT,"4,1",FLOAT
aclnnRsqrt_RsqrtAiCore_Rsqrt,Rsqrt,AI_VECTOR_CORE,1080,2,"4,1",FLOAT,"4,1",FLOAT
aclnnMul_MulAiCore_Mul,Mul,AI_VECTOR_CORE,1100,4,"4,512;4,1",FLOAT;FLOAT,"4,512",FLOAT
aclnnMul_MulAiCore_Mul,Mul,AI_VECTOR_CORE,1120,3,"4,512;512",FLOAT;FLOAT,"4,512",FLOAT
