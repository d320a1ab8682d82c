//===- VerdictTable.cpp - What was decided, for people --------------------===//

#include "VerdictTable.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "npuprof/Analysis/KernelParts.h"
#include "npuprof/Analysis/ModelKernels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
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

DecidedFusion::DecidedFusion(StringRef fusion, Operation *root,
                             ArrayRef<Operation *> ops, unsigned place)
    : fusion(fusion), loc(root->getLoc()), place(place), numOps(ops.size()) {
  if (auto parent = root->getParentOfType<FunctionOpInterface>())
    function = parent.getName();
  // The root first: a residual add in front belongs to the layer before.
  for (Operation *op : llvm::reverse(ops))
    if (layer.empty())
      layer = findLayer(op->getLoc());
}

void FusionReport::addLeft(Operation *op, Reason reason) {
  std::string name = op->getName().getStringRef().str();
  if (isa<linalg::GenericOp>(op))
    name += " (" + getPartName(op) + ")";
  auto it = llvm::find_if(left, [&](const LeftLaunches &other) {
    return other.op == name && other.reason == reason;
  });
  if (it == left.end())
    it = left.insert(left.end(), {name, reason});
  ++it->count;
}

void FusionReport::nameLayers() {
  llvm::sort(decided, [](const DecidedFusion &a, const DecidedFusion &b) {
    return std::tie(a.place, a.fusion) < std::tie(b.place, b.fusion);
  });
  llvm::StringMap<unsigned> counts;
  for (DecidedFusion &fusion : decided) {
    unsigned ordinal = ++counts[fusion.fusion];
    if (fusion.layer.empty())
      fusion.layer = llvm::formatv("#{0}", ordinal);
  }
}

void npuprof::emitRemarks(ArrayRef<DecidedFusion> decided) {
  for (const DecidedFusion &fusion : decided) {
    auto options = remark::RemarkOpts::name(fusion.fusion)
                       .category("npuprof-fuse")
                       .function(fusion.function);
    auto fill = [&](remark::detail::InFlightRemark remark) {
      if (!remark)
        return;
      remark << remark::reason("{0}", stringifyReason(fusion.verdict.reason));
      if (!fusion.verdict.detail.empty())
        remark << remark::metric("Detail", fusion.verdict.detail);
      if (!fusion.kernelName.empty())
        remark << remark::metric("Kernel", fusion.kernelName);
      // Most remark formats keep no location that is only a name.
      if (auto names = getLocationNames(fusion.loc); !names.empty())
        remark << remark::metric("Name", names.front());
      remark << remark::metric("Layer", fusion.layer)
             << remark::metric("Operations", fusion.numOps);
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
      fill(remark::passed(fusion.loc, options));
    else
      fill(remark::missed(fusion.loc, options));
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatUs(double us) { return llvm::formatv("{0:f1}", us); }

/// How many launches of each kind stay, and why.
static void printLeft(ArrayRef<LeftLaunches> left, llvm::raw_ostream &os) {
  if (left.empty())
    return;
  std::vector<LeftLaunches> sorted(left.begin(), left.end());
  llvm::sort(sorted, [](const LeftLaunches &a, const LeftLaunches &b) {
    return std::tie(a.reason, b.count, a.op) <
           std::tie(b.reason, a.count, b.op);
  });
  size_t width = 0;
  for (const LeftLaunches &launches : sorted)
    width = std::max(width, launches.op.size());
  os << "other launches, and why they stay:\n";
  for (const LeftLaunches &launches : sorted)
    os << llvm::format_decimal(launches.count, 6) << "  "
       << llvm::left_justify(launches.op, width) << "  "
       << stringifyReason(launches.reason) << ": "
       << getReasonSummary(launches.reason) << '\n';
}

void npuprof::printTable(const FusionReport &report, llvm::raw_ostream &os) {
  using Row = std::array<std::string, 8>;
  std::vector<Row> rows;
  rows.push_back({"op", "layer", "calls", "measured us", "estimated us",
                  "gain us", "verdict", "reason"});
  for (const DecidedFusion &fusion : report.decided) {
    Row row;
    row[0] = "npu." + fusion.fusion;
    if (!fusion.kernelName.empty())
      row[0] += " " + fusion.kernelName;
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
  os << "times are of one call; measured: the parts, from the profile (a fused "
        "operator among them: its estimate)\n"
        "estimated: the whole, or parts -> whole where no profile covers the "
        "parts; gain: estimated, with the launches saved\n";
  printLeft(report.left, os);
}

void npuprof::printSummary(const FusionReport &report,
                           npu::ProfileSummaryAttr profile,
                           const Device &device, bool dryRun,
                           llvm::raw_ostream &os) {
  llvm::MapVector<StringRef, unsigned> applied, missed;
  double gainUs = 0;
  bool allMeasured = true;
  int64_t launches = 0;
  for (const DecidedFusion &fusion : report.decided) {
    if (!fusion.verdict.applied) {
      ++missed[stringifyReason(fusion.verdict.reason)];
      continue;
    }
    ++applied[fusion.fusion];
    gainUs += fusion.gain->getGainUs();
    launches += std::max<int64_t>(
        fusion.gain->launches - fusion.gain->wholeLaunches, 0);
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
  os << "  launches    " << report.launchesBefore;
  if (report.launchesAfter != report.launchesBefore)
    os << " -> " << report.launchesAfter;
  if (report.transposesBefore != 0) {
    os << ", and transposes " << report.transposesBefore;
    if (report.transposesAfter != report.transposesBefore)
      os << " -> " << report.transposesAfter;
  }
  os << '\n';
  if (applied.empty()) {
    os << "  next        "
       << (missed.empty() ? "nothing here can share a launch"
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
