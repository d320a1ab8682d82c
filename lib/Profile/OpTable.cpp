//===- OpTable.cpp - op_summary and kernel_details ------------------------===//
//
// A row a launch. msprof and torch_npu name the same column differently, and
// each version has columns of its own: names in a list below mean the same.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Signatures.h"
#include "TableReaders.h"

using namespace npuprof;
using llvm::StringRef;

llvm::Expected<size_t> npuprof::readOpTable(Table &table,
                                            const ReadTarget &target) {
  Profile &profile = target.profile;
  profile.setMetric(
      target.file,
      classifyMetric([&](StringRef counter) { return table.has(counter); }));

  Column name = table.find({"op_name", "name"});
  Column type = table.find({"op_type", "type"});
  Column taskType = table.find({"task_type", "accelerator_core", "core_type"});
  Column duration = table.findTime({"task_duration", "duration"});
  Column wait = table.findTime({"task_wait_time", "wait_time"});
  Column start = table.findInstant({"task_start_time", "start_time"});
  Column blocks = table.find({"block_num", "block_dim"});
  Column stream = table.find({"stream_id"});
  Column step = table.find({"step_id"});
  Signatures signatures(table, profile);
  Counters counters(table);

  return readRecords(table, target, [&](Row &row, OpRecord &record) {
    record.name = profile.intern(row.getText(name));
    // Some versions write 0 for helpers such as MemSet.
    StringRef typeText = row.getText(type);
    record.type = profile.intern(typeText == "0" ? "" : typeText);
    record.taskType = profile.intern(row.getText(taskType));
    record.signature = signatures.read(row);
    record.startNs = row.getInstant(start);
    record.step = row.getInteger(step);
    record.stream = row.getInteger(stream);

    Figures &figures = record.figures;
    figures.calls = 1;
    figures.timeUs = row.getAmount(duration);
    // A task that overlaps the one before it waits for nothing.
    if (std::optional<double> gap = row.getNumber(wait))
      figures.waitUs = std::max(0.0, *gap);
    // 0 stands for "not collected" (--task-time=l0): no task runs on 0 cores.
    figures.cores = row.getInteger(blocks);
    if (figures.cores == 0)
      figures.cores.reset();
    counters.read(row, figures);
  });
}
