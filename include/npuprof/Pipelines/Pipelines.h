//===- Pipelines.h - Named pipelines ----------------------------*- C++ -*-===//

#ifndef NPUPROF_PIPELINES_PIPELINES_H
#define NPUPROF_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace npuprof {

/// Options of `npuprof-fuse-from-profile`; the driver's flags of the same names
/// fill them too.
struct FuseFromProfileOptions
    : mlir::PassPipelineOptions<FuseFromProfileOptions> {
  ListOption<std::string> profile{
      *this, "profile",
      llvm::cl::desc("Profile to read: files, or a profiler's output directory")};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("Chip to tune for"),
                             llvm::cl::init("ascend910b3")};
  Option<double> minCoverage{
      *this, "min-coverage",
      llvm::cl::desc("Least share of the device time (0 to 1) that must be "
                     "attributed; less is an error"),
      llvm::cl::init(0.0)};
  Option<double> minGain{
      *this, "min-gain",
      llvm::cl::desc("Least gain of a fusion in microseconds a call"),
      llvm::cl::init(0.0)};
  ListOption<std::string> disable{
      *this, "disable", llvm::cl::desc("Fusions to leave out, by name")};
  Option<bool> explain{*this, "explain",
                       llvm::cl::desc("Print the table of verdicts on stderr"),
                       llvm::cl::init(false)};
  Option<bool> dryRun{*this, "dry-run",
                      llvm::cl::desc("Decide and report, but change nothing"),
                      llvm::cl::init(false)};
  Option<bool> quiet{*this, "quiet",
                     llvm::cl::desc("Print no report on stderr"),
                     llvm::cl::init(false)};
};

/// Import, report and rewrite: elided weights kept apart, npuprof-annotate,
/// npuprof-symptoms, npuprof-fuse; after a dry run npuprof-strip-profile.
void buildFuseFromProfilePipeline(mlir::OpPassManager &pm,
                                  const FuseFromProfileOptions &options);

/// Makes `npuprof-fuse-from-profile` known to pass pipelines.
void registerPipelines();

} // namespace npuprof

#endif // NPUPROF_PIPELINES_PIPELINES_H
