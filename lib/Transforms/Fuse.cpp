//===- Fuse.cpp - Replace what computes a fused operator ------------------===//

#include "FusionRewrite.h"
#include "KernelRewrite.h"
#include "VerdictTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "npuprof/Analysis/Gain.h"
#include "npuprof/Analysis/KernelClusters.h"
#include "npuprof/Analysis/KernelParts.h"
#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Device/Thresholds.h"
#include "npuprof/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <deque>

namespace npuprof {
#define GEN_PASS_DEF_FUSEPASS
#include "npuprof/Transforms/Passes.h.inc"
} // namespace npuprof

using namespace npuprof;
using namespace mlir;

/// What --disable calls the kernels by structure.
static constexpr llvm::StringLiteral kernelFusion = "kernel";

namespace {

struct FusePass : npuprof::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  LogicalResult fuse(ModuleOp module, const Recognition &recognition);
  LogicalResult fuseNamed(const Recognition &recognition);
  void fuseKernels(ModuleOp module);

  bool isDisabled(StringRef fusion) const {
    return llvm::is_contained(disabled, fusion);
  }
  /// By what it costs to have one launch in place of `numParts` operations.
  Verdict decideByGain(const Gain &gain, size_t numParts) const;
  Verdict decide(const FusionCandidate &candidate, Operation *fused,
                 const Gain &gain) const;
  void setProfile(Operation *fused, const Gain &gain);

  const Device *device = nullptr;
  /// Names as patterns spell them.
  SmallVector<std::string> disabled;

  // Of the run.
  npu::ProfileSummaryAttr profile;
  std::optional<Rates> rates;
  FusionReport report;
  /// Places of operations in the module; a fused one has that of its root.
  llvm::DenseMap<Operation *, unsigned> places;
  /// Parts of named operators that cost too little to be fused in any way.
  llvm::DenseMap<Operation *, Verdict> settled;
};

} // namespace

LogicalResult FusePass::initialize(MLIRContext *context) {
  llvm::Expected<const Device *> found = getDevice(target);
  if (!found)
    return emitError(UnknownLoc::get(context))
           << llvm::toString(found.takeError());
  device = *found;
  if (std::isnan(minGain))
    return emitError(UnknownLoc::get(context),
                     "min-gain is no number; expected microseconds");
  disabled.clear();
  for (StringRef name : disable) {
    std::string spelled = name.str();
    std::replace(spelled.begin(), spelled.end(), '-', '_');
    SmallVector<StringRef> known(PatternLibrary::getFusionNames());
    known.push_back(kernelFusion);
    if (!llvm::is_contained(known, spelled)) {
      InFlightDiagnostic diag = emitError(UnknownLoc::get(context));
      diag << "there is no fusion '" << name << "' to disable; there are ";
      llvm::interleaveComma(known, diag);
      return diag;
    }
    disabled.push_back(std::move(spelled));
  }
  return success();
}

Verdict FusePass::decideByGain(const Gain &gain, size_t numParts) const {
  // A profile that covers the model and has nothing here says that this hardly
  // ever runs; one that covers little says nothing.
  const Thresholds &thresholds = getThresholds();
  if (profile && !gain.measured &&
      profile.getCoverage() >= thresholds.lowCoverage)
    return Verdict::refuse(Reason::Cold, "no row of the profile");
  if (profile && gain.measured) {
    double totalUs = gain.partsUs * static_cast<double>(gain.calls.value_or(1));
    double share = totalUs / profile.getDeviceUs();
    if (share < thresholds.coldShare)
      return Verdict::refuse(
          Reason::Cold,
          llvm::formatv("{0:f4} % of the device time", share * 100));
  }
  double gainUs = gain.getGainUs();
  // A single operation is one launch either way and computes the same: an
  // estimate tells the two apart by nothing but its error. The operator is what
  // the chip has for it.
  if (numParts == 1)
    gainUs = std::max(gainUs, 0.0);
  else if (gainUs <= 0)
    return Verdict::refuse(Reason::NoGain);
  if (gainUs < minGain)
    return Verdict::refuse(Reason::BelowMinGain);
  return Verdict::apply(gain.measured ? Reason::MeasuredGain
                                      : Reason::EstimatedGain);
}

