//===- TableKinds.cpp - What a table is, told by its headings -------------===//
//
// File names say little: tools rename them, slices and time stamps are added.
// The headings are what a reader needs, so they decide.
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace npuprof;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {
struct Rule {
  StringLiteral kind;
  /// Separated by blanks; "|" between names that mean the same. All must be
  /// there.
  StringLiteral headings;
  TableReader *read;
  /// What a table that is not read holds.
  StringLiteral content = "";
};
} // namespace

/// The first rule that holds decides, so the narrower one stands first.
static constexpr Rule rules[] = {
    // Operators.
    {"op_summary", "op_name call_count avg_time|total_time", readOpTotals},
    {"hbm_summary", "op_name hbm_read hbm_write", readHbmSummary},
    {"acl_summary", "op_name acl_call_count acl_total_time", readAclSummary},
    {"hardware_summary", "unit utilization", readHardwareSummary},
    {"OpBasicInfo", "op_name op_type task_duration current_freq|pid",
     readKernelInfo},
    {"op_summary", "op_name op_type task_duration|duration", readOpTable},
    {"kernel_details", "name type duration", readOpTable},
    {"task_time", "kernel_name kernel_type task_time", readTaskTime},
    {"op_statistic", "op_type core_type count total_time", readOpStatistic},
    {"communication_statistic", "op_type count total_time",
     readCommunicationStatistic},
    {"api_statistic", "level api_name time count", readApiStatistic},
    {"PipeUtilization of blocks",
     "block_id sub_block_id "
     "aic_scalar_time|aiv_scalar_time|aic_scalar_ratio|aiv_scalar_ratio",
     readBlockTable},
    {"Memory of blocks",
     "block_id sub_block_id aic_main_mem_read_bw|aiv_main_mem_read_bw|"
     "read_main_memory_datas|aic_read_main_memory_datas|"
     "aiv_read_main_memory_datas",
     readBlockTable},
    {"step_trace", "iteration_id iteration_time iteration_end", readStepTrace},
    // Neighbours of those, named so that a user is told what a file is.
    {"counters of blocks", "block_id sub_block_id", nullptr,
     "counters that nothing is decided by"},
    {"l2_cache", "op_name hit_rate", nullptr, "cache hits of each task"},
    {"fusion_op", "fusion_op original_ops", nullptr,
     "what the graph compiler fused"},
    {"operator_memory", "name allocation_time", nullptr, "allocations"},
    {"memory_record", "component total_allocated", nullptr,
     "memory in use over time"},
    {"npu_module_mem", "component total_reserved", nullptr,
     "memory in use over time"},
    {"static_op_mem", "op_name size", nullptr, "memory of each node"},
    {"operator_details", "name host_self_duration", nullptr,
     "times of the framework's operators on the host"},
    {"step_trace_time", "computing free", nullptr, "sums of each step"},
    {"ai_core_utilization", "core_id scalar_ratio", nullptr,
     "samples of each core, whatever it ran"},
    {"hbm or ddr", "metric read write", nullptr,
     "bandwidth over time, idle time included"},
    {"llc_read_write", "mode hit_rate", nullptr, "cache hits over time"},
    {"npu_mem", "event ddr hbm", nullptr, "memory in use over time"},
    {"aicpu", "node compute_time", nullptr, "nodes on the AI CPU"},
};

static bool holds(const Rule &rule, const Table &table) {
  return llvm::all_of(llvm::split(rule.headings, ' '), [&](StringRef names) {
    return llvm::any_of(llvm::split(names, '|'),
                        [&](StringRef name) { return table.has(name); });
  });
}

std::optional<TableKind> npuprof::classifyTable(const Table &table) {
  for (const Rule &rule : rules)
    if (holds(rule, table))
      return TableKind{rule.kind, rule.read, rule.content};
  return std::nullopt;
}

StringRef npuprof::getReadableKinds() {
  return "op_summary, kernel_details, task_time, op_statistic, "
         "communication_statistic, api_statistic, step_trace, "
         "OpBasicInfo, hardware_summary, hbm_summary, acl_summary";
}

StringRef
npuprof::classifyMetric(llvm::function_ref<bool(StringRef)> hasCounter) {
  struct Metric {
    StringLiteral name;
    StringLiteral counters;
  };
  static constexpr Metric metrics[] = {
      {"PipeUtilization", "mac_ratio|vec_ratio"},
      {"ArithmeticUtilization", "mac_fp16_ratio|vec_fp32_ratio"},
      {"MemoryAccess", "read_main_memory_datas"},
      {"Memory", "main_mem_read_bw"},
      {"MemoryL0", "l0a_read_bw"},
      {"MemoryUB", "ub_read_bw_vector|ub_read_bw_scalar"},
      {"L2Cache", "write_cache_hit|write_local_l2_hit"},
      {"ResourceConflictRatio", "vec_bank_cflt_ratio|vec_resc_cflt_ratio"},
      {"PipelineExecuteUtilization", "mac_exe_ratio|vec_exe_ratio"},
  };
  for (const Metric &metric : metrics)
    for (StringRef counter : llvm::split(metric.counters, '|'))
      for (StringRef prefix : {"", "aic_", "aiv_"})
        if (hasCounter((prefix + counter).str()))
          return metric.name;
  return {};
}
