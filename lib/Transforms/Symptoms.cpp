//===- Symptoms.cpp - Where a profile breaks the rules of thumb -----------===//

#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Device/Thresholds.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "npuprof/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace npuprof {
#define GEN_PASS_DEF_SYMPTOMSPASS
#include "npuprof/Transforms/Passes.h.inc"
} // namespace npuprof

using namespace mlir;
using namespace npuprof;

namespace {

/// What was found, for the summary.
struct Symptoms {
  unsigned profiled = 0;
  unsigned lowCube = 0;
  unsigned lowVector = 0;
  SmallVector<std::string, 2> ofModule;
};

struct SymptomsPass : public npuprof::impl::SymptomsPassBase<SymptomsPass> {
  using SymptomsPassBase::SymptomsPassBase;
  void runOnOperation() override;
};

} // namespace

static remark::detail::InFlightRemark makeRemark(Operation *op,
                                                 StringRef name) {
  return remark::analysis(op->getLoc(), remark::RemarkOpts::name(name).category(
                                            "npuprof-symptoms"));
}

static std::string format(double value) {
  return llvm::formatv("{0:f2}", value);
}

/// Whether the operation is work for the Cube, whatever the profile shows.
static bool isCubeOperation(Operation *op) {
  return llvm::any_of(getOperationKind(op).keys, [](StringRef key) {
    const auto *entry = OperatorTypeTable::get().lookup(key);
    return entry && llvm::is_contained(entry->types.classes, "Cube");
  });
}

static void checkOperation(Operation *op, const Figures &figures,
                           const Thresholds &limits, Symptoms &symptoms) {
  auto report =
      [&](StringRef name, StringRef unit, double ratio, double limit) {
        makeRemark(op, name)
            << remark::reason(
                   "{0} is busy {1:f1} % of the time, less than {2:f0} %",
                   unit.str(), 100 * ratio, 100 * limit)
            << remark::metric("Ratio", format(ratio));
      };
  std::optional<double> mac = figures.getRatio(Pipe::Mac);
  std::optional<double> vec = figures.getRatio(Pipe::Vec);
  // A profile gives every kernel both columns; a vector kernel's mac is 0.
  if (mac && (*mac > 0 || isCubeOperation(op))) {
    if (*mac < limits.cubeUtilization) {
      report("low-cube-utilization", "Cube", *mac, limits.cubeUtilization);
      ++symptoms.lowCube;
    }
  } else if (vec && *vec < limits.vectorUtilization) {
    report("low-vector-utilization", "Vector", *vec, limits.vectorUtilization);
    ++symptoms.lowVector;
  }
}

static void checkModule(ModuleOp module, npu::ProfileSummaryAttr summary,
                        const Thresholds &limits, Symptoms &symptoms) {
  if (!summary.getLaunches())
    return;
  // What counts is one run of the model.
  double launches =
      double(*summary.getLaunches()) /
      double(std::max<int64_t>(1, summary.getSteps().value_or(1)));
  if (launches > limits.launches) {
    symptoms.ofModule.push_back(
        llvm::formatv("{0:f0} launches a run, more than {1:f0}", launches,
                      limits.launches)
            .str());
    makeRemark(module, "many-launches")
        << remark::reason("{0}", symptoms.ofModule.back())
        << remark::metric("Launches", format(launches));
  }
  std::optional<double> launchUs = summary.getLaunchUs();
  if (launchUs && launches * *launchUs > limits.launchCostUs) {
    double costUs = launches * *launchUs;
    symptoms.ofModule.push_back(
        llvm::formatv("{0:f2} ms of launch cost a run, more than {1:f2} ms",
                      costUs / 1000, limits.launchCostUs / 1000)
            .str());
    makeRemark(module, "high-launch-cost")
        << remark::reason("{0}", symptoms.ofModule.back())
        << remark::metric("CostUs", format(costUs));
  }
}

static void printSummary(const Symptoms &symptoms, const Thresholds &limits) {
  raw_ostream &os = llvm::errs();
  os << llvm::formatv(
      "symptoms: of {0} profiled operations {1} with Cube below {2:f0} %, "
      "{3} with Vector below {4:f0} %\n",
      symptoms.profiled, symptoms.lowCube, 100 * limits.cubeUtilization,
      symptoms.lowVector, 100 * limits.vectorUtilization);
  for (StringRef symptom : symptoms.ofModule)
    os << "symptoms: " << symptom << '\n';
}

void SymptomsPass::runOnOperation() {
  ModuleOp module = getOperation();
  const Thresholds &limits = getThresholds();
  Symptoms symptoms;
  module->walk([&](Operation *op) {
    if (npu::ProfileAttr profile = npu::getProfile(op)) {
      ++symptoms.profiled;
      checkOperation(op, profile.getFigures(), limits, symptoms);
    }
  });
  if (auto summary = module->getAttrOfType<npu::ProfileSummaryAttr>(
          npu::NPUDialect::getProfileSummaryAttrName()))
    checkModule(module, summary, limits, symptoms);
  if (!quiet)
    printSummary(symptoms, limits);
  markAllAnalysesPreserved();
}
