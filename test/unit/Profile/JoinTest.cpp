//===- JoinTest.cpp - One record from several tables ----------------------===//

#include "ProfileTestUtils.h"

using namespace npuprof;
using namespace npuprof::test;

namespace {
struct Join : testing::Test {
  Profile profile;
  std::vector<ReadNote> notes;

  void add(llvm::StringRef path, const llvm::Twine &text) {
    std::string error =
        llvm::toString(readTable(path, text.str(), profile, &notes));
    ASSERT_EQ(error, "");
  }
  void join() { joinTables(profile, &notes); }
  size_t size() const { return profile.getRecords().size(); }
  const OpRecord &get(size_t i) const { return profile.getRecords()[i]; }
};
} // namespace

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral opSummary =
    "op_name,op_type,avg_time(us),call_count,total_time(us)\n"
    "Norm,LayerNorm,320,60,19200\nSoftmax,Activation,45,60,2700\n";
static constexpr llvm::StringLiteral hbmSummary =
    "op_name,op_type,hbm_read(GB),hbm_write(GB),total_hbm(GB)\n"
    "Norm,LayerNorm,0.6,0.3,0.9\nTotal,,,14.2\n";
static constexpr llvm::StringLiteral aclSummary =
    "op_name,op_type,acl_call_count,acl_total_time(us)\n"
    "Norm,LayerNorm,60,900\nTotal,,,360,5000\n";

TEST_F(Join, SummariesOfOneRunInAnyOrder) {
  add("hbm_summary.csv", hbmSummary);
  add("acl_summary.csv", aclSummary);
  add("op_summary.csv", opSummary);
  join();
  ASSERT_EQ(size(), 2u);
  EXPECT_EQ(get(0).name, "Norm");
  const Figures &norm = get(0).figures;
  EXPECT_EQ(norm.calls, 60);
  EXPECT_EQ(norm.timeUs, 320);
  EXPECT_EQ(norm.launchUs, 15);
  EXPECT_EQ(norm.readBytes, 10000000) << "0.6 GB over 60 calls";
  EXPECT_EQ(norm.writtenBytes, 5000000);
  EXPECT_EQ(get(1).name, "Softmax");
  EXPECT_EQ(get(1).figures.readBytes, std::nullopt);
  EXPECT_EQ(profile.getComputeUs(), 19200 + 2700) << "time is counted once";
}

TEST_F(Join, CallsOfTheDeviceGoBeforeThoseOfTheHost) {
  add("acl_summary.csv", "op_name,op_type,acl_call_count,acl_total_time(us)\n"
                         "Norm,LayerNorm,30,900\n");
  add("op_summary.csv", opSummary);
  join();
  EXPECT_EQ(get(0).figures.calls, 60);
  EXPECT_EQ(get(0).figures.launchUs, 30);
}

TEST_F(Join, BytesWithoutCallsStandForAll) {
  add("hbm_summary.csv", hbmSummary);
  join();
  ASSERT_EQ(size(), 1u);
  EXPECT_EQ(get(0).figures.calls, std::nullopt);
  EXPECT_EQ(get(0).figures.readBytes, 600000000);
}

// 60 calls of 320 us and 20 of 160.
TEST_F(Join, TwoRunsAreMerged) {
  add("a/op_summary.csv", opSummary);
  add("b/op_summary.csv", "op_name,op_type,avg_time(us),call_count\n"
                          "Norm,LayerNorm,160,20\n");
  join();
  ASSERT_EQ(size(), 2u);
  EXPECT_EQ(get(0).figures.calls, 80);
  EXPECT_DOUBLE_EQ(*get(0).figures.timeUs, 280);
}

TEST_F(Join, TotalsOfTwoRunsAddUp) {
  add("a/op_summary.csv", opSummary);
  add("a/hbm_summary.csv", hbmSummary);
  add("b/op_summary.csv", opSummary);
  add("b/hbm_summary.csv", hbmSummary);
  join();
  ASSERT_EQ(size(), 2u);
  EXPECT_EQ(get(0).figures.calls, 120);
  EXPECT_EQ(get(0).figures.readBytes, 10000000) << "1.2 GB over 120 calls";
}

