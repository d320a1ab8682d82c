//===- VerdictTable.h - What was decided, for people ------------*- C++ -*-===//

#ifndef NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H
#define NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "npuprof/Analysis/Gain.h"
#include "npuprof/Device/Verdict.h"

namespace npuprof {

/// A candidate and what was decided on it. Points to nothing in the module:
/// what was fused is gone when this is printed.
struct DecidedFusion {
  DecidedFusion(llvm::StringRef fusion, mlir::Operation *root,
                llvm::ArrayRef<mlir::Operation *> ops, unsigned place);

  /// "add_rms_norm"; "kernel" for a kernel by structure, and its name.
  std::string fusion, kernelName;
  /// "3" from a location such as "model.layers.3.norm"; else "#5", the place
  /// among the candidates of this fusion.
  std::string layer;
  /// Of the operation whose result is the whole's.
  mlir::Location loc;
  std::string function;
  /// In program order.
  unsigned place;
  size_t numOps;
  Verdict verdict;
  /// Absent where the graph forbids the rewrite.
  std::optional<Gain> gain;
};

/// Launches of the module that belong to no applied fusion, by what they are.
struct LeftLaunches {
  /// "linalg.matmul", "linalg.generic (divf)".
  std::string op;
  Reason reason;
  unsigned count = 0;
};

/// What a run reports.
struct FusionReport {
  std::vector<DecidedFusion> decided;
  std::vector<LeftLaunches> left;
  /// Of the module before and after.
  unsigned launchesBefore = 0, launchesAfter = 0;
  unsigned transposesBefore = 0, transposesAfter = 0;

  /// Counts one more launch that stays.
  void addLeft(mlir::Operation *op, Reason reason);
  /// Sorts in program order and gives every fusion a layer.
  void nameLayers();
};

/// One remark for each fusion (category "npuprof-fuse").
void emitRemarks(llvm::ArrayRef<DecidedFusion> decided);

/// The table of --explain, and what is left.
void printTable(const FusionReport &report, llvm::raw_ostream &os);

/// The few lines at the end of a run.
void printSummary(const FusionReport &report, npu::ProfileSummaryAttr profile,
                  const Device &device, bool dryRun, llvm::raw_ostream &os);

} // namespace npuprof

#endif // NPUPROF_LIB_TRANSFORMS_VERDICTTABLE_H
