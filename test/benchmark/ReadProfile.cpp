//===- ReadProfile.cpp - Rows a second of the readers ---------------------===//
//
//   ninja ReadProfileBenchmark && bin/ReadProfileBenchmark
//
//===----------------------------------------------------------------------===//

#include "npuprof/Profile/Readers.h"
#include "llvm/Support/FormatVariadic.h"
#include <benchmark/benchmark.h>

using namespace npuprof;

/// An op_summary with the columns of --aic-metrics=PipeUtilization on a split
/// chip, 45 cells and some 300 bytes a row, over a few kinds of operator.
static std::string makeTable(int64_t numRows) {
  std::string text =
      "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task "
      "Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block "
      "Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types,Input "
      "Formats,Output Shapes,Output Data Types,Output Formats,Context ID,"
      "aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,aic_"
      "scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_"
      "mte2_time(us),aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,"
      "aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,aiv_vec_time(us),"
      "aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,aiv_mte2_time(us),"
      "aiv_mte2_ratio,aiv_mte3_time(us),aiv_mte3_ratio,aiv_icache_miss_rate,"
      "cube_utilization(%)\n";
  for (int64_t i = 0; i < numRows; ++i)
    text +=
        llvm::formatv(
            "0,4294967295,{0},2,aclnnMatmul_MatMulCommon_MatMulV2_{1},MatMulV2,"
            "dynamic,AI_CORE,{2}.{3:3}\t,185.504,12.087,20,0,NO,\"\"\"2048,{4};"
            "{4},512\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"2048,512\"\"\",DT_BF16,"
            "ND,N/A,183.87,5295467,151.425,0.824,88.03,0.479,119.148,0.648,"
            "177.314,0.964,5.736,0.031,0.001,0.0,0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,"
            "0.0,0.0,79.295\n",
            i % 65536, i % 7, 1736413971558972 + i * 200, 100 + i % 900,
            1024 + 128 * (i % 30))
            .str();
  return text;
}

static void readOpTable(benchmark::State &state) {
  std::string text = makeTable(state.range(0));
  for (auto _ : state) {
    Profile profile;
    if (llvm::Error error = readTable("op_summary.csv", text, profile)) {
      state.SkipWithError(llvm::toString(std::move(error)).c_str());
      return;
    }
    benchmark::DoNotOptimize(profile.getRecords().data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(text.size()));
}
BENCHMARK(readOpTable)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

/// Two runs with different metrics, joined row by row.
static void joinRuns(benchmark::State &state) {
  std::string pipe = makeTable(state.range(0));
  std::string other = "Op Name,OP Type,Task Duration(us),vec_fp32_ratio\n";
  for (int64_t i = 0; i < state.range(0); ++i)
    other += llvm::formatv("aclnnMatmul_MatMulCommon_MatMulV2_{0},MatMulV2,5,"
                           "0.5\n",
                           i % 7)
                 .str();
  for (auto _ : state) {
    state.PauseTiming();
    Profile profile;
    llvm::cantFail(readTable("pipe.csv", pipe, profile));
    llvm::cantFail(readTable("other.csv", other, profile));
    state.ResumeTiming();
    joinTables(profile);
    benchmark::DoNotOptimize(profile.getRecords().data());
  }
  state.SetItemsProcessed(state.iterations() * 2 * state.range(0));
}
BENCHMARK(joinRuns)->Arg(100000)->Unit(benchmark::kMillisecond);
