//===- NPURotary.h - Rotary position embedding ------------------*- C++ -*-===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_NPUROTARY_H
#define NPUPROF_LIB_DIALECT_NPU_IR_NPUROTARY_H

#include "NPUFusedOp.h"

namespace npuprof::npu::detail {

struct Rotary {
  RotaryMulOp op;
  llvm::StringRef aclnnName = "aclnnRotaryPositionEmbedding";

  mlir::RankedTensorType getXType() const {
    return llvm::cast<mlir::RankedTensorType>(op->getOperand(0).getType());
  }
  /// Size of the axis that holds pairs.
  int64_t getWidth() const { return getXType().getShape().back(); }
  /// The type that all arithmetic is in.
  mlir::FloatType getAccumulatorType() const {
    return detail::getAccumulatorType(op->getOperands().drop_back());
  }
};

inline Rotary getRotary(RotaryMulOp op) { return {op}; }

llvm::LogicalResult verify(const Rotary &rotary);
mlir::MutableOperandRange getInitsMutable(const Rotary &rotary);
llvm::LogicalResult reifyShapes(const Rotary &rotary, mlir::OpBuilder &b,
                                mlir::ReifiedRankedShapedTypeDims &shapes);
/// Nothing: what is in front of the last axis may be any number of dims.
inline void expandDims(const Rotary &, llvm::ArrayRef<int64_t>) {}
llvm::SmallVector<mlir::Value> decompose(const Rotary &rotary,
                                         mlir::OpBuilder &b);

llvm::SmallVector<mlir::utils::IteratorType>
getIteratorTypes(const Rotary &rotary);
llvm::SmallVector<mlir::Range> getIterationDomain(const Rotary &rotary,
                                                  mlir::OpBuilder &b);
/// The operation on the tile at `offsets`; an error unless it holds all of the
/// last axis.
mlir::FailureOr<mlir::TilingResult>
tile(const Rotary &rotary, mlir::OpBuilder &b,
     llvm::ArrayRef<mlir::OpFoldResult> offsets,
     llvm::ArrayRef<mlir::OpFoldResult> sizes);
/// The same for a consumer, which can do without: a silent failure.
mlir::FailureOr<mlir::TilingResult>
tileResult(const Rotary &rotary, mlir::OpBuilder &b, unsigned resultNumber,
           llvm::ArrayRef<mlir::OpFoldResult> offsets,
           llvm::ArrayRef<mlir::OpFoldResult> sizes);

std::optional<int64_t> getFlops(const Rotary &rotary);
std::optional<Verdict> checkConstraints(const Rotary &rotary,
                                        const Device &device);

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_NPUROTARY_H
