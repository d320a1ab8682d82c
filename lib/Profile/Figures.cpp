//===- Figures.cpp - What a profile says of one operator ------------------===//

#include "npuprof/Profile/Figures.h"
#include "Numbers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>

using namespace npuprof;

llvm::StringRef npuprof::stringifyPipe(Pipe pipe) {
  switch (pipe) {
  case Pipe::Mac:
    return "mac";
  case Pipe::Vec:
    return "vec";
  case Pipe::Scalar:
    return "scalar";
  case Pipe::MTE1:
    return "mte1";
  case Pipe::MTE2:
    return "mte2";
  case Pipe::MTE3:
    return "mte3";
  case Pipe::FixPipe:
    return "fixpipe";
  }
  llvm_unreachable("a pipe has a name");
}

std::optional<Pipe> npuprof::symbolizePipe(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Pipe>>(name)
      .Case("mac", Pipe::Mac)
      .Case("vec", Pipe::Vec)
      .Case("scalar", Pipe::Scalar)
      .Case("mte1", Pipe::MTE1)
      .Case("mte2", Pipe::MTE2)
      .Case("mte3", Pipe::MTE3)
      .Case("fixpipe", Pipe::FixPipe)
      .Default(std::nullopt);
}

bool Figures::operator==(const Figures &other) const {
  return calls == other.calls && timeUs == other.timeUs &&
         waitUs == other.waitUs && launchUs == other.launchUs &&
         ratio == other.ratio && readBytes == other.readBytes &&
         writtenBytes == other.writtenBytes && cores == other.cores;
}

/// Equal figures have equal bits, but for the two zeros.
static std::optional<uint64_t> getBits(std::optional<double> figure) {
  if (!figure)
    return std::nullopt;
  return llvm::bit_cast<uint64_t>(*figure == 0 ? 0.0 : *figure);
}

llvm::hash_code npuprof::hash_value(const Figures &figures) {
  llvm::hash_code hash = llvm::hash_combine(
      figures.calls, getBits(figures.timeUs), getBits(figures.waitUs),
      getBits(figures.launchUs), figures.readBytes, figures.writtenBytes,
      figures.cores);
  for (std::optional<double> ratio : figures.ratio)
    hash = llvm::hash_combine(hash, getBits(ratio));
  return hash;
}

//===----------------------------------------------------------------------===//
// merge: more calls of one operator
//===----------------------------------------------------------------------===//

namespace {
/// Means of two sets of calls, weighted by the number of calls.
struct WeightedMean {
  double weightA, weightB;

  std::optional<double> operator()(std::optional<double> a,
                                   std::optional<double> b) const {
    if (!a || !b)
      return a ? a : b;
    return (*a * weightA + *b * weightB) / (weightA + weightB);
  }
  std::optional<int64_t> operator()(std::optional<int64_t> a,
                                    std::optional<int64_t> b) const {
    if (!a || !b)
      return a ? a : b;
    return roundToCount((static_cast<double>(*a) * weightA +
                         static_cast<double>(*b) * weightB) /
                        (weightA + weightB));
  }
};
} // namespace

/// Calls that a set of figures stands for; without a count they are one call's.
static double countCalls(const Figures &figures) {
  return static_cast<double>(figures.calls.value_or(1));
}

Figures Figures::merge(const Figures &a, const Figures &b) {
  if (a.empty())
    return b;
  if (b.empty())
    return a;

  WeightedMean mean{countCalls(a), countCalls(b)};
  // Operators that never ran weigh nothing, but their figures still exist.
  if (mean.weightA + mean.weightB == 0)
    mean = {1, 1};

  Figures result;
  result.calls = addCounts(a.calls.value_or(1), b.calls.value_or(1));
  result.timeUs = mean(a.timeUs, b.timeUs);
  result.waitUs = mean(a.waitUs, b.waitUs);
  result.launchUs = mean(a.launchUs, b.launchUs);
  for (unsigned i = 0; i < numPipes; ++i)
    result.ratio[i] = mean(a.ratio[i], b.ratio[i]);
  result.readBytes = mean(a.readBytes, b.readBytes);
  result.writtenBytes = mean(a.writtenBytes, b.writtenBytes);
  result.cores = mean(a.cores, b.cores);
  return result;
}

//===----------------------------------------------------------------------===//
// sum: one launch for the work of both
//===----------------------------------------------------------------------===//

Figures Figures::sum(const Figures &a, const Figures &b) {
  // Parts with different counts: the whole runs as often as the more frequent
  // part, and its figures for one call are such that all calls together cost
  // what those of the parts did.
  double scaleA = 1, scaleB = 1;
  Figures result;
  if (a.calls && b.calls) {
    result.calls = std::max(*a.calls, *b.calls);
    if (*result.calls > 0) {
      scaleA = countCalls(a) / static_cast<double>(*result.calls);
      scaleB = countCalls(b) / static_cast<double>(*result.calls);
    }
  }
  auto add = [&](std::optional<double> x,
                 std::optional<double> y) -> std::optional<double> {
    if (!x || !y)
      return std::nullopt;
    // Tables have three decimals; what a sum has beyond six is binary noise.
    constexpr double decimals = 1e6;
    return std::round((*x * scaleA + *y * scaleB) * decimals) / decimals;
  };
  auto addBytes = [&](std::optional<int64_t> x,
                      std::optional<int64_t> y) -> std::optional<int64_t> {
    if (!x || !y)
      return std::nullopt;
    if (scaleA == 1 && scaleB == 1)
      return addCounts(*x, *y);
    return roundToCount(static_cast<double>(*x) * scaleA +
                        static_cast<double>(*y) * scaleB);
  };

  result.timeUs = add(a.timeUs, b.timeUs);
  result.waitUs = add(a.waitUs, b.waitUs);
  result.launchUs = add(a.launchUs, b.launchUs);
  result.readBytes = addBytes(a.readBytes, b.readBytes);
  result.writtenBytes = addBytes(a.writtenBytes, b.writtenBytes);
  if (a.cores && b.cores)
    result.cores = std::max(*a.cores, *b.cores);

  // A share of no known time has no share of the whole.
  if (result.timeUs) {
    WeightedMean mean{*a.timeUs * scaleA, *b.timeUs * scaleB};
    if (mean.weightA + mean.weightB == 0)
      mean = {1, 1};
    for (unsigned i = 0; i < numPipes; ++i)
      if (a.ratio[i] && b.ratio[i])
        result.ratio[i] = mean(a.ratio[i], b.ratio[i]);
  }
  return result;
}

Figures Figures::rounded() const {
  Figures result = *this;
  auto round = [](std::optional<double> &value, double scale) {
    if (value)
      value = std::round(*value * scale) / scale;
  };
  round(result.timeUs, 1000);
  round(result.waitUs, 1000);
  round(result.launchUs, 1000);
  for (std::optional<double> &share : result.ratio)
    round(share, 10000);
  return result;
}
