//===- TaskTime.cpp - task_time -------------------------------------------===//
//
// A row a task of the device, copies and events too. Where op_summary is
// missing, or was taken at level 0, this is what is left: kernels under the
// names of their binaries, which start with the type of the operator:
//
//   OnesLike_1c4543fdfe7149b6d3f5a4c1e2b80a97_high_performance_210000000
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace npuprof;
using llvm::StringRef;

/// The type in front of the hash; empty where there is none.
static StringRef getType(StringRef binary) {
  constexpr size_t hashLength = 32;
  StringRef rest = binary;
  while (true) {
    size_t underscore = rest.find('_');
    if (underscore == StringRef::npos)
      return {};
    rest = rest.drop_front(underscore + 1);
    StringRef hash = rest.take_until([](char c) { return c == '_'; });
    if (hash.size() == hashLength && llvm::all_of(hash, llvm::isHexDigit))
      return binary.drop_back(rest.size() + 1);
  }
}

/// The name that op_summary has for the kind of task.
static StringRef convertTaskType(StringRef text) {
  return llvm::StringSwitch<StringRef>(text)
      .Case("KERNEL_AICORE", "AI_CORE")
      .Case("KERNEL_AIVEC", "AI_VECTOR_CORE")
      .Case("KERNEL_MIX_AIC", "MIX_AIC")
      .Case("KERNEL_MIX_AIV", "MIX_AIV")
      .Case("KERNEL_AICPU", "AI_CPU")
      .Default(text);
}

llvm::Expected<size_t> npuprof::readTaskTime(Table &table,
                                             const ReadTarget &target) {
  Profile &profile = target.profile;
  Column name = table.find({"kernel_name"});
  Column kind = table.find({"kernel_type"});
  Column stream = table.find({"stream_id"});
  Column time = table.findTime({"task_time"});
  Column start = table.findInstant({"task_start"});

  return readRecords(table, target, [&](Row &row, OpRecord &record) {
    record.name = profile.intern(row.getText(name));
    record.type = profile.intern(getType(record.name));
    record.taskType = profile.intern(convertTaskType(row.getText(kind)));
    record.stream = row.getInteger(stream);
    record.startNs = row.getInstant(start);
    record.figures.calls = 1;
    record.figures.timeUs = row.getAmount(time);
  });
}
