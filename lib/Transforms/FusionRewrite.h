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
  /// The operator and what it needs around it.
  llvm::ArrayRef<mlir::Operation *> getBuilt() const { return built; }

  /// Replaces the candidate's operations; those that nothing else needs are
  /// erased. Fails, and drops, if the operator cannot stand where its results
  /// are needed.
  llvm::LogicalResult commit();
  void drop();

private:
  mlir::Value buildInput(const FusionInput &input, const PatternHole &hole);
  mlir::Value reshape(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value buildInit(mlir::RankedTensorType type);
  /// What the form has for `operand`: an argument, or scalar operations on
  /// arguments.
  mlir::Value buildOperand(mlir::Value operand);
  mlir::Value buildScalar(mlir::Value value, mlir::FloatType type);
  mlir::RankedTensorType getResultType(unsigned result) const;
  llvm::SmallVector<mlir::OpFoldResult>
  getSizes(llvm::ArrayRef<FusionInput::Size> shape);
  /// What replaces each result in the model; null where nothing does.
  llvm::SmallVector<mlir::Value> replacements;
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
