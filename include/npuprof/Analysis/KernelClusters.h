//===- KernelClusters.h - What can share a launch by structure --*- C++ -*-===//
//
// Finds the sets of operations of a block that one launch could do, whatever
// they compute together:
//
//   Vector   elementwise work, broadcasts, and reductions along the same rows,
//            also independent ones that read the same tensor;
//   Tail     a contraction or convolution, the elementwise work behind it on
//            its output tile, and in front of its weights their dequantisation
//            and transposes.
//
// Nothing is rewritten, and what is worth a rewrite is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_KERNELCLUSTERS_H
#define NPUPROF_ANALYSIS_KERNELCLUSTERS_H

#include "mlir/IR/Operation.h"
#include "npuprof/Device/CostModel.h"
#include "npuprof/Device/Device.h"
#include "npuprof/Device/Verdict.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace npuprof {

struct KernelCandidate {
  /// What computes, in program order.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Transposes that belong to the kernel: of the head's weights, and one that
  /// gives a result the layout of the head.
  llvm::SmallVector<mlir::Operation *, 2> transposes;
  /// The contraction or convolution; null for Vector work.
  mlir::Operation *head = nullptr;
  /// Values that are needed outside.
  llvm::SmallVector<mlir::Value, 2> results;
  /// One launch of it.
  KernelWork work;
  /// "matmul_add_gelu".
  std::string name;
  /// Why it must not be one, if so.
  std::optional<Verdict> refusal;
};

/// An operation that shares no launch, and why.
struct LoneLaunch {
  mlir::Operation *op;
  Verdict verdict;
};

struct KernelClusters {
  /// Operations in `settled` stay as they are, for the reason given there.
  KernelClusters(mlir::Operation *module, const Device &device,
                 const llvm::DenseMap<mlir::Operation *, Verdict> &settled);

  /// In program order; no operation computes in two of them.
  std::vector<KernelCandidate> candidates;
  /// All other launches of the module, in program order.
  std::vector<LoneLaunch> lone;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_KERNELCLUSTERS_H
