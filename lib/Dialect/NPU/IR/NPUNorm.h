//===- NPUNorm.h - What the norm operations share ---------------*- C++ -*-===//
//
// layer_norm, rms_norm, add_layer_norm and add_rms_norm as one operation: their
// operands by role. The interface methods of all four are written over it.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_NPUNORM_H
#define NPUPROF_LIB_DIALECT_NPU_IR_NPUNORM_H

#include "npuprof/Dialect/NPU/IR/NPU.h"

namespace npuprof::npu::detail {

struct Norm {
  mlir::Operation *op;
  llvm::StringRef aclnnName;
  /// x, or x1 and x2.
  llvm::SmallVector<mlir::Value, 2> addends;
  /// Over the normalised axes; null where absent.
  mlir::Value bias, gamma, beta;
  mlir::Value eps;
  int64_t normRank;
  /// The mean is subtracted first (layer norm).
  bool isCentered;

  mlir::Value getX() const { return addends.front(); }
  mlir::RankedTensorType getXType() const {
    return llvm::cast<mlir::RankedTensorType>(getX().getType());
  }
  /// The inits are the last operands, one for each result.
  mlir::OperandRange getInits() const {
    return op->getOperands().take_back(op->getNumResults());
  }
  mlir::OperandRange getInputs() const {
    return op->getOperands().drop_back(op->getNumResults());
  }
  /// Dims before the normalised ones.
  int64_t getRowRank() const { return getXType().getRank() - normRank; }
  llvm::ArrayRef<int64_t> getNormShape() const {
    return getXType().getShape().take_back(normRank);
  }
  /// The addends are summed and the sum is a result.
  bool hasSum() const { return addends.size() > 1; }
  /// The type that all arithmetic is in.
  mlir::FloatType getAccumulatorType() const;
  /// Number of elements of a row, if static.
  std::optional<int64_t> getRowSize() const;
};

Norm getNorm(mlir::Operation *op);

llvm::LogicalResult verify(const Norm &norm);
void expandDims(const Norm &norm, llvm::ArrayRef<int64_t> groups);
mlir::MutableOperandRange getInitsMutable(const Norm &norm);
llvm::LogicalResult reifyShapes(const Norm &norm, mlir::OpBuilder &b,
                                mlir::ReifiedRankedShapedTypeDims &shapes);

// NPUNormDecomposition.cpp
llvm::SmallVector<mlir::Value> decompose(const Norm &norm, mlir::OpBuilder &b);

// NPUNormTiling.cpp
llvm::SmallVector<mlir::utils::IteratorType> getIteratorTypes(const Norm &norm);
llvm::SmallVector<mlir::Range> getIterationDomain(const Norm &norm,
                                                  mlir::OpBuilder &b);
/// The operation on the tile at `offsets`; an error unless the tile is made of
/// whole rows.
mlir::FailureOr<mlir::TilingResult>
tile(const Norm &norm, mlir::OpBuilder &b,
     llvm::ArrayRef<mlir::OpFoldResult> offsets,
     llvm::ArrayRef<mlir::OpFoldResult> sizes);
/// The same for one result that a consumer asks for; a silent failure there,
/// because the consumer can do without.
mlir::FailureOr<mlir::TilingResult>
tileResult(const Norm &norm, mlir::OpBuilder &b, unsigned resultNumber,
           llvm::ArrayRef<mlir::OpFoldResult> offsets,
           llvm::ArrayRef<mlir::OpFoldResult> sizes);

// NPUFusedOpInterface.cpp
std::optional<int64_t> getFlops(const Norm &norm);
std::optional<Verdict> checkConstraints(const Norm &norm, const Device &device);

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_NPUNORM_H
