//===- TableReaders.h - One reader a kind of table --------------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_TABLEREADERS_H
#define NPUPROF_LIB_PROFILE_TABLEREADERS_H

#include "Table.h"

namespace npuprof {

/// What a reader fills.
struct ReadTarget {
  Profile &profile;
  unsigned file;
  /// Stands for the device of a table that has one device only: the rank tells
  /// devices of several hosts apart.
  std::optional<int64_t> rank;
};

/// Reads a row into each new record: `fill` sees it with file, line and device
/// set. A row that turns out malformed leaves no record behind. Returns the
/// number of rows.
llvm::Expected<size_t>
readRecords(Table &table, const ReadTarget &target,
            llvm::function_ref<void(Row &, OpRecord &)> fill,
            llvm::function_ref<void(Row &)> readTotals = nullptr);

/// Reads the rows below the headings; returns how many there were.
using TableReader = llvm::Expected<size_t>(Table &, const ReadTarget &);

/// op_summary and kernel_details: a row a launch.
TableReader readOpTable;
/// task_time: a row a task, under the name of its binary.
TableReader readTaskTime;
/// op_statistic: a row a type of operator.
TableReader readOpStatistic;
/// communication_statistic: the same of collectives.
TableReader readCommunicationStatistic;
/// step_trace: when each iteration of a graph ran.
TableReader readStepTrace;
/// OpBasicInfo of msprof op: the one kernel of a folder.
TableReader readKernelInfo;
/// The tables beside it: a row a block and sub-block.
TableReader readBlockTable;
/// api_statistic: host functions; what launches cost.
TableReader readApiStatistic;
/// The summaries: a row an operator, or a unit of the chip.
TableReader readOpTotals;
TableReader readHardwareSummary;
TableReader readHbmSummary;
TableReader readAclSummary;

/// What a table is, told by its headings.
struct TableKind {
  llvm::StringRef name;
  /// Null for tables that are not read.
  TableReader *read;
  /// Why not: what such a table holds.
  llvm::StringRef content;
};

/// Nothing if the headings are those of no known table.
std::optional<TableKind> classifyTable(const Table &table);

/// The kinds that are read, for messages.
llvm::StringRef getReadableKinds();

/// The --aic-metrics of a profile, told by its counters ("PipeUtilization");
/// empty where it has none. `hasCounter` is asked for names as headings have
/// them: "aic_mac_ratio".
llvm::StringRef
classifyMetric(llvm::function_ref<bool(llvm::StringRef)> hasCounter);

/// Puts the rank in the place of the device if all `records` are of one device.
void assignRank(llvm::MutableArrayRef<OpRecord> records,
                std::optional<int64_t> rank);

/// How reading one file ended when nothing in it was wrong.
struct TableOutcome {
  enum { Read, Empty, NotOperators, Unknown } state = Read;
  /// Of all but the first: what the file is.
  std::string message;
};

/// The same as an error, for a file that the user named.
llvm::Error makeOutcomeError(llvm::StringRef path, TableOutcome outcome);

/// Reads `text` into the profile. `rank` stands for the device if given.
llvm::Expected<TableOutcome> importTable(llvm::StringRef path,
                                         llvm::StringRef text, Profile &profile,
                                         std::vector<ReadNote> *notes,
                                         std::optional<int64_t> rank);

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_TABLEREADERS_H
