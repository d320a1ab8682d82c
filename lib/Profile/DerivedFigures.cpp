//===- DerivedFigures.cpp - What a profile says of the machine ------------===//
//
// Figures that estimates are made with. Each comes with its source, since the
// order of preference differs from profile to profile.
//
//===----------------------------------------------------------------------===//

#include "npuprof/Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cmath>

using namespace npuprof;
using llvm::StringRef;

/// Percentile by nearest rank; `values` is not empty.
static double getPercentile(std::vector<double> &values, double share) {
  auto rank = static_cast<size_t>(
      std::ceil(share * static_cast<double>(values.size())));
  auto nth =
      values.begin() + static_cast<ptrdiff_t>(std::max<size_t>(1, rank) - 1);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

static std::string describe(const Profile &profile, unsigned file,
                            StringRef what) {
  return (llvm::sys::path::filename(profile.getFiles()[file].path) + ", " +
          what)
      .str();
}

//===----------------------------------------------------------------------===//
// Launch cost
//===----------------------------------------------------------------------===//

/// Mean over the operators whose launches were timed.
static std::optional<SourcedFigure> getMeanLaunchUs(const Profile &profile) {
  double us = 0, calls = 0;
  const OpRecord *first = nullptr;
  for (const OpRecord &record : profile.getRecords()) {
    if (!record.figures.launchUs)
      continue;
    auto weight = static_cast<double>(record.figures.calls.value_or(1));
    us += *record.figures.launchUs * weight;
    calls += weight;
    if (!first)
      first = &record;
  }
  if (calls == 0)
    return std::nullopt;
  return SourcedFigure{us / calls, "mean over the launches that were timed"};
}

static std::optional<SourcedFigure> getMedianGapUs(const Profile &profile) {
  std::vector<double> gaps;
  unsigned file = 0;
  for (const OpRecord &record : profile.getRecords()) {
    if (record.aggregated || !record.figures.waitUs || !record.isComputeTask())
      continue;
    if (gaps.empty())
      file = record.file;
    gaps.push_back(*record.figures.waitUs);
  }
  if (gaps.empty())
    return std::nullopt;
  return SourcedFigure{getPercentile(gaps, 0.5),
                       describe(profile, file, "median gap between tasks")};
}

std::optional<SourcedFigure> Profile::getLaunchUs() const {
  if (totalLaunches && *totalLaunches > 0 && totalLaunchUs)
    return SourcedFigure{*totalLaunchUs / static_cast<double>(*totalLaunches),
                         totalLaunchSource};
  if (std::optional<SourcedFigure> mean = getMeanLaunchUs(*this))
    return mean;
  return getMedianGapUs(*this);
}

//===----------------------------------------------------------------------===//
// Bandwidth
//===----------------------------------------------------------------------===//

/// Bytes of one element; absent for a type without a width.
static std::optional<double> getElementBytes(StringRef dtype) {
  if (dtype.starts_with("complex<")) {
    std::optional<double> part =
        getElementBytes(dtype.drop_front(8).drop_back());
    return part ? std::optional(*part * 2) : std::nullopt;
  }
  StringRef digits = dtype.drop_until(llvm::isDigit).take_while(llvm::isDigit);
  unsigned bits;
  if (digits.getAsInteger(10, bits) || bits == 0 || bits > 128)
    return std::nullopt;
  // A boolean takes a byte.
  return std::max(bits == 1 ? 8u : bits, 4u) / 8.0;
}

/// Bytes of all operands and results; absent where one of them is not known.
static std::optional<double> getOperandBytes(const Signature &signature) {
  double sum = 0;
  for (llvm::ArrayRef<TensorDesc> tensors :
       {llvm::ArrayRef(signature.inputs), llvm::ArrayRef(signature.outputs)})
    for (const TensorDesc &tensor : tensors) {
      if (tensor.isEmpty())
        continue;
      std::optional<double> bytes = getElementBytes(tensor.dtype);
      if (!bytes)
        return std::nullopt;
      for (int64_t dim : tensor.dims) {
        if (dim < 0)
          return std::nullopt;
        *bytes *= static_cast<double>(dim);
      }
      sum += *bytes;
    }
  return sum;
}

/// Operators that touch a part of an operand, so that its size says nothing of
/// the bytes moved.
static bool readsPartOfOperand(StringRef type) {
  return llvm::any_of(llvm::ArrayRef<StringRef>{"Gather", "Slice", "Embedding",
                                                "Index", "Scatter", "Strided",
                                                "View", "Split"},
                      [&](StringRef part) { return type.contains(part); });
}

std::optional<SourcedFigure> Profile::getBandwidthGBs() const {
  for (const UnitUsage &unit : units)
    if (StringRef(unit.unit).equals_insensitive("HBM") && unit.bandwidthGBs) {
      auto file = llvm::find_if(files, [](const ProfileFile &file) {
        return file.kind == "hardware_summary";
      });
      std::string name = file == files.end()
                             ? std::string("hardware_summary")
                             : llvm::sys::path::filename(file->path).str();
      return SourcedFigure{*unit.bandwidthGBs, name + ", HBM"};
    }

  // A launch must be long enough that its start does not count, and move more
  // than what stays in the cores' own memory.
  constexpr double minUs = 20, minBytes = 4 << 20;
  constexpr size_t minRows = 10;
  std::vector<double> counted, operands;
  unsigned countedFile = 0, operandFile = 0;
  for (const OpRecord &record : records) {
    const Figures &figures = record.figures;
    if (record.aggregated || !record.isComputeTask() || !figures.timeUs ||
        *figures.timeUs < minUs)
      continue;
    // Bytes over microseconds, in thousands: GB/s.
    if (figures.readBytes && figures.writtenBytes) {
      double bytes = static_cast<double>(*figures.readBytes) +
                     static_cast<double>(*figures.writtenBytes);
      if (bytes >= minBytes) {
        counted.push_back(bytes / *figures.timeUs * 1e-3);
        countedFile = record.file;
      }
    }
    if (!record.signature || readsPartOfOperand(record.type))
      continue;
    std::optional<double> bytes = getOperandBytes(*record.signature);
    if (bytes && *bytes >= minBytes) {
      operands.push_back(*bytes / *figures.timeUs * 1e-3);
      operandFile = record.file;
    }
  }
  if (counted.size() >= minRows)
    return SourcedFigure{getPercentile(counted, 0.9),
                         describe(*this, countedFile,
                                  "90th percentile of bytes moved over time")};
  if (operands.size() >= minRows)
    return SourcedFigure{
        getPercentile(operands, 0.9),
        describe(*this, operandFile,
                 "90th percentile of operand bytes over time")};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Floor
//===----------------------------------------------------------------------===//

std::optional<SourcedFigure> Profile::getKernelFloorUs() const {
  constexpr size_t minRows = 20;
  std::vector<double> times;
  unsigned file = 0;
  for (const OpRecord &record : records)
    if (!record.aggregated && record.isComputeTask() && record.figures.timeUs) {
      times.push_back(*record.figures.timeUs);
      file = record.file;
    }
  if (times.size() < minRows)
    return std::nullopt;
  return SourcedFigure{
      getPercentile(times, 0.05),
      describe(*this, file, "5th percentile of a launch's time")};
}
