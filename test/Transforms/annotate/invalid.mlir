// Profiles that say nothing of the model, or cannot be read.

// RUN: split-file %s %t
// RUN: not npuprof-opt %t/model.mlir --npuprof-annotate='profile=%t/other.csv min-coverage=0.9' 2>&1 >/dev/null | FileCheck %s --check-prefix=LOW
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate='profile=%t/other.csv quiet=true' 2>&1 >/dev/null | FileCheck %s --check-prefix=WARN
// RUN: npuprof-opt %t/model.mlir --npuprof-annotate='profile=%t/good.csv min-coverage=0.9' 2>&1 >/dev/null | FileCheck %s --check-prefix=GOOD
// RUN: not npuprof-opt %t/model.mlir --npuprof-annotate=profile=%t/header.csv 2>&1 >/dev/null | FileCheck %s --check-prefix=HEADER
// RUN: not npuprof-opt %t/model.mlir --npuprof-annotate=profile=%t/absent.csv 2>&1 >/dev/null | FileCheck %s --check-prefix=ABSENT
// RUN: not npuprof-opt %t/model.mlir --npuprof-annotate=profile=%t/broken.csv 2>&1 >/dev/null | FileCheck %s --check-prefix=BROKEN
// RUN: not npuprof-opt %t/model.mlir --npuprof-annotate 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE

// LOW: error: coverage is 20.0 %, less than the 90.0 % that min-coverage asks for
// WARN: warning: only 20.0 % of the profile's device time belongs to operations of this module
// GOOD-NOT: error
// GOOD: coverage 100.0 %
// HEADER: header.csv:0:0: error: this op_summary has headings but no rows
// ABSENT: absent.csv:0:0: error: No such file or directory
// BROKEN: broken.csv:3:29: error: expected a number for 'Task Duration(us)', found 'soon'
// BROKEN-NEXT: a,Add,AI_VECTOR_CORE,1010.0,soon,
// NONE: error: no profile was given

//--- model.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.add ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- good.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
a,Add,AI_VECTOR_CORE,1000.0,5,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT

//--- other.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
m,MatMulV2,AI_CORE,1000.0,20,"4,8;8,8",FLOAT;FLOAT,"4,8",FLOAT
a,Add,AI_VECTOR_CORE,1030.0,5,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT

//--- header.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types

//--- broken.csv
Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Input Shapes,Input Data Types,Output Shapes,Output Data Types
a,Add,AI_VECTOR_CORE,1000.0,5,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT
a,Add,AI_VECTOR_CORE,1010.0,soon,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT
