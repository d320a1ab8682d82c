//===- NPU.h - The npu dialect ----------------------------------*- C++ -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPU_H
#define NPUPROF_DIALECT_NPU_IR_NPU_H

#include "npuprof/Device/Device.h"
#include "npuprof/Device/Verdict.h"
#include "npuprof/Profile/Figures.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "npuprof/Dialect/NPU/IR/NPUDialect.h.inc"
#include "npuprof/Dialect/NPU/IR/NPUEnums.h.inc"
#include "npuprof/Dialect/NPU/IR/NPUInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "npuprof/Dialect/NPU/IR/NPUAttributes.h.inc"

#define GET_OP_CLASSES
#include "npuprof/Dialect/NPU/IR/NPUOps.h.inc"

namespace npuprof::npu {

/// The profile that an operation carries, or null.
ProfileAttr getProfile(mlir::Operation *op);
void setProfile(mlir::Operation *op, ProfileAttr profile);

} // namespace npuprof::npu

#endif // NPUPROF_DIALECT_NPU_IR_NPU_H
