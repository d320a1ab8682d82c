//===- NPUActivation.h - What the activations share -------------*- C++ -*-===//
//
// gelu, silu, swiglu and geglu as one operation: a function of each element,
// times the element of a second tensor for the gated ones.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_NPUACTIVATION_H
#define NPUPROF_LIB_DIALECT_NPU_IR_NPUACTIVATION_H

#include "NPUFusedOp.h"

namespace npuprof::npu::detail {

struct Activation {
  mlir::Operation *op;
  llvm::StringRef aclnnName;
  enum class Function { Gelu, GeluTanh, Silu };
  Function function;
  /// What the function is taken of.
  mlir::Value x;
  /// The second factor, where it is a tensor of its own.
  mlir::Value up;
  /// There is a second factor.
  bool isGated = false;
  /// Of an `x` that holds both: the second half is the gate.
  bool isGateLast = false;

  /// `x` holds gate and second factor along its last axis.
  bool holdsBoth() const { return isGated && !up; }
  mlir::RankedTensorType getXType() const {
    return llvm::cast<mlir::RankedTensorType>(x.getType());
  }
  /// The last operand.
  mlir::Value getInit() const { return op->getOperands().back(); }
  mlir::RankedTensorType getResultType() const {
    return llvm::cast<mlir::RankedTensorType>(getInit().getType());
  }
  /// The type that all arithmetic is in.
  mlir::FloatType getAccumulatorType() const {
    return detail::getAccumulatorType(op->getOperands().drop_back());
  }
};

Activation getActivation(mlir::Operation *op);

llvm::LogicalResult verify(const Activation &activation);
mlir::MutableOperandRange getInitsMutable(const Activation &activation);
llvm::LogicalResult reifyShapes(const Activation &activation,
                                mlir::OpBuilder &b,
                                mlir::ReifiedRankedShapedTypeDims &shapes);
/// Nothing: a function of each element is that over any dims.
inline void expandDims(const Activation &, llvm::ArrayRef<int64_t>) {}
llvm::SmallVector<mlir::Value> decompose(const Activation &activation,
                                         mlir::OpBuilder &b);

llvm::SmallVector<mlir::utils::IteratorType>
getIteratorTypes(const Activation &activation);
llvm::SmallVector<mlir::Range> getIterationDomain(const Activation &activation,
                                                  mlir::OpBuilder &b);
mlir::FailureOr<mlir::TilingResult>
tile(const Activation &activation, mlir::OpBuilder &b,
     llvm::ArrayRef<mlir::OpFoldResult> offsets,
     llvm::ArrayRef<mlir::OpFoldResult> sizes);
/// The same: there is one result.
inline mlir::FailureOr<mlir::TilingResult>
tileResult(const Activation &activation, mlir::OpBuilder &b, unsigned,
           llvm::ArrayRef<mlir::OpFoldResult> offsets,
           llvm::ArrayRef<mlir::OpFoldResult> sizes) {
  return tile(activation, b, offsets, sizes);
}

std::optional<int64_t> getFlops(const Activation &activation);
std::optional<Verdict> checkConstraints(const Activation &activation,
                                        const Device &device);

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_NPUACTIVATION_H
