//===- FusionRewrite.h - Put a fused operator in place ----------*- C++ -*-===//

#ifndef NPUPROF_LIB_TRANSFORMS_FUSIONREWRITE_H
#define NPUPROF_LIB_TRANSFORMS_FUSIONREWRITE_H

#include "mlir/IR/PatternMatch.h"
#include "npuprof/Analysis/Recognition.h"

namespace npuprof {

/// A fused operator that stands beside what it would replace. Either commit()
/// or drop() ends it.
class FusionRewrite {
public:
  /// Builds the operator and what its inputs need (constants, reshapes).
  FusionRewrite(mlir::RewriterBase &rewriter, const FusionCandidate &candidate);

  mlir::Operation *getFused() const { return fused; }

  /// Replaces the candidate's operations; those that nothing else needs are
  /// erased. Fails, and drops, if the operator cannot stand where its results
  /// are needed.
  llvm::LogicalResult commit();
  void drop();

private:
  mlir::Value buildInput(const FusionInput &input, const PatternHole &hole);
  mlir::Value reshape(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value buildInit(mlir::RankedTensorType type);
  mlir::RankedTensorType getResultType(unsigned result) const;
  /// Sizes of the root, from the first input that has all of its dims.
  llvm::SmallVector<mlir::OpFoldResult> getRootSizes();
  void setInsertionPoint();

  mlir::RewriterBase &rewriter;
  const FusionCandidate &candidate;
  /// The operator's inputs, by argument of the pattern; null where missing.
  llvm::SmallVector<mlir::Value> arguments;
  mlir::Operation *fused = nullptr;
  /// All that was built, in order.
  llvm::SmallVector<mlir::Operation *> built;
};

} // namespace npuprof

#endif // NPUPROF_LIB_TRANSFORMS_FUSIONREWRITE_H
