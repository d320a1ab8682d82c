//===- StripProfile.cpp - Remove what npuprof-annotate attached -----------===//

#include "mlir/IR/BuiltinOps.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "npuprof/Transforms/Passes.h"

namespace npuprof {
#define GEN_PASS_DEF_STRIPPROFILEPASS
#include "npuprof/Transforms/Passes.h.inc"
} // namespace npuprof

using namespace mlir;
using namespace npuprof;

namespace {
struct StripProfilePass
    : npuprof::impl::StripProfilePassBase<StripProfilePass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      op->removeDiscardableAttr(npu::NPUDialect::getProfileAttrName());
      op->removeDiscardableAttr(npu::NPUDialect::getProfileSummaryAttrName());
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
