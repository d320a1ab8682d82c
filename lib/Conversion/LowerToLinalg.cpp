//===- LowerToLinalg.cpp - npu dialect to upstream dialects ---------------===//

#include "npuprof/Conversion/Passes.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace npuprof {
#define GEN_PASS_DEF_LOWERTOLINALGPASS
#include "npuprof/Conversion/Passes.h.inc"
} // namespace npuprof

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;

namespace {

struct LowerToLinalgPass
    : public npuprof::impl::LowerToLinalgPassBase<LowerToLinalgPass> {
  void runOnOperation() override {
    // The walk is post-order: what is in a kernel comes before the kernel.
    WalkResult result = getOperation().walk([&](Operation *op) {
      dropAttributes(op);
      if (auto kernel = dyn_cast<KernelOp>(op))
        inlineKernel(kernel);
      else if (isa<NPUFusedOpInterface>(op))
        return decompose(op);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static bool isOurs(NamedAttribute attribute) {
    return isa_and_present<NPUDialect>(attribute.getNameDialect());
  }

  static void dropAttributes(Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (isOurs(attribute))
        op->removeDiscardableAttr(attribute.getName());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      for (NamedAttribute attribute : llvm::to_vector(function.getArgAttrs(i)))
        if (isOurs(attribute))
          function.removeArgAttr(i, attribute.getName());
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      for (NamedAttribute attribute :
           llvm::to_vector(function.getResultAttrs(i)))
        if (isOurs(attribute))
          function.removeResultAttr(i, attribute.getName());
  }

  static void inlineKernel(KernelOp kernel) {
    IRRewriter rewriter(kernel);
    Block *body = &kernel.getBody().front();
    Operation *yield = body->getTerminator();
    rewriter.inlineBlockBefore(body, kernel);
    rewriter.replaceOp(kernel, yield->getOperands());
    rewriter.eraseOp(yield);
  }

  static WalkResult decompose(Operation *op) {
    IRRewriter rewriter(op);
    FailureOr<SmallVector<Value>> values =
        cast<linalg::AggregatedOpInterface>(op).decomposeOperation(rewriter);
    if (failed(values))
      return op->emitOpError("could not be decomposed into linalg");
    rewriter.replaceOp(op, *values);
    return WalkResult::advance();
  }
};

} // namespace
