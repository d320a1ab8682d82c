//===- Counters.cpp - Pipe shares and bytes of a launch -------------------===//
//
// A counter holds for the cores of its side and for the time that these ran
// (aicore_time, aiv_time: the mean over the cores). A figure is wanted for the
// launch. The sides run next to each other, so the launch keeps the cores busy
// for the longer of the two times, T:
//
//  * Share of a pipe: share on a side x time of that side / T. Where both
//    sides have the pipe (Scalar, MTE2) the busier one counts: these are
//    separate engines, and a mean would hide that one of them is what the
//    launch waits for. With one side at work T is its time and the shares are
//    those of the file; a pipe of the other side was measured idle, 0.
//  * If no side ran for a measurable time the shares are absent: they would be
//    0/0, and a 0 would pass for idle.
//  * Bytes of the sides add up.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"

using namespace npuprof;
using llvm::StringRef;

Counters::Counters(Table &table) {
  if (table.hasPrefix("aic_") || table.hasPrefix("aiv_")) {
    sides.push_back(findSide(table, "aic_", "aicore_time"));
    sides.push_back(findSide(table, "aiv_", "aiv_time"));
  } else {
    sides.push_back(findSide(table, "", "aicore_time"));
  }
}

Counters::Side Counters::findSide(Table &table, const std::string &prefix,
                                  StringRef time) {
  Side side;
  side.time = table.findTime({time, prefix + "time"});
  for (unsigned i = 0; i < numPipes; ++i) {
    StringRef pipe = stringifyPipe(static_cast<Pipe>(i));
    side.ratio[i] = table.findShare({prefix + pipe.str() + "_ratio"});
  }
  for (StringRef type : {"fp16", "int8"})
    side.macTypes.push_back(
        table.findShare({prefix + "mac_" + type.str() + "_ratio"}));
  for (StringRef type : {"fp32", "fp16", "int32", "misc"})
    side.vecTypes.push_back(
        table.findShare({prefix + "vec_" + type.str() + "_ratio"}));

  side.readBytes = table.findBytes({prefix + "read_main_memory_datas"}, "KB");
  side.writtenBytes =
      table.findBytes({prefix + "write_main_memory_datas"}, "KB");
  side.readBandwidth = table.findBandwidth({prefix + "main_mem_read_bw"});
  side.writeBandwidth = table.findBandwidth({prefix + "main_mem_write_bw"});
  return side;
}

static std::optional<double> add(std::optional<double> a,
                                 std::optional<double> b) {
  if (a && b)
    return *a + *b;
  return a ? a : b;
}

std::optional<double> Counters::readRatio(Row &row, const Side &side,
                                          Pipe pipe) {
  if (const Column &column = side.ratio[static_cast<unsigned>(pipe)])
    return row.getShare(column);
  // ArithmeticUtilization splits a pipe by instruction type. A pipe works on
  // one instruction at a time, so the shares of the types add up to its own.
  std::optional<double> sum;
  if (pipe == Pipe::Mac)
    for (const Column &column : side.macTypes)
      sum = add(sum, row.getShare(column));
  if (pipe == Pipe::Vec)
    for (const Column &column : side.vecTypes)
      sum = add(sum, row.getShare(column));
  if (sum)
    sum = std::min(*sum, 1.0);
  return sum;
}

/// Bytes as counted (MemoryAccess); otherwise bandwidth times the time it is
/// the mean over (Memory): msprof made it by dividing bytes by that time.
std::optional<double> Counters::readTraffic(Row &row,
                                            std::optional<double> timeUs,
                                            const Column &bytes,
                                            const Column &bandwidth) {
  if (bytes)
    return row.getAmount(bytes);
  std::optional<double> rate = row.getAmount(bandwidth);
  if (!rate || !timeUs)
    return std::nullopt;
  return *rate * *timeUs * 1e-6;
}

static std::optional<int64_t> toBytes(std::optional<double> bytes) {
  if (!bytes)
    return std::nullopt;
  return roundToCount(*bytes);
}

void npuprof::combineSides(llvm::ArrayRef<SideFigures> sides,
                           Figures &figures) {
  std::optional<double> longest;
  for (const SideFigures &side : sides)
    if (side.timeUs)
      longest = std::max(longest.value_or(0), *side.timeUs);

  std::optional<double> read, written;
  for (const SideFigures &side : sides) {
    for (unsigned i = 0; i < numPipes; ++i) {
      if (!side.ratio[i] || longest == 0.0)
        continue;
      double share =
          *side.ratio[i] * (longest ? side.timeUs.value_or(0) / *longest : 1);
      figures.ratio[i] = std::max(figures.ratio[i].value_or(0), share);
    }
    read = add(read, side.readBytes);
    written = add(written, side.writtenBytes);
  }
  figures.readBytes = toBytes(read);
  figures.writtenBytes = toBytes(written);
}

void Counters::read(Row &row, Figures &figures) const {
  llvm::SmallVector<SideFigures, 2> values;
  for (const Side &side : sides) {
    SideFigures &value = values.emplace_back();
    value.timeUs = row.getAmount(side.time);
    for (unsigned i = 0; i < numPipes; ++i)
      value.ratio[i] = readRatio(row, side, static_cast<Pipe>(i));
    value.readBytes =
        readTraffic(row, value.timeUs, side.readBytes, side.readBandwidth);
    value.writtenBytes =
        readTraffic(row, value.timeUs, side.writtenBytes, side.writeBandwidth);
  }
  combineSides(values, figures);
}
