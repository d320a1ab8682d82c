//===- npuprof-opt.cpp - mlir-opt that reads profiles ---------------------===//
//
// An mlir-opt with the npu dialect and our passes. --fuse-from-profile runs the
// whole way from a profile to a tuned model in front of any other passes.
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "npuprof/Conversion/Passes.h"
#include "npuprof/Device/Device.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "npuprof/Pipelines/Pipelines.h"
#include "npuprof/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include <csignal>

using namespace mlir;

namespace {

llvm::cl::OptionCategory category(
    "npuprof options",
    "  npuprof-opt --fuse-from-profile=op_summary.csv model.mlir -o "
    "tuned.mlir\n"
    "  npuprof-opt --fuse-from-profile=PROF_000001_X --target=ascend910b4 "
    "--explain --dry-run model.mlir -o /dev/null\n");

/// "Chip to tune for: ascend910b1, ... or host (default ...)".
const std::string &describeTarget() {
  static const std::string text =
      "Chip to tune for: " + llvm::join(npuprof::getDeviceNames(), ", ") +
      " (default " + npuprof::FuseFromProfileOptions().target.getValue() + ")";
  return text;
}

struct Flags {
  llvm::cl::list<std::string> fuseFromProfile{
      "fuse-from-profile",
      llvm::cl::desc("Annotate the model with this profile and fuse where it "
                     "pays: files (repeated or comma-separated), or a "
                     "profiler's output directory"),
      llvm::cl::value_desc("profile"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> target{"target", llvm::cl::desc(describeTarget()),
                                    llvm::cl::value_desc("chip"),
                                    llvm::cl::cat(category)};
  llvm::cl::opt<double> minCoverage{
      "min-coverage",
      llvm::cl::desc("Least share of the profile's device time (0 to 1) that "
                     "must belong to operations; less is an error"),
      llvm::cl::value_desc("share"), llvm::cl::cat(category)};
  llvm::cl::opt<double> minGain{
      "min-gain",
      llvm::cl::desc("Least gain of a fusion in microseconds a call"),
      llvm::cl::value_desc("us"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> disable{
      "disable", llvm::cl::CommaSeparated,
      llvm::cl::desc("Fusions to leave out, e.g. add-layer-norm"),
      llvm::cl::value_desc("fusion"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> explain{
      "explain", llvm::cl::desc("Print the table of verdicts on stderr"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> dryRun{
      "dry-run", llvm::cl::desc("Decide and report, but change nothing"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> quiet{"quiet",
                            llvm::cl::desc("Print no report on stderr"),
                            llvm::cl::cat(category)};
};

} // namespace

/// The first of the flags that mean nothing without --fuse-from-profile.
static llvm::cl::Option *findStrayFlag(Flags &flags) {
  // cl::list has an operator& of its own.
  for (llvm::cl::Option *option : std::initializer_list<llvm::cl::Option *>{
           &flags.target, &flags.minCoverage, &flags.minGain,
           std::addressof(flags.disable), &flags.explain, &flags.dryRun,
           &flags.quiet})
    if (option->getNumOccurrences() != 0)
      return option;
  return nullptr;
}

static void addFuseFromProfile(PassManager &pm, const Flags &flags) {
  npuprof::FuseFromProfileOptions options;
  for (const std::string &profile : flags.fuseFromProfile)
    options.profile.push_back(profile);
  if (flags.target.getNumOccurrences() != 0)
    options.target = flags.target.getValue();
  options.minCoverage = flags.minCoverage.getValue();
  options.minGain = flags.minGain.getValue();
  for (const std::string &fusion : flags.disable)
    options.disable.push_back(fusion);
  options.explain = flags.explain.getValue();
  options.dryRun = flags.dryRun.getValue();
  options.quiet = flags.quiet.getValue();
  npuprof::buildFuseFromProfilePipeline(pm, options);
}

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "npuprof-opt") << message << '\n';
  return EXIT_FAILURE;
}

#ifdef SIGPIPE
/// A reader that has seen enough ends us; temporary files go first.
static void endOnBrokenPipe(int signal) {
  llvm::sys::RunInterruptHandlers();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
#endif

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
#ifdef SIGPIPE
  std::signal(SIGPIPE, endOnBrokenPipe);
#endif
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<npuprof::npu::NPUDialect>();

  registerAllPasses();
  npuprof::registerNPUProfConversionPasses();
  npuprof::registerNPUProfPasses();
  npuprof::registerPipelines();

  Flags flags;
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "npuprof-opt: tunes MLIR models for Ascend NPUs", registry);
  if (flags.fuseFromProfile.empty())
    if (llvm::cl::Option *stray = findStrayFlag(flags))
      return fail("--" + stray->ArgStr +
                  " needs --fuse-from-profile; without a profile give it to "
                  "the pass, as in --npuprof-fuse=explain");

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(
        MlirOptMain(argc, argv, inputName, /*outputFilename=*/"-", registry));

  // Elided weights are told apart before anything can fold them.
  MlirOptMainConfig parsed = config;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    pm.addPass(npuprof::createUniquifyElidedPass());
    if (!flags.fuseFromProfile.empty())
      addFuseFromProfile(pm, flags);
    return parsed.setupPassPipeline(pm);
  });

  if (inputName == "-" &&
      llvm::sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to "
                    "interrupt)\n";
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &error);
  if (!input)
    return fail(error);
  llvm::Expected<npuprof::OutputFile> output =
      npuprof::OutputFile::open(outputName);
  if (!output)
    return fail(llvm::toString(output.takeError()));
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return EXIT_FAILURE;
  if (llvm::Error failure = output->keep())
    return fail(llvm::toString(std::move(failure)));
  return EXIT_SUCCESS;
}
