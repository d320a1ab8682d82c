//===- VerdictTable.cpp - What was decided, for people --------------------===//

#include "VerdictTable.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "npuprof/Analysis/ModelKernels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace npuprof;
using namespace mlir;

/// The layer that a name such as "model.layers.3.norm" or "h.3/ln_1" tells.
static std::string findLayer(Location loc) {
  static const llvm::Regex pattern(
      "(^|[./_])(layers?|blocks?|h)[._/]([0-9]+)([._/]|$)",
      llvm::Regex::IgnoreCase);
  for (StringRef name : getLocationNames(loc)) {
    SmallVector<StringRef, 5> groups;
    if (pattern.match(name, &groups))
      return groups[3].str();
  }
  return {};
}

void npuprof::nameLayers(MutableArrayRef<DecidedFusion> decided) {
  // In program order: functions as they stand in the module, then operations.
  llvm::DenseMap<Operation *, unsigned> order;
  if (!decided.empty()) {
    unsigned next = 0;
    Operation *module = decided.front()
                            .candidate->root.getDefiningOp()
                            ->getParentOfType<ModuleOp>();
    module->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { order[op] = next++; });
  }
  llvm::sort(decided, [&](const DecidedFusion &a, const DecidedFusion &b) {
    return order.lookup(a.candidate->root.getDefiningOp()) <
           order.lookup(b.candidate->root.getDefiningOp());
  });
  llvm::StringMap<unsigned> counts;
  for (DecidedFusion &fusion : decided) {
    unsigned ordinal = counts[fusion.candidate->pattern->getFusion()]++;
    // The root first: a residual add in front belongs to the layer before.
    for (Operation *op : llvm::reverse(fusion.candidate->ops))
      if (fusion.layer.empty())
        fusion.layer = findLayer(op->getLoc());
    if (fusion.layer.empty())
      fusion.layer = llvm::formatv("#{0}", ordinal + 1);
  }
}

static StringRef getFunctionName(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function.getName() : StringRef();
}

void npuprof::emitRemarks(ArrayRef<DecidedFusion> decided) {
  for (const DecidedFusion &fusion : decided) {
    Operation *root = fusion.candidate->root.getDefiningOp();
    auto options =
        remark::RemarkOpts::name(fusion.candidate->pattern->getFusion())
            .category("npuprof-fuse")
            .function(getFunctionName(root));
    auto fill = [&](remark::detail::InFlightRemark remark) {
      if (!remark)
        return;
      remark << remark::reason("{0}", stringifyReason(fusion.verdict.reason));
      if (!fusion.verdict.detail.empty())
        remark << remark::metric("Detail", fusion.verdict.detail);
      // Most remark formats keep no location that is only a name.
      if (auto names = getLocationNames(root->getLoc()); !names.empty())
        remark << remark::metric("Name", names.front());
      remark << remark::metric("Layer", fusion.layer)
             << remark::metric("Operations", fusion.candidate->ops.size());
      if (!fusion.gain)
        return;
      auto number = [](double us) { return llvm::formatv("{0:f3}", us).str(); };
      remark << remark::metric(fusion.gain->measured ? "MeasuredUs"
                                                     : "EstimatedPartsUs",
                               number(fusion.gain->partsUs))
             << remark::metric("Launches", fusion.gain->launches)
             << remark::metric("EstimatedUs", number(fusion.gain->wholeUs))
             << remark::metric("EstimatedGainUs",
                               number(fusion.gain->getGainUs()));
      if (fusion.gain->calls)
        remark << remark::metric("Calls", *fusion.gain->calls);
    };
    if (fusion.verdict.applied)
      fill(remark::passed(root->getLoc(), options));
    else
      fill(remark::missed(root->getLoc(), options));
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatUs(double us) { return llvm::formatv("{0:f1}", us); }

void npuprof::printTable(ArrayRef<DecidedFusion> decided,
                         llvm::raw_ostream &os) {
  using Row = std::array<std::string, 8>;
  std::vector<Row> rows;
  rows.push_back({"op", "layer", "calls", "measured us", "estimated us",
                  "gain us", "verdict", "reason"});
  for (const DecidedFusion &fusion : decided) {
    Row row;
    row[0] = ("npu." + fusion.candidate->pattern->getFusion()).str();
    row[1] = fusion.layer;
    row[2] = row[3] = row[4] = row[5] = "-";
    if (const std::optional<Gain> &gain = fusion.gain) {
      if (gain->calls)
        row[2] = std::to_string(*gain->calls);
      if (gain->measured)
        row[3] = formatUs(gain->partsUs);
      row[4] = gain->measured
                   ? formatUs(gain->wholeUs)
                   : formatUs(gain->partsUs) + " -> " + formatUs(gain->wholeUs);
      row[5] = formatUs(gain->getGainUs());
    }
    row[6] = fusion.verdict.applied ? "applied" : "missed";
    row[7] = stringifyReason(fusion.verdict.reason).str();
    if (!fusion.verdict.detail.empty())
      row[7] += ": " + fusion.verdict.detail;
    rows.push_back(std::move(row));
  }
  std::array<size_t, 8> widths = {};
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  for (const Row &row : rows) {
    // Numbers to the right; nothing after the last cell.
    for (unsigned i = 0; i < row.size(); ++i) {
      std::string padding(widths[i] - row[i].size(), ' ');
      bool isNumber = i >= 2 && i <= 5;
      if (i != 0)
        os << "  ";
      if (isNumber)
        os << padding << row[i];
      else
        os << row[i] << (i + 1 < row.size() ? padding : "");
    }
    os << '\n';
  }
  os << "times are of one call; estimated: the fused operator, or parts -> "
        "fused operator where no profile covers the parts; the gain "
        "(estimated) "
        "counts the launches saved\n";
}

void npuprof::printSummary(ArrayRef<DecidedFusion> decided,
                           npu::ProfileSummaryAttr profile,
                           const Device &device, bool dryRun,
                           llvm::raw_ostream &os) {
  llvm::MapVector<StringRef, unsigned> applied, missed;
  double gainUs = 0;
  bool allMeasured = true;
  int64_t launches = 0;
  for (const DecidedFusion &fusion : decided) {
    if (!fusion.verdict.applied) {
      ++missed[stringifyReason(fusion.verdict.reason)];
      continue;
    }
    ++applied[fusion.candidate->pattern->getFusion()];
    gainUs += fusion.gain->getGainUs();
    launches += fusion.gain->launches - 1;
    allMeasured &= fusion.gain->measured;
  }
  auto printCounts = [&](auto &counts) {
    llvm::interleaveComma(counts, os, [&](auto &entry) {
      os << entry.second << ' ' << entry.first;
    });
    os << '\n';
  };
  os << "npuprof-fuse: target " << device.name << '\n';
  os << (dryRun ? "  would fuse  " : "  fused       ");
  if (applied.empty())
    os << "nothing\n";
  else
    printCounts(applied);
  if (!missed.empty()) {
    os << "  missed      ";
    printCounts(missed);
  }
  if (applied.empty()) {
    os << "  next        "
       << (missed.empty() ? "nothing here computes an operator of the library"
                          : "--explain lists each candidate with its reason")
       << '\n';
    return;
  }
  os << llvm::formatv(
      "  gain        {0:f1} us a run of the model (estimated, {1}), "
      "{2} launches fewer\n",
      gainUs,
      !profile      ? "no profile: parts estimated too"
      : allMeasured ? "parts measured"
                    : "parts measured where the profile has them",
      launches);
  os << "  next        run both models and compare: npuprof-lower-to-linalg "
        "turns this one into upstream dialects\n";
}
