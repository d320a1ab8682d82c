//===- FuzzTest.cpp - Damaged input never crashes -------------------------===//
//
// Every prefix of a table (a profiler killed at any byte) and every table with
// one byte changed ends in a profile or in an error with a message.
//
//===----------------------------------------------------------------------===//

#include "ProfileTestUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace npuprof;
using namespace npuprof::test;

static const llvm::StringLiteral tables[] = {
    "Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task "
    "Duration(us),Block Num,Input Shapes,Input Data Types,Input "
    "Formats,aicore_time(us),aic_mac_ratio,aic_read_main_memory_datas(KB),aiv_"
    "time(us),aiv_vec_ratio\n"
    "0,mm,MatMulV2,AI_CORE,1736413971558972.912\t,185.504,16,\"\"\"81,40;"
    "8\"\"\""
    ",DT_BF16;DT_BF16,ND;ND,183.87,0.824,5.5,0,0\r\n"
    "0,\"a\"\"b\",Add,MIX_AIV,1736413971558999,2.5,N/A,\"\"\"\"\"\",FLOAT,NULL,"
    "1.5,0.1,2,2.25,0.5\n"
    "0,hcom,hcom_,HCCL,1736413971559999,2.5,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A"
    "\n",
    "op_name,op_type,avg_time(us),call_count,total_time(us)\nA,B,12,3,36\n",
    "unit,utilization(%),bandwidth(GB/s)\nHBM,78,910\n",
    "op_name,op_type,hbm_read(GB),hbm_write(GB),total_hbm(GB)\nA,B,0.8,0.4,1.2"
    "\nTotal,,,14.2\n",
    "op_name,op_type,acl_call_count,acl_total_time(us)\nA,B,60,900\nTotal,,,"
    "360,5000\n",
    "OP Type,Core Type,Count,Total Time(us)\nAdd,AI_CORE,3,10\n",
    "Level,API Name,Time(us),Count\nnode,launch,1500,100\n",
};

/// Reads and joins; an error must say something.
static void exercise(llvm::StringRef text) {
  Profile profile;
  std::vector<ReadNote> notes;
  if (llvm::Error error = readTable("t.csv", text, profile, &notes)) {
    EXPECT_FALSE(llvm::toString(std::move(error)).empty());
    return;
  }
  joinTables(profile, &notes);
  EXPECT_GE(profile.getComputeUs(), 0);
  (void)profile.getLaunchUs();
  (void)profile.getBandwidthGBs();
  (void)profile.getKernelFloorUs();
}

TEST(Fuzz, EveryPrefix) {
  for (llvm::StringRef table : tables)
    for (size_t size = 0; size <= table.size(); ++size)
      exercise(table.take_front(size));
}

TEST(Fuzz, EveryByteChanged) {
  const llvm::StringRef values("\0\n\r\t\",;0-.9e(\x7F\x80\xFF", 17);
  for (llvm::StringRef table : tables)
    for (size_t i = 0; i < table.size(); ++i)
      for (char value : values) {
        std::string text = table.str();
        text[i] = value;
        exercise(text);
      }
}

TEST(Fuzz, EveryByteRemovedOrDoubled) {
  for (llvm::StringRef table : tables)
    for (size_t i = 0; i < table.size(); ++i) {
      std::string text = table.str();
      exercise(std::string(text).erase(i, 1));
      exercise(std::string(text).insert(i, 1, text[i]));
    }
}

TEST(Fuzz, LinesExchanged) {
  for (llvm::StringRef table : tables) {
    llvm::SmallVector<llvm::StringRef> lines;
    table.split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (size_t i = 0; i < lines.size(); ++i)
      for (size_t j = 0; j < lines.size(); ++j) {
        llvm::SmallVector<llvm::StringRef> other = lines;
        std::swap(other[i], other[j]);
        exercise(llvm::join(other, "\n"));
      }
  }
}