TEST_F(Join, SameNameOfAnotherTypeIsAnotherOperator) {
  add("op_summary.csv", opSummary);
  add("acl_summary.csv", "op_name,op_type,acl_call_count,acl_total_time(us)\n"
                         "Norm,RmsNorm,60,900\n");
  join();
  EXPECT_EQ(size(), 3u);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral pipeHeadings =
    "Op Name,OP Type,Task Start Time(us),Task Duration(us),Input Shapes,Input "
    "Data Types,vec_ratio\n";
static constexpr llvm::StringLiteral memoryHeadings =
    "Op Name,OP Type,Task Start Time(us),Task Duration(us),Input Shapes,Input "
    "Data Types,read_main_memory_datas(KB)\n";

TEST_F(Join, RunsWithDifferentMetrics) {
  add("pipe.csv", pipeHeadings + "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n"
                                 "add,Add,200,11,\"\"\"16\"\"\",FLOAT,0.6\n"
                                 "add,Add,300,12,\"\"\"8\"\"\",FLOAT,0.7\n");
  add("memory.csv", memoryHeadings + "add,Add,900,20,\"\"\"8\"\"\",FLOAT,1\n"
                                     "add,Add,950,21,\"\"\"16\"\"\",FLOAT,2\n"
                                     "add,Add,990,22,\"\"\"8\"\"\",FLOAT,3\n"
                                     "mul,Mul,999,5,\"\"\"8\"\"\",FLOAT,4\n");
  join();
  ASSERT_EQ(size(), 4u);
  double vec[] = {0.5, 0.6, 0.7};
  for (int i : {0, 1, 2}) {
    EXPECT_EQ(get(i).figures.timeUs, 10 + i) << "the first run's";
    EXPECT_EQ(get(i).figures.getRatio(Pipe::Vec), vec[i]);
    EXPECT_EQ(get(i).figures.readBytes, (i + 1) * 1024);
    EXPECT_EQ(get(i).figures.calls, 1);
  }
  EXPECT_EQ(get(3).name, "mul") << "the second run alone has it";
  EXPECT_EQ(profile.getComputeUs(), 10 + 11 + 12 + 5);
}

TEST_F(Join, SlicesOfOneExportAreFurtherLaunches) {
  add("pipe_0.csv", pipeHeadings + "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n");
  add("pipe_1.csv", pipeHeadings + "add,Add,200,11,\"\"\"8\"\"\",FLOAT,0.6\n");
  add("memory_0.csv", memoryHeadings + "add,Add,900,9,\"\"\"8\"\"\",FLOAT,1\n");
  add("memory_1.csv", memoryHeadings + "add,Add,950,9,\"\"\"8\"\"\",FLOAT,2\n");
  join();
  ASSERT_EQ(size(), 2u);
  EXPECT_EQ(get(0).figures.getRatio(Pipe::Vec), 0.5);
  EXPECT_EQ(get(0).figures.readBytes, 1024);
  EXPECT_EQ(get(1).figures.getRatio(Pipe::Vec), 0.6);
  EXPECT_EQ(get(1).figures.readBytes, 2048);
}

TEST_F(Join, TheSameLaunchTwice) {
  add("op_summary.csv",
      pipeHeadings + "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n");
  add("kernel_details.csv", pipeHeadings +
                                "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n"
                                "add,Add,200,10,\"\"\"8\"\"\",FLOAT,0.5\n");
  join();
  EXPECT_EQ(size(), 2u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].file, "kernel_details.csv");
  EXPECT_EQ(notes[0].message,
            "1 launches of this file stand in another one too and are counted "
            "once");
}

// Clocks that start at boot can show one time in two runs by chance.
TEST_F(Join, SameStartInRunsWithDifferentMetrics) {
  add("pipe.csv", pipeHeadings + "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n"
                                 "add,Add,200,11,\"\"\"8\"\"\",FLOAT,0.6\n");
  add("memory.csv", memoryHeadings + "add,Add,200,20,\"\"\"8\"\"\",FLOAT,1\n"
                                     "add,Add,300,21,\"\"\"8\"\"\",FLOAT,2\n");
  join();
  ASSERT_EQ(size(), 2u);
  EXPECT_EQ(get(0).figures.readBytes, 1024);
  EXPECT_EQ(get(1).figures.readBytes, 2048);
}

TEST_F(Join, SameStartInOneFileIsTwoLaunches) {
  add("a.csv", pipeHeadings + "add,Add,100,10,N/A,N/A,0.5\n"
                              "add,Add,100,10,N/A,N/A,0.5\n");
  join();
  EXPECT_EQ(size(), 2u);
}

