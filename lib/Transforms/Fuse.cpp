//===- Fuse.cpp - Replace what computes a fused operator ------------------===//

#include "FusionRewrite.h"
#include "VerdictTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "npuprof/Analysis/Gain.h"
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

namespace {

struct FusePass : npuprof::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Verdict decide(const FusionCandidate &candidate, Operation *fused,
                 const Gain &gain, npu::ProfileSummaryAttr profile) const;
  bool isDisabled(const FusionCandidate &candidate) const {
    return llvm::is_contained(disabled, candidate.pattern->getFusion());
  }

  const Device *device = nullptr;
  /// Names as patterns spell them.
  SmallVector<std::string> disabled;
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
    ArrayRef<StringRef> known = PatternLibrary::getFusionNames();
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

Verdict FusePass::decide(const FusionCandidate &candidate, Operation *fused,
                         const Gain &gain,
                         npu::ProfileSummaryAttr profile) const {
  if (isDisabled(candidate))
    return Verdict::refuse(Reason::Disabled);
  if (std::optional<Verdict> refusal =
          cast<npu::NPUFusedOpInterface>(fused).checkConstraints(*device))
    return *refusal;

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
  if (candidate.ops.size() == 1)
    gainUs = std::max(gainUs, 0.0);
  else if (gainUs <= 0)
    return Verdict::refuse(Reason::NoGain);
  if (gainUs < minGain)
    return Verdict::refuse(Reason::BelowMinGain);
  return Verdict::apply(gain.measured ? Reason::MeasuredGain
                                      : Reason::EstimatedGain);
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

void FusePass::runOnOperation() {
  ModuleOp module = getOperation();
  auto profile = module->getAttrOfType<npu::ProfileSummaryAttr>(
      npu::NPUDialect::getProfileSummaryAttrName());
  Rates rates = getRates(*device, profile);
  IRRewriter rewriter(&getContext());

  const Recognition &recognition = getAnalysis<Recognition>();
  SmallVector<const FusionCandidate *> accepted;
  std::deque<FusionRewrite> rewrites;
  SmallVector<DecidedFusion, 0> decided;

  // Decide first and change nothing: candidates point to operations.
  for (const FusionCandidate &candidate : recognition.getCandidates()) {
    if (llvm::any_of(accepted, [&](const FusionCandidate *other) {
          return overlaps(candidate, *other);
        }))
      continue;
    bool isSettled = llvm::any_of(decided, [&](const DecidedFusion &other) {
      return !other.verdict.applied && overlaps(candidate, *other.candidate) &&
             (isAboutGain(other.verdict.reason) ||
              !standsInFor(candidate, *other.candidate));
    });
    if (isSettled)
      continue;

    DecidedFusion decision{&candidate, Verdict(), std::nullopt, {}};
    if (candidate.refusal) {
      decision.verdict = isDisabled(candidate)
                             ? Verdict::refuse(Reason::Disabled)
                             : *candidate.refusal;
    } else {
      FusionRewrite rewrite(rewriter, candidate);
      decision.gain = estimateGain(candidate, rewrite.getFused(), rates);
      decision.verdict =
          decide(candidate, rewrite.getFused(), *decision.gain, profile);
      if (decision.verdict.applied)
        accepted.push_back(&candidate);
      if (decision.verdict.applied && !dryRun) {
        if (decision.gain->figures)
          npu::setProfile(
              rewrite.getFused(),
              npu::ProfileAttr::get(&getContext(),
                                    decision.gain->figures->rounded(), "",
                                    npu::MatchKind::Parts, /*confidence=*/1.0));
        rewrites.push_back(std::move(rewrite));
      } else {
        rewrite.drop();
      }
    }
    auto isOtherSpelling = [&](const DecidedFusion &other) {
      return !other.verdict.applied && overlaps(candidate, *other.candidate) &&
             candidate.pattern->getFusion() ==
                 other.candidate->pattern->getFusion();
    };
    // One row for each fusion and place: a spelling that is applied stands for
    // those that were refused, and the first refusal for later ones.
    if (decision.verdict.applied)
      llvm::erase_if(decided, isOtherSpelling);
    else if (llvm::any_of(decided, isOtherSpelling))
      continue;
    decided.push_back(std::move(decision));
  }

  nameLayers(decided);
  emitRemarks(decided);
  if (explain)
    printTable(decided, llvm::errs());
  if (!quiet)
    printSummary(decided, profile, *device, dryRun, llvm::errs());

  if (rewrites.empty())
    return markAllAnalysesPreserved();
  for (FusionRewrite &rewrite : rewrites)
    if (failed(rewrite.commit())) {
      rewrite.getFused()->emitError(
          "cannot stand in front of the first use of its results");
      return signalPassFailure();
    }
}
