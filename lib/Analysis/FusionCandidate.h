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

} // namespace npuprof

#endif // NPUPROF_LIB_ANALYSIS_FUSIONCANDIDATE_H
