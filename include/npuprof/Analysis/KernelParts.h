//===- KernelParts.h - What an operation can be in a kernel -----*- C++ -*-===//
//
// Fusion by structure (KernelClusters.h) asks of each operation whether it can
// share a launch, and of each operand how it is read: which share of a tensor
// a share of the operation's work needs.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_KERNELPARTS_H
#define NPUPROF_ANALYSIS_KERNELPARTS_H

#include "mlir/IR/Operation.h"
#include "npuprof/Device/Verdict.h"
#include "llvm/ADT/SmallVector.h"

namespace npuprof {

enum class PartKind {
  /// Constants, shapes, and tensors that only say where a result goes. Costs
  /// nothing, so that every kernel may have its own.
  Free,
  /// The elements of one operand in the same order under another shape.
  Reshape,
  /// The elements of one operand with its dims in another order.
  Transpose,
  /// Elementwise work, broadcasts and reductions.
  Vector,
  /// A contraction or a convolution.
  Head,
  /// A named operator that works element by element.
  NamedElementwise,
  /// None of these: `reason` says why it stays alone.
  Alone,
};

/// How an operation reads an operand.
struct PartAccess {
  mlir::Value value;
  /// In how many equal and contiguous shares work and operand can be cut, so
  /// that each share of the work reads only its own share of the operand:
  /// the product of the leading dims that both have. Divisors of it do too.
  int64_t shares = 1;
  /// Whether each element is read once.
  bool isBijective = false;
};

struct PartInfo {
  PartKind kind = PartKind::Alone;
  /// What is read; constants and values without a shape left out.
  llvm::SmallVector<PartAccess, 3> accesses;
  /// Points of the iteration space; a dynamic size counts as `dynamicSize`.
  int64_t points = 1;
  /// As in PartAccess, between the work and the results.
  int64_t shares = 1;
  bool isReduction = false;
  /// Of PartKind::Alone.
  Reason reason = Reason::Opaque;

  /// Whether shares of the work may go to different cores and the results be
  /// put together from theirs.
  bool isVector() const { return kind == PartKind::Vector; }
  /// A Reshape or Transpose, which a kernel only looks through.
  bool isView() const {
    return kind == PartKind::Reshape || kind == PartKind::Transpose;
  }
};

PartInfo getPartInfo(mlir::Operation *op);

/// The operand that a Reshape or Transpose shows.
mlir::Value getViewedValue(mlir::Operation *view);

/// Where dim i of the result of a Transpose comes from.
llvm::SmallVector<int64_t> getPermutation(mlir::Operation *transpose);

/// The operand of a Head that holds the weights.
mlir::OpOperand &getWeightOperand(mlir::Operation *head);

/// A short name of what the operation computes: "matmul", "addf".
std::string getPartName(mlir::Operation *op);

/// Operations under `op` that run as launches of their own: those that compute,
/// and kernels; nothing inside of either.
void forEachLaunch(mlir::Operation *op,
                   llvm::function_ref<void(mlir::Operation *)> visit);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_KERNELPARTS_H
