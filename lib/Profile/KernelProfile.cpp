//===- KernelProfile.cpp - The folders of msprof op -----------------------===//
//
// OPPROF_* holds one launch of one kernel: OpBasicInfo.csv has its time, the
// tables beside it a row for each block and sub-block (cube0, vector0, vector1)
// with counters. They have no name of an operator: the folder joins them.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Numbers.h"
#include "TableReaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace npuprof;
using llvm::StringRef;

/// "vector", "cube", "mix"; "<name>_mix_aic" tells which core leads.
static StringRef convertCore(StringRef core, StringRef name) {
  return llvm::StringSwitch<StringRef>(core)
      .Case("vector", "AI_VECTOR_CORE")
      .Case("cube", "AI_CORE")
      .Case("mix", name.ends_with("_mix_aiv") ? "MIX_AIV" : "MIX_AIC")
      .Default(core);
}

llvm::Expected<size_t> npuprof::readKernelInfo(Table &table,
                                               const ReadTarget &target) {
  Profile &profile = target.profile;
  Column name = table.find({"op_name"});
  Column core = table.find({"op_type"});
  Column duration = table.findTime({"task_duration"});
  Column blocks = table.find({"block_num", "block_dim"});

  return readRecords(table, target, [&](Row &row, OpRecord &record) {
    StringRef text = row.getText(name);
    record.name = profile.intern(text);
    record.taskType = profile.intern(convertCore(row.getText(core), text));
    // op_summary has the kernel without the kind of core.
    for (StringRef suffix : {"_mix_aic", "_mix_aiv"})
      text.consume_back(suffix);
    record.type = profile.intern(text);
    record.figures.calls = 1;
    record.figures.timeUs = row.getAmount(duration);
    record.figures.cores = row.getInteger(blocks);
    if (record.figures.cores == 0)
      record.figures.cores.reset();
  });
}

namespace {
struct Mean {
  double sum = 0;
  unsigned count = 0;
  void add(std::optional<double> value) {
    if (!value)
      return;
    sum += *value;
    ++count;
  }
  std::optional<double> get() const {
    return count ? std::optional(sum / count) : std::nullopt;
  }
};

/// Counters of the blocks on one kind of core.
struct BlockSide {
  Column time;
  std::array<Column, numPipes> pipeTime, pipeRatio;
  Mean timeUs;
  std::array<Mean, numPipes> pipeUs, ratio;

  BlockSide(Table &table, const std::string &prefix);
  void read(Row &row);
  SideFigures get() const;
};
} // namespace

BlockSide::BlockSide(Table &table, const std::string &prefix) {
  time = table.findTime({prefix + "time"});
  for (unsigned i = 0; i < numPipes; ++i) {
    Pipe pipe = static_cast<Pipe>(i);
    std::string name = prefix + stringifyPipe(pipe).str();
    // Here the mac is called cube.
    std::string other = pipe == Pipe::Mac ? prefix + "cube" : name;
    pipeTime[i] = table.findTime({name + "_time", other + "_time"});
    pipeRatio[i] = table.findShare({name + "_ratio", other + "_ratio"});
  }
}

void BlockSide::read(Row &row) {
  timeUs.add(row.getAmount(time));
  for (unsigned i = 0; i < numPipes; ++i) {
    pipeUs[i].add(row.getAmount(pipeTime[i]));
    ratio[i].add(row.getShare(pipeRatio[i]));
  }
}

SideFigures BlockSide::get() const {
  SideFigures side;
  side.timeUs = timeUs.get();
  for (unsigned i = 0; i < numPipes; ++i) {
    std::optional<double> us = pipeUs[i].get();
    // The file's own shares are of another time than that of the core.
    if (us && side.timeUs && *side.timeUs > 0)
      side.ratio[i] = std::min(1.0, *us / *side.timeUs);
    else
      side.ratio[i] = ratio[i].get();
  }
  return side;
}

llvm::Expected<size_t> npuprof::readBlockTable(Table &table,
                                               const ReadTarget &target) {
  Profile &profile = target.profile;
  BlockSide cube(table, "aic_"), vector(table, "aiv_");
  Counters counters(table);
  // Some versions have the bytes of both kinds of core in one column.
  Column readColumn = table.findBytes({"read_main_memory_datas"}, "KB");
  Column writtenColumn = table.findBytes({"write_main_memory_datas"}, "KB");
  std::optional<int64_t> readBytes, writtenBytes;
  auto add = [](std::optional<int64_t> &sum, std::optional<int64_t> bytes) {
    if (bytes)
      sum = addCounts(sum.value_or(0), *bytes);
  };
  llvm::Expected<size_t> numRead = table.readRows([&](Row &row) {
    cube.read(row);
    vector.read(row);
    Figures ofBlock;
    counters.read(row, ofBlock);
    add(readBytes, readColumn ? row.getWhole(readColumn) : ofBlock.readBytes);
    add(writtenBytes,
        writtenColumn ? row.getWhole(writtenColumn) : ofBlock.writtenBytes);
  });
  if (!numRead)
    return numRead;

  Figures figures;
  combineSides({cube.get(), vector.get()}, figures);
  figures.readBytes = readBytes;
  figures.writtenBytes = writtenBytes;

  llvm::ArrayRef<ProfileFile> files = profile.getFiles();
  auto getFolder = [&](unsigned file) {
    return llvm::sys::path::parent_path(files[file].path);
  };
  OpRecord *kernel = nullptr;
  unsigned numKernels = 0;
  for (OpRecord &record : profile.getMutableRecords())
    if (files[record.file].kind == "OpBasicInfo" &&
        getFolder(record.file) == getFolder(target.file)) {
      kernel = &record;
      ++numKernels;
    }
  if (numKernels != 1) {
    table.note(0, "these blocks belong to the kernel in the OpBasicInfo.csv "
                  "beside them, which was not read before");
    return numRead;
  }
  for (unsigned i = 0; i < numPipes; ++i)
    if (figures.ratio[i])
      kernel->figures.ratio[i] = figures.ratio[i];
  if (figures.readBytes)
    kernel->figures.readBytes = figures.readBytes;
  if (figures.writtenBytes)
    kernel->figures.writtenBytes = figures.writtenBytes;
  return numRead;
}
