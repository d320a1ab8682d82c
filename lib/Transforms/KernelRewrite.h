//===- KernelRewrite.h - Put operations into kernels ------------*- C++ -*-===//

#ifndef NPUPROF_LIB_TRANSFORMS_KERNELREWRITE_H
#define NPUPROF_LIB_TRANSFORMS_KERNELREWRITE_H

#include "mlir/IR/PatternMatch.h"
#include "npuprof/Analysis/KernelClusters.h"

namespace npuprof {

/// Replaces the operations of a candidate by one that does what they did: an
/// npu.kernel, or for a contraction that only gained the transposes of its
/// operands, that contraction. It stands where the last of them stood, which
/// may be behind users of its results until sortBlock().
mlir::Operation *rewriteKernel(mlir::RewriterBase &rewriter,
                               const KernelCandidate &candidate);

/// Moves operations behind what they use. What is in order stays, effects keep
/// theirs.
void sortBlock(mlir::Block &block);

} // namespace npuprof

#endif // NPUPROF_LIB_TRANSFORMS_KERNELREWRITE_H