Verdict FusePass::decide(const FusionCandidate &candidate, Operation *fused,
                         const Gain &gain) const {
  if (isDisabled(candidate.pattern->getFusion()))
    return Verdict::refuse(Reason::Disabled);
  if (std::optional<Verdict> refusal =
          cast<npu::NPUFusedOpInterface>(fused).checkConstraints(*device))
    return *refusal;
  return decideByGain(gain, candidate.ops.size());
}

/// The fused operation has the figures of all its parts.
void FusePass::setProfile(Operation *fused, const Gain &gain) {
  if (gain.figures)
    npu::setProfile(fused, npu::ProfileAttr::get(
                               &getContext(), gain.figures->rounded(), "",
                               npu::MatchKind::Parts, /*confidence=*/1.0));
}

/// Whether refusing a candidate for this reason speaks against every smaller
/// one of the same operations: then what they cost decided, not what they are.
static bool isAboutGain(Reason reason) {
  return reason == Reason::Cold || reason == Reason::NoGain ||
         reason == Reason::BelowMinGain;
}

/// Whether `smaller` may stand in for the refused `larger`: it is a spelling of
/// the same fusion, or computes the same value from what the larger one reads
/// or returns. What only happens to be inside (an RMSNorm inside of every
/// LayerNorm) is none.
static bool standsInFor(const FusionCandidate &smaller,
                        const FusionCandidate &larger) {
  if (smaller.pattern->getFusion() == larger.pattern->getFusion())
    return true;
  if (smaller.root != larger.root)
    return false;
  return llvm::all_of(smaller.inputs, [&](const FusionInput &input) {
    return !input.value || llvm::is_contained(larger.results, input.value) ||
           llvm::any_of(larger.inputs, [&](const FusionInput &other) {
             return other.value == input.value;
           });
  });
}

//===----------------------------------------------------------------------===//
// Named operators
//===----------------------------------------------------------------------===//

