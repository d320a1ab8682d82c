//===- Annotate.cpp - Attach a profile to the operations it measures ------===//

#include "AttributedProfile.h"
#include "npuprof/Analysis/Correlation.h"
#include "npuprof/Analysis/ModelKernels.h"
#include "npuprof/Analysis/Recognition.h"
#include "npuprof/Device/Thresholds.h"
#include "npuprof/Profile/Readers.h"
#include "npuprof/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace npuprof {
#define GEN_PASS_DEF_ANNOTATEPASS
#include "npuprof/Transforms/Passes.h.inc"
} // namespace npuprof

using namespace mlir;
using namespace npuprof;

namespace {

constexpr llvm::StringLiteral remarkCategory = "npuprof-annotate";
/// Operator types, and unmatched kinds of rows, that are worth a line.
constexpr size_t listedRows = 5;

struct AnnotatePass : public npuprof::impl::AnnotatePassBase<AnnotatePass> {
  using AnnotatePassBase::AnnotatePassBase;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;
};

} // namespace

/// "1x5x768xf32, 768xf32 -> 1x5x768xf32"
static std::string describeSignature(const Signature *signature) {
  if (!signature)
    return "no shapes";
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](const TensorDesc &tensor) {
    for (int64_t dim : tensor.dims)
      os << dim << 'x';
    os << (tensor.dtype.empty() ? "?" : tensor.dtype);
  };
  llvm::interleaveComma(signature->inputs, os, print);
  os << " -> ";
  llvm::interleaveComma(signature->outputs, os, print);
  return text;
}

static StringRef describeType(const UnmatchedRows &rows) {
  return rows.type.empty() ? "no type" : rows.type;
}

/// "time: MatMulV2 61.0 %, Add 12.3 %, ..."
static void printTimeByType(const Profile &profile, raw_ostream &os) {
  llvm::MapVector<StringRef, double> usByType;
  double totalUs = 0;
  for (const OpRecord &record : profile.getRecords()) {
    if (!record.isComputeTask())
      continue;
    double us = record.figures.getTotalUs().value_or(0);
    usByType[record.type.empty() ? record.name : record.type] += us;
    totalUs += us;
  }
  if (totalUs <= 0)
    return;
  auto types = usByType.takeVector();
  llvm::sort(types, [](const auto &a, const auto &b) {
    return std::make_pair(b.second, a.first) <
           std::make_pair(a.second, b.first);
  });
  if (types.size() > listedRows)
    types.resize(listedRows);
  os << "time by operator type: ";
  llvm::interleaveComma(types, os, [&](const auto &type) {
    os << type.first << llvm::formatv(" {0:f1} %", 100 * type.second / totalUs);
  });
  os << '\n';
}

static void printReport(const Profile &profile,
                        const AttributedProfile &attributed,
                        ArrayRef<ReadNote> notes) {
  raw_ostream &os = llvm::errs();
  for (const ProfileFile &file : profile.getFiles())
    os << "read " << file.path << " (" << file.kind << ")\n";
  for (const ReadNote &note : notes) {
    os << "note: " << note.file;
    if (note.line)
      os << ':' << note.line;
    os << ": " << note.message << '\n';
  }
  os << llvm::formatv("{0} rows, {1} launches", profile.getRecords().size(),
                      attributed.getLaunches());
  if (std::optional<unsigned> steps = attributed.getSteps())
    os << llvm::formatv(", {0} step{1}", *steps, *steps == 1 ? "" : "s");
  os << llvm::formatv(", {0:f1} us of device time\n", attributed.getDeviceUs());

  printTimeByType(profile, os);

  os << llvm::formatv("coverage {0:f1} %", 100 * attributed.getCoverage());
  const char *separator = ": ";
  for (auto [by, text] : {std::pair(MatchedBy::Name, "name"),
                          std::pair(MatchedBy::NormalizedName, "similar name"),
                          std::pair(MatchedBy::Sequence, "sequence"),
                          std::pair(MatchedBy::Type, "type alone")}) {
    double us = attributed.getAttributedUs(by);
    if (us <= 0)
      continue;
    os << separator
       << llvm::formatv("{0} {1:f1} %", text,
                        100 * us / attributed.getDeviceUs());
    separator = ", ";
  }
  os << '\n';
  if (attributed.getContradictingUs() >
      getThresholds().staleShare * attributed.getDeviceUs())
    os << llvm::formatv(
        "{0:f1} % of the time fits the model by type and place but not by "
        "shape: the profile may be of another version of it\n",
        100 * attributed.getContradictingUs() / attributed.getDeviceUs());

  ArrayRef<UnmatchedRows> unmatched = attributed.getUnmatched();
  if (!unmatched.empty())
    os << "largest rows without an operation:\n";
  for (const UnmatchedRows &rows : unmatched.take_front(listedRows))
    os << llvm::formatv("  {0:f1} us in {1} call{2}  {3}  {4}\n", rows.totalUs,
                        rows.calls, rows.calls == 1 ? "" : "s",
                        describeType(rows), describeSignature(rows.signature));
}

