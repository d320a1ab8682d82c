//===- FusionCandidate.h - From a match to a candidate ----------*- C++ -*-===//

#ifndef NPUPROF_LIB_ANALYSIS_FUSIONCANDIDATE_H
#define NPUPROF_LIB_ANALYSIS_FUSIONCANDIDATE_H

#include "npuprof/Analysis/Recognition.h"

namespace npuprof {

/// What a match means for the model: inputs, results, replaced operations, and
/// what forbids the rewrite. None if the match cannot be told apart from the
/// operations around it.
std::optional<FusionCandidate> makeCandidate(const FusionPattern &pattern,
                                             ExprExpander &model,
                                             mlir::Value root,
                                             const ExprMatch &match);

/// Whether `op` only rearranges its operand (or casts between floats).
bool isView(mlir::Operation *op, ExprExpander &model);

/// Whether `a` leaves fewer launches than `b`, another way to put the same
/// operator in place; one that is not refused is better in any case.
bool isBetter(const FusionCandidate &a, const FusionCandidate &b);

} // namespace npuprof

#endif // NPUPROF_LIB_ANALYSIS_FUSIONCANDIDATE_H
