//===- UniquifyElided.cpp - Keep elided weights apart ---------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "npuprof/Transforms/Passes.h"

namespace npuprof {
#define GEN_PASS_DEF_UNIQUIFYELIDEDPASS
#include "npuprof/Transforms/Passes.h.inc"
} // namespace npuprof

using namespace mlir;

namespace {
struct UniquifyElidedPass
    : npuprof::impl::UniquifyElidedPassBase<UniquifyElidedPass> {
  void runOnOperation() override {
    // What the asm printer writes for a weight that it leaves out.
    constexpr StringRef elidedKey = "__elided__";
    auto &manager =
        DenseResourceElementsHandle::getManagerInterface(&getContext());
    unsigned next = 0;
    getOperation().walk([&](Operation *op) {
      // Weights stand in constants and globals.
      if (op->getNumOperands() != 0)
        return;
      for (NamedAttribute named : op->getAttrs()) {
        auto elements = dyn_cast<DenseResourceElementsAttr>(named.getValue());
        if (!elements || elements.getRawHandle().getKey() != elidedKey ||
            elements.getRawHandle().getBlob())
          continue;
        // The first may keep the key.
        if (next++ == 0)
          continue;
        std::string key = (elidedKey + "_" + Twine(next - 1)).str();
        op->setAttr(named.getName(),
                    DenseResourceElementsAttr::get(elements.getType(),
                                                   manager.insert(key)));
      }
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
