//===- DatabaseCounters.cpp - Counters of SQLite exports ------------------===//

#include "DatabaseCounters.h"
#include "llvm/ADT/STLExtras.h"

using namespace npuprof;
using llvm::StringRef;

std::optional<double> DatabaseCounters::get(const std::string &name) const {
  auto it = values.find(name);
  if (it == values.end())
    return std::nullopt;
  return it->second;
}

SideFigures DatabaseCounters::getSide(const std::string &prefix) const {
  SideFigures side;
  std::optional<double> totalNs = get(prefix + "total_time");
  if (totalNs)
    side.timeUs = *totalNs / 1e3;

  for (unsigned i = 0; i < numPipes; ++i) {
    std::string pipe = prefix + stringifyPipe(static_cast<Pipe>(i)).str();
    std::optional<double> timeNs = get(pipe + "_time");
    // Some versions cut the shares down to whole numbers, 0 or 1.
    if (timeNs && totalNs && *totalNs > 0)
      side.ratio[i] = *timeNs / *totalNs;
    else
      side.ratio[i] = get(pipe + "_ratio");
    // ArithmeticUtilization splits a pipe by instruction type (Counters.cpp).
    if (!side.ratio[i])
      for (StringRef type : {"fp16", "int8", "fp32", "int32", "misc"})
        if (std::optional<double> share =
                get(pipe + "_" + type.str() + "_ratio"))
          side.ratio[i] = side.ratio[i].value_or(0) + *share;
    if (side.ratio[i])
      side.ratio[i] = std::clamp(*side.ratio[i], 0.0, 1.0);
  }

  auto getTraffic = [&](const std::string &datas, const std::string &rate) {
    std::optional<double> bytes = get(prefix + datas);
    if (bytes)
      return std::optional<double>(*bytes * 1024);
    bytes = get(prefix + rate);
    // GB/s are bytes a nanosecond.
    if (bytes && totalNs)
      return std::optional<double>(*bytes * *totalNs);
    return std::optional<double>();
  };
  side.readBytes = getTraffic("read_main_memory_datas", "main_mem_read_bw");
  side.writtenBytes =
      getTraffic("write_main_memory_datas", "main_mem_write_bw");
  return side;
}

void DatabaseCounters::addTo(Figures &figures) const {
  bool isSplit = llvm::any_of(values.keys(), [](StringRef name) {
    return name.starts_with("aic_") || name.starts_with("aiv_");
  });
  if (isSplit)
    combineSides({getSide("aic_"), getSide("aiv_")}, figures);
  else
    combineSides({getSide("")}, figures);
}
