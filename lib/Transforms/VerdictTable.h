//===- VerdictTable.h - What was decided, for people ------------*- C++ -*-===//

#ifndef NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H
#define NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H

#include "npuprof/Analysis/Gain.h"
#include "npuprof/Device/Verdict.h"

namespace npuprof {

/// A candidate and what was decided on it.
struct DecidedFusion {
  const FusionCandidate *candidate;
  Verdict verdict;
  /// Absent where the graph forbids the rewrite.
  std::optional<Gain> gain;
  /// "3" from a location such as "model.layers.3.norm"; else "#5", the place
  /// among the candidates of this fusion.
  std::string layer;
};

/// Fills in `layer` and sorts in program order.
void nameLayers(llvm::MutableArrayRef<DecidedFusion> decided);

/// One remark for each (category "npuprof-fuse").
void emitRemarks(llvm::ArrayRef<DecidedFusion> decided);

/// The table of --explain.
void printTable(llvm::ArrayRef<DecidedFusion> decided, llvm::raw_ostream &os);

/// The few lines at the end of a run.
void printSummary(llvm::ArrayRef<DecidedFusion> decided,
                  npu::ProfileSummaryAttr profile, const Device &device,
                  bool dryRun, llvm::raw_ostream &os);

} // namespace npuprof

#endif // NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H