TEST_F(Join, DevicesStayApartAndInOrder) {
  llvm::StringRef headings = "Device_id,Op Name,OP Type,Task Start "
                             "Time(us),Task Duration(us)\n";
  add("a.csv", headings + "1,late,Add,300,1\n0,x,Add,200,1\n"
                          "1,early,Add,100,1\n0,y,Add,200,1\n");
  join();
  ASSERT_EQ(size(), 4u);
  llvm::StringRef expected[] = {"x", "y", "early", "late"};
  for (int i : {0, 1, 2, 3})
    EXPECT_EQ(get(i).name, expected[i]);
}

// Exporters sort starts as text.
TEST_F(Join, StartsAreOrderedAsNumbers) {
  add("a.csv", "Op Name,OP Type,Task Start Time(us),Task Duration(us)\n"
               "b,Add,1000000.5,1\na,Add,999999.9,1\n");
  join();
  EXPECT_EQ(get(0).name, "a");
}

// A helper and its kernel share stream and task (NonZero57_MemSet, NonZero57).
TEST_F(Join, OneTaskMayHoldTwoLaunches) {
  llvm::StringRef headings = "Stream ID,Task ID,Op Name,OP Type,Task Start "
                             "Time(us),Task Duration(us),Context ID\n";
  add("a.csv", headings + "2,9,NonZero57_MemSet,0,100,1,0\n"
                          "2,9,NonZero57,NonZero,101,5,1\n");
  join();
  EXPECT_EQ(size(), 2u);
}

TEST_F(Join, FinerTableGoesBeforeTheAggregate) {
  add("op_statistic.csv", "OP Type,Core Type,Count,Total Time(us)\n"
                          "Add,AI_CORE,2,20\n");
  add("kernel_details.csv", "Name,Type,Duration(us)\na,Add,10\nb,Add,10\n");
  join();
  EXPECT_EQ(size(), 2u);
  EXPECT_EQ(profile.getComputeUs(), 20);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].file, "op_statistic.csv");
  EXPECT_EQ(notes[0].message,
            "the times of this op_statistic were passed over: "
            "a finer table has them too");
}

TEST_F(Join, AggregateOfAnotherDeviceStays) {
  add("op_statistic.csv", "Device_id,OP Type,Core Type,Count,Total Time(us)\n"
                          "1,Add,AI_CORE,2,20\n");
  add("kernel_details.csv", "Device_id,Name,Type,Duration(us)\n0,a,Add,10\n");
  join();
  EXPECT_EQ(size(), 2u);
}

TEST_F(Join, TypesOfTwoKindsOfCoreStayApart) {
  add("op_statistic.csv", "OP Type,Core Type,Count,Total Time(us)\n"
                          "MatMul,AI_CORE,2,20\nMatMul,MIX_AIC,1,15\n");
  join();
  EXPECT_EQ(size(), 2u);
}

// Launch cost and bytes of a summary belong to the launches of that name.
TEST_F(Join, SummaryBesideLaunches) {
  add("op_summary.csv", "Op Name,OP Type,Task Duration(us)\n"
                        "Norm,LayerNorm,10\nNorm,LayerNorm,12\nx,FFN,9\n");
  add("acl_summary.csv", aclSummary);
  add("hbm_summary.csv", hbmSummary);
  join();
  ASSERT_EQ(size(), 3u);
  for (int i : {0, 1}) {
    EXPECT_EQ(get(i).figures.calls, 1);
    EXPECT_EQ(get(i).figures.launchUs, 15);
    EXPECT_EQ(get(i).figures.readBytes, 300000000) << "two launches";
  }
  EXPECT_EQ(get(2).figures.launchUs, std::nullopt);
}

TEST_F(Join, IsIdempotent) {
  add("a.csv", pipeHeadings + "add,Add,100,10,\"\"\"8\"\"\",FLOAT,0.5\n");
  add("b.csv", memoryHeadings + "add,Add,900,20,\"\"\"8\"\"\",FLOAT,1\n");
  join();
  ASSERT_EQ(size(), 1u);
  Figures before = get(0).figures;
  join();
  ASSERT_EQ(size(), 1u);
  EXPECT_EQ(get(0).figures, before);
}