static void remarkUnmatched(Operation *module,
                            const AttributedProfile &attributed) {
  for (const UnmatchedRows &rows :
       attributed.getUnmatched().take_front(listedRows))
    remark::analysis(
        module->getLoc(),
        remark::RemarkOpts::name("unmatched-rows").category(remarkCategory))
        << remark::add("no operation was found for rows of the profile")
        << remark::metric("Type", describeType(rows))
        << remark::metric("Shapes", describeSignature(rows.signature))
        << remark::metric("Calls", rows.calls)
        << remark::metric("TotalUs",
                          llvm::formatv("{0:f1}", rows.totalUs).str());
}

/// Whether diagnostics may quote this line: they quote the whole of it.
static bool isQuotable(StringRef file, unsigned line) {
  constexpr size_t longest = 400;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return false;
  StringRef rest = (*buffer)->getBuffer();
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  StringRef text = rest.split('\n').first.rtrim('\r');
  return text.size() <= longest && llvm::all_of(text, [](char c) {
           return c == '\t' || llvm::isPrint(c) || (c & 0x80);
         });
}

/// At the place in the profile: its line where that can be shown, else the file.
static void emitReadError(ModuleOp module, llvm::Error error) {
  auto locate = [&](const ProfileError &e, unsigned line, unsigned column) {
    return FileLineColLoc::get(module.getContext(), e.getFile(), line, column);
  };
  llvm::handleAllErrors(
      std::move(error),
      [&](const ProfileError &e) {
        if (!e.getLine() || !e.getColumn()) {
          emitError(locate(e, 0, 0), e.getMessage());
        } else if (isQuotable(e.getFile(), e.getLine())) {
          emitError(locate(e, e.getLine(), e.getColumn()), e.getMessage());
        } else {
          // A location without a column quotes nothing.
          emitError(locate(e, e.getLine(), 0))
              << "column " << e.getColumn() << ": " << e.getMessage();
        }
      },
      [&](const llvm::ErrorInfoBase &e) {
        emitError(module.getLoc(), e.message());
      });
}

/// Complains of low coverage; fails when it is less than the user asked for.
static LogicalResult checkCoverage(ModuleOp module, double coverage,
                                   double minCoverage) {
  if (coverage < minCoverage)
    return emitError(module.getLoc())
           << llvm::formatv("coverage is {0:f1} %, less than the {1:f1} % that "
                            "min-coverage asks for",
                            100 * coverage, 100 * minCoverage)
                  .str();
  if (coverage < getThresholds().lowCoverage)
    emitWarning(module.getLoc())
        << llvm::formatv(
               "only {0:f1} % of the profile's device time belongs to "
               "operations of this module",
               100 * coverage)
               .str();
  return success();
}

LogicalResult AnnotatePass::initialize(MLIRContext *context) {
  // Also where it is no number at all.
  if (!(minCoverage >= 0 && minCoverage <= 1))
    return emitError(UnknownLoc::get(context))
           << llvm::formatv("min-coverage is {0}; expected a share from 0 to 1",
                            minCoverage.getValue())
                  .str();
  return success();
}

void AnnotatePass::runOnOperation() {
  ModuleOp module = getOperation();
  if (profile.empty()) {
    emitError(module.getLoc(),
              "no profile was given: profile= takes files or a "
              "profiler's output directory");
    return signalPassFailure();
  }

  std::vector<ReadNote> notes;
  SmallVector<std::string> arguments(profile.begin(), profile.end());
  llvm::Expected<std::unique_ptr<Profile>> read =
      readProfile(arguments, &notes);
  if (!read) {
    emitReadError(module, read.takeError());
    return signalPassFailure();
  }
  const Profile &rows = **read;
  if (llvm::none_of(rows.getRecords(), [](const OpRecord &record) {
        return record.isComputeTask();
      })) {
    emitError(module.getLoc(),
              "the profile holds no row of a compute operator");
    return signalPassFailure();
  }

  ModelKernels model(module, getAnalysis<Recognition>().getOpGroups());
  Correlation correlation = correlate(rows.getRecords(), model.getKernels());
  AttributedProfile attributed(rows, model, correlation);

  attributed.annotate();
  module->setAttr(npu::NPUDialect::getProfileSummaryAttrName(),
                  attributed.getSummary(&getContext()));
  if (!quiet)
    printReport(rows, attributed, notes);
  remarkUnmatched(module, attributed);
  if (failed(checkCoverage(module, attributed.getCoverage(), minCoverage)))
    return signalPassFailure();
  // Only attributes changed: what recognition found stands.
  markAllAnalysesPreserved();
}
