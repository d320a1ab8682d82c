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

#include "llvm/ADT/bit.h"

namespace npuprof::npu {

/// A double as a parameter of attributes: equal and hashed by its bits.
class HashableDouble {
public:
  HashableDouble(double value) : value(value) {}
  operator double() const { return value; }

  friend bool operator==(HashableDouble a, HashableDouble b) {
    return llvm::bit_cast<uint64_t>(a.value) ==
           llvm::bit_cast<uint64_t>(b.value);
  }
  friend llvm::hash_code hash_value(HashableDouble number) {
    return llvm::hash_value(llvm::bit_cast<uint64_t>(number.value));
  }

private:
  double value;
};

} // namespace npuprof::npu

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
