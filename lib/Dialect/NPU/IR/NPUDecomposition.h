//===- NPUDecomposition.h - What decompositions share -----------*- C++ -*-===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_NPUDECOMPOSITION_H
#define NPUPROF_LIB_DIALECT_NPU_IR_NPUDECOMPOSITION_H

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace npuprof::npu::detail {

struct GenericInput {
  mlir::Value value;
  mlir::AffineMap map;
};

/// Of the inputs' scalars and the init's; yields in the accumulator type.
using GenericBody = llvm::function_ref<mlir::Value(
    mlir::ImplicitLocOpBuilder &, mlir::ValueRange, mlir::Value)>;

/// A linalg.generic whose arithmetic is in `accType`: floats are cast to it on
/// the way in, and what `body` gives is rounded into `init`.
mlir::Value createGeneric(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::FloatType accType,
                          llvm::ArrayRef<GenericInput> inputs, mlir::Value init,
                          mlir::AffineMap initMap,
                          llvm::ArrayRef<mlir::utils::IteratorType> iterators,
                          GenericBody body);

/// A float as another float type.
mlir::Value convertFloat(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value value, mlir::Type type);

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_NPUDECOMPOSITION_H
