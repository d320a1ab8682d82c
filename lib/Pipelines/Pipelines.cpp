//===- Pipelines.cpp - Named pipelines ------------------------------------===//

#include "npuprof/Pipelines/Pipelines.h"
#include "npuprof/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace npuprof;
using namespace mlir;

void npuprof::buildFuseFromProfilePipeline(
    OpPassManager &pm, const FuseFromProfileOptions &options) {
  pm.addPass(createUniquifyElidedPass());

  AnnotatePassOptions annotate;
  annotate.profile.assign(options.profile.begin(), options.profile.end());
  annotate.minCoverage = options.minCoverage;
  annotate.quiet = options.quiet;
  pm.addPass(createAnnotatePass(annotate));

  SymptomsPassOptions symptoms;
  symptoms.quiet = options.quiet;
  pm.addPass(createSymptomsPass(symptoms));

  FusePassOptions fuse;
  fuse.target = options.target;
  fuse.minGain = options.minGain;
  fuse.disable.assign(options.disable.begin(), options.disable.end());
  fuse.explain = options.explain;
  fuse.dryRun = options.dryRun;
  fuse.quiet = options.quiet;
  pm.addPass(createFusePass(fuse));

  if (options.dryRun)
    pm.addPass(createStripProfilePass());
}

void npuprof::registerPipelines() {
  PassPipelineRegistration<FuseFromProfileOptions>(
      "npuprof-fuse-from-profile",
      "import a profile, report what it shows, and fuse where it pays",
      buildFuseFromProfilePipeline);
}
