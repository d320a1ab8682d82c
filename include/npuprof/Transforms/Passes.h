//===- Passes.h - Passes of npuprof -----------------------------*- C++ -*-===//

#ifndef NPUPROF_TRANSFORMS_PASSES_H
#define NPUPROF_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace npuprof {

#define GEN_PASS_DECL
#include "npuprof/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "npuprof/Transforms/Passes.h.inc"

} // namespace npuprof

#endif // NPUPROF_TRANSFORMS_PASSES_H
