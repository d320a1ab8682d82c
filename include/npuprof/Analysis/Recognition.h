//===- Recognition.h - Where a model computes a fusion ----------*- C++ -*-===//
//
// Finds the fusions of the pattern library in a module, by what is computed. A
// candidate holds all that a rewrite needs; whether to rewrite is decided
// elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_RECOGNITION_H
#define NPUPROF_ANALYSIS_RECOGNITION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/AnalysisManager.h"
#include "npuprof/Analysis/ExprMatcher.h"
#include "npuprof/Analysis/ModelKernels.h"
#include "npuprof/Device/Verdict.h"
#include "llvm/ADT/SetVector.h"

namespace npuprof {

/// Where an input of the fused operator comes from.
struct FusionInput {
  enum class Kind {
    /// The argument is missing in the model.
    Missing,
    /// `value` as it is.
    Value,
    /// `value`, reshaped to the input's shape.
    Reshape,
    /// `constant` everywhere.
    Constant,
    /// The element of the tensor `value` at `position`.
    Element
  };
  Kind kind = Kind::Missing;
  mlir::Value value;
  double constant = 0;
  llvm::SmallVector<int64_t, 2> position;
  /// A size of a tensor: a number, or that of a dim of an input.
  struct Size {
    int64_t number = mlir::ShapedType::kDynamic;
    unsigned input = 0, dim = 0;
  };
  /// The shape that the operator takes; empty for a scalar.
  llvm::SmallVector<Size, 4> shape;
  /// How the value is transposed once it has the shape's dims, in another
  /// order; empty where it is not.
  llvm::SmallVector<int64_t, 4> permutation;
};

struct FusionCandidate {
  const FusionPattern *pattern;
  const FusionForm *form = nullptr;
  /// The value of result 0.
  mlir::Value root;
  /// One for each argument of the pattern.
  llvm::SmallVector<FusionInput> inputs;
  /// The values of the model that are the operator's results; null where a
  /// result is no value of its own.
  llvm::SmallVector<mlir::Value> results;
  /// The shape of the operator's results, and how they are transposed for the
  /// model.
  llvm::SmallVector<FusionInput::Size, 4> resultShape;
  llvm::SmallVector<int64_t, 4> resultPermutation;
  /// How many dims of the root each dim of the pattern's root stands for.
  llvm::SmallVector<int64_t> dimGroups;
  /// What the operator replaces, in program order: all that leads from the
  /// inputs to the root, constants and inits left out.
  llvm::SetVector<mlir::Operation *> ops;
  /// Views among them that stay, since something else reads them too.
  llvm::SmallPtrSet<mlir::Operation *, 4> kept;
  /// Why the graph forbids the rewrite, if it does.
  std::optional<Verdict> refusal;
};

/// All candidates in a module: overlapping ones too, the larger first where
/// they share operations. An analysis: it stays valid while only attributes
/// change.
class Recognition {
public:
  explicit Recognition(mlir::Operation *module);

  llvm::ArrayRef<FusionCandidate> getCandidates() const { return candidates; }

  /// What the device may have run as one kernel already, for correlation: the
  /// largest candidate at each place, and the smaller ones with the same root.
  llvm::SmallVector<OpGroup> getOpGroups() const;

private:
  void findIn(mlir::Operation *function);

  PatternLibrary library;
  std::vector<FusionCandidate> candidates;
};

/// Whether both need an operation that neither leaves to others.
bool overlaps(const FusionCandidate &a, const FusionCandidate &b);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_RECOGNITION_H