LogicalResult FusePass::fuseNamed(const Recognition &recognition) {
  struct Decision {
    const FusionCandidate *candidate;
    DecidedFusion fusion;
  };
  IRRewriter rewriter(&getContext());
  SmallVector<const FusionCandidate *> accepted;
  std::deque<FusionRewrite> rewrites;
  SmallVector<Decision, 0> decided;

  // Decide first and change nothing: candidates point to operations.
  for (const FusionCandidate &candidate : recognition.getCandidates()) {
    if (llvm::any_of(accepted, [&](const FusionCandidate *other) {
          return overlaps(candidate, *other);
        }))
      continue;
    bool isSettled = llvm::any_of(decided, [&](const Decision &other) {
      const Verdict &verdict = other.fusion.verdict;
      return !verdict.applied && overlaps(candidate, *other.candidate) &&
             (isAboutGain(verdict.reason) ||
              !standsInFor(candidate, *other.candidate));
    });
    if (isSettled)
      continue;

    StringRef name = candidate.pattern->getFusion();
    Operation *root = candidate.root.getDefiningOp();
    DecidedFusion fusion(name, root, candidate.ops.getArrayRef(),
                         places.lookup(root));
    if (candidate.refusal) {
      fusion.verdict = isDisabled(name) ? Verdict::refuse(Reason::Disabled)
                                        : *candidate.refusal;
    } else {
      FusionRewrite rewrite(rewriter, candidate);
      fusion.gain = estimateGain(candidate, rewrite.getBuilt(), *rates);
      fusion.verdict = decide(candidate, rewrite.getFused(), *fusion.gain);
      if (fusion.verdict.applied) {
        accepted.push_back(&candidate);
        setProfile(rewrite.getFused(), *fusion.gain);
        places[rewrite.getFused()] = fusion.place;
        rewrites.push_back(std::move(rewrite));
      } else {
        rewrite.drop();
      }
    }
    auto isOtherSpelling = [&](const Decision &other) {
      return !other.fusion.verdict.applied &&
             overlaps(candidate, *other.candidate) &&
             name == other.candidate->pattern->getFusion();
    };
    // One row for each fusion and place: a spelling that is applied stands for
    // those that were refused, and the first refusal for later ones.
    if (fusion.verdict.applied)
      llvm::erase_if(decided, isOtherSpelling);
    else if (llvm::any_of(decided, isOtherSpelling))
      continue;
    decided.push_back({&candidate, std::move(fusion)});
  }

  for (Decision &decision : decided) {
    const Verdict &verdict = decision.fusion.verdict;
    if (!verdict.applied && isAboutGain(verdict.reason))
      for (Operation *op : decision.candidate->ops)
        settled.try_emplace(op, verdict);
    report.decided.push_back(std::move(decision.fusion));
  }
  for (FusionRewrite &rewrite : rewrites)
    if (failed(rewrite.commit()))
      return rewrite.getFused()->emitError(
          "cannot stand in front of the first use of its results");
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels by structure
//===----------------------------------------------------------------------===//

void FusePass::fuseKernels(ModuleOp module) {
  KernelClusters clusters(module, *device, settled);
  IRRewriter rewriter(&getContext());
  llvm::SetVector<Block *> changed;
  for (const KernelCandidate &candidate : clusters.candidates) {
    Operation *root = candidate.ops.back();
    DecidedFusion fusion(kernelFusion, root, candidate.ops,
                         places.lookup(root));
    fusion.kernelName = candidate.name;
    SmallVector<Operation *> parts(candidate.ops);
    llvm::append_range(parts, candidate.transposes);
    fusion.gain = estimateGain(parts, candidate.work, *rates);
    fusion.verdict = candidate.refusal
                         ? *candidate.refusal
                         : decideByGain(*fusion.gain, parts.size());
    if (fusion.verdict.applied) {
      changed.insert(root->getBlock());
      setProfile(rewriteKernel(rewriter, candidate), *fusion.gain);
    } else {
      for (Operation *op : candidate.ops)
        if (getOperationKind(op).role == OperationRole::Kernel)
          report.addLeft(op, fusion.verdict.reason);
    }
    report.decided.push_back(std::move(fusion));
  }
  for (const LoneLaunch &launch : clusters.lone)
    report.addLeft(launch.op, launch.verdict.reason);
  for (Block *block : changed)
    sortBlock(*block);
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Launches and transposes of a module.
static std::pair<unsigned, unsigned> countLaunches(ModuleOp module) {
  unsigned launches = 0, transposes = 0;
  forEachLaunch(module, [&](Operation *) { ++launches; });
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (getPartInfo(op).kind == PartKind::Transpose)
      ++transposes;
    return isa<linalg::LinalgOp, npu::KernelOp>(op) ? WalkResult::skip()
                                                    : WalkResult::advance();
  });
  return {launches, transposes};
}

LogicalResult FusePass::fuse(ModuleOp module, const Recognition &recognition) {
  std::tie(report.launchesBefore, report.transposesBefore) =
      countLaunches(module);
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned place = places.size();
    places[op] = place;
  });
  if (failed(fuseNamed(recognition)))
    return failure();
  if (!isDisabled(kernelFusion))
    fuseKernels(module);
  std::tie(report.launchesAfter, report.transposesAfter) =
      countLaunches(module);
  return success();
}

void FusePass::runOnOperation() {
  ModuleOp module = getOperation();
  profile = module->getAttrOfType<npu::ProfileSummaryAttr>(
      npu::NPUDialect::getProfileSummaryAttrName());
  rates = getRates(*device, profile);
  report = FusionReport();
  places.clear();
  settled.clear();

  // A dry run does all of it, to a copy.
  OwningOpRef<ModuleOp> copy;
  LogicalResult fused = success();
  if (dryRun) {
    copy = module.clone();
    fused = fuse(*copy, Recognition(*copy));
    markAllAnalysesPreserved();
  } else {
    fused = fuse(module, getAnalysis<Recognition>());
  }
  if (failed(fused))
    return signalPassFailure();

  report.nameLayers();
  emitRemarks(report.decided);
  if (explain)
    printTable(report, llvm::errs());
  if (!quiet)
    printSummary(report, profile, *device, dryRun, llvm::errs());
  if (llvm::none_of(report.decided, [](const DecidedFusion &fusion) {
        return fusion.verdict.applied;
      }))
    markAllAnalysesPreserved();
}
