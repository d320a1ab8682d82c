//===- NPUKernelCanonicalization.cpp - Simplification of npu.kernel -------===//

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace npuprof::npu;

namespace {

/// A kernel that computes nothing is not a launch.
struct FoldEmptyKernel : public OpRewritePattern<KernelOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(KernelOp kernel,
                                PatternRewriter &rewriter) const override {
    auto yield = dyn_cast<YieldOp>(kernel.getBody().front().front());
    if (!yield)
      return rewriter.notifyMatchFailure(kernel, "the body has operations");
    rewriter.replaceOp(kernel, yield.getOperands());
    return success();
  }
};

} // namespace

void KernelOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  // Drops results without users and forwards values from outside.
  populateRegionBranchOpInterfaceCanonicalizationPatterns(patterns,
                                                          getOperationName());
  patterns.add<FoldEmptyKernel>(context);
}
