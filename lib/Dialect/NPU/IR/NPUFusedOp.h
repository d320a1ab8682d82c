//===- NPUFusedOp.h - What fused operators share ----------------*- C++ -*-===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_NPUFUSEDOP_H
#define NPUPROF_LIB_DIALECT_NPU_IR_NPUFUSEDOP_H

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "npuprof/Device/OperatorLimits.h"

namespace npuprof::npu::detail {

/// Bytes of one call: each tensor that is read once, each result written once.
std::optional<int64_t> getTrafficBytes(mlir::DestinationStyleOpInterface op);

/// `call` with the element types of all tensors of `op`, against the limits of
/// the chip.
std::optional<Verdict> checkConstraints(mlir::DestinationStyleOpInterface op,
                                        OperatorCall call,
                                        const Device &device);

/// An error unless `value` has floating-point elements of at most 64 bits.
llvm::LogicalResult verifyElements(mlir::Operation *op, llvm::StringRef name,
                                   mlir::Value value);

/// An error unless `value` has `shape`, which `expected` describes in words.
llvm::LogicalResult verifyShape(mlir::Operation *op, llvm::StringRef name,
                                mlir::Value value,
                                llvm::ArrayRef<int64_t> shape,
                                llvm::StringRef expected);

/// f64 if one of `values` has such elements, else f32.
mlir::FloatType getAccumulatorType(mlir::ValueRange values);

/// `op` over other operands, as one tile of it: what describes the whole
/// operation is dropped.
mlir::Operation *cloneTile(mlir::OpBuilder &b, mlir::Operation *op,
                           mlir::TypeRange types, mlir::ValueRange operands);

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_NPUFUSEDOP_H
