//===- AttributedProfile.cpp - Rows by the operation they go to -----------===//

#include "AttributedProfile.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace npuprof;

static int64_t getCalls(const OpRecord &record) {
  return record.figures.calls.value_or(1);
}

static double getTotalUs(const OpRecord &record) {
  return record.figures.getTotalUs().value_or(0);
}

AttributedProfile::AttributedProfile(const Profile &profile,
                                     const ModelKernels &model,
                                     const Correlation &correlation)
    : profile(profile), steps(correlation.steps) {
  ArrayRef<OpRecord> records = profile.getRecords();
  ArrayRef<RowMatch> matches = correlation.matches;
  llvm::MapVector<std::pair<StringRef, const Signature *>, UnmatchedRows> rest;

  for (auto [row, record] : llvm::enumerate(records)) {
    ArrayRef<RowMatch> ofRow = matches.take_while(
        [&, row = row](const RowMatch &match) { return match.row == row; });
    matches = matches.drop_front(ofRow.size());
    if (!record.isComputeTask())
      continue;
    double us = getTotalUs(record);
    deviceUs += us;
    launches += getCalls(record);
    if (ofRow.empty()) {
      UnmatchedRows &rows = rest[{record.type, record.signature}];
      if (rows.calls == 0)
        rows = {unsigned(row), record.type, record.signature};
      rows.calls += getCalls(record);
      rows.totalUs += us;
      continue;
    }
    attributedUs += us;
    usByKind[static_cast<unsigned>(ofRow.front().by)] += us;

    // A row of a table without launches is spread evenly.
    Figures share = record.figures;
    share.calls = std::max<int64_t>(
        1, std::llround(double(getCalls(record)) / ofRow.size()));
    for (const RowMatch &match : ofRow) {
      TypeFigures &entry =
          byOperation[model.getOperation(match.kernel)][record.type];
      entry.figures = entry.rows ? Figures::merge(entry.figures, share) : share;
      entry.confidence += match.confidence;
      entry.by = match.by;
      ++entry.rows;
    }
  }

  for (const RowMatch &match : correlation.contradictions)
    contradictingUs += getTotalUs(records[match.row]);
  for (auto &[key, rows] : rest)
    unmatched.push_back(rows);
  llvm::sort(unmatched, [](const UnmatchedRows &a, const UnmatchedRows &b) {
    return std::tuple(-a.totalUs, a.firstRow) <
           std::tuple(-b.totalUs, b.firstRow);
  });
}

/// Of a time, this is the resolution of profilers.
static std::optional<double> toThousandths(std::optional<double> us) {
  if (us)
    us = std::round(*us * 1000) / 1000;
  return us;
}

static bool isByName(MatchedBy by) {
  return by == MatchedBy::Name || by == MatchedBy::NormalizedName;
}

/// Launches of one type are runs of one kernel. Rows of several types that
/// carry the operation's name are the launches that one run of it needs (a cast
/// before a matmul); without names they are runs that appeared as different
/// types.
npu::ProfileAttr AttributedProfile::makeAttribute(MLIRContext *context,
                                                  const FiguresByType &types) {
  Figures figures;
  int64_t calls = 0;
  double confidence = 0, longestUs = -1;
  unsigned rows = 0;
  StringRef mainType;
  MatchedBy by = MatchedBy::Sequence;
  for (const auto &[type, entry] : types) {
    int64_t entryCalls = entry.figures.calls.value_or(1);
    if (rows == 0) {
      figures = entry.figures;
      calls = entryCalls;
    } else if (isByName(entry.by)) {
      figures = Figures::sum(figures, entry.figures);
      calls = std::max(calls, entryCalls);
    } else {
      figures = Figures::merge(figures, entry.figures);
      calls += entryCalls;
    }
    confidence += entry.confidence;
    rows += entry.rows;
    double us = entry.figures.getTotalUs().value_or(0);
    if (us > longestUs) {
      longestUs = us;
      mainType = type;
      by = entry.by;
    }
  }
  figures.calls = calls;

  npu::MatchKind kind = npu::MatchKind::Sequence;
  switch (by) {
  case MatchedBy::Name:
    kind = npu::MatchKind::Name;
    break;
  case MatchedBy::NormalizedName:
    kind = npu::MatchKind::NormalizedName;
    break;
  case MatchedBy::Sequence:
    kind = npu::MatchKind::Sequence;
    break;
  case MatchedBy::Type:
    kind = npu::MatchKind::Type;
    break;
  }
  // Two digits say all that a confidence means.
  double rounded = std::round(100 * confidence / rows) / 100;
  return npu::ProfileAttr::get(context, figures.rounded(), mainType, kind,
                               rounded);
}

void AttributedProfile::annotate() const {
  for (const auto &[op, types] : byOperation)
    npu::setProfile(op, makeAttribute(op->getContext(), types));
}

npu::ProfileSummaryAttr
AttributedProfile::getSummary(MLIRContext *context) const {
  SmallVector<StringAttr> files;
  for (const ProfileFile &file : profile.getFiles())
    files.push_back(StringAttr::get(context, file.path));
  auto value = [](const std::optional<SourcedFigure> &figure) {
    return figure ? toThousandths(figure->value) : std::nullopt;
  };
  std::optional<int64_t> stepCount;
  if (steps)
    stepCount = *steps;
  return npu::ProfileSummaryAttr::get(
      context, files, *toThousandths(deviceUs), *toThousandths(attributedUs),
      profile.totalLaunches.value_or(launches), stepCount,
      value(profile.getLaunchUs()), value(profile.getBandwidthGBs()),
      value(profile.getKernelFloorUs()));
}
