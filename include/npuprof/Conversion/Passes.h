//===- Passes.h - Conversions of npuprof -----------------------------*- C++
//-*-===//

#ifndef NPUPROF_CONVERSION_PASSES_H
#define NPUPROF_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace npuprof {

#define GEN_PASS_DECL
#include "npuprof/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "npuprof/Conversion/Passes.h.inc"

} // namespace npuprof

#endif // NPUPROF_CONVERSION_PASSES_H
