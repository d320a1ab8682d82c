//===- DerivedFiguresTest.cpp ---------------------------------------------===//

#include "ProfileTestUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace npuprof;
using namespace npuprof::test;

static constexpr llvm::StringLiteral headings =
    "Op Name,OP Type,Task Type,Task Duration(us),Task Wait Time(us),Input "
    "Shapes,Input Data Types,Output Shapes,Output Data Types\n";

TEST(DerivedFigures, ComputeTimeIsThatOfKernels) {
  ReadResult result =
      read((headings + "a,Add,AI_CORE,10,0,N/A,N/A,N/A,N/A\n"
                       "h,hcom_,COMMUNICATION,1000,0,N/A,N/A,N/A,N/A\n"
                       "b,Add,AI_VECTOR_CORE,2.5,0,N/A,N/A,N/A,N/A\n")
               .str());
  EXPECT_DOUBLE_EQ(result.profile->getComputeUs(), 12.5);
}

TEST(DerivedFigures, LaunchCostPrefersTheHostsOwn) {
  Profile profile;
  std::string launches = (headings + "a,Add,AI_CORE,10,0,N/A,N/A,N/A,N/A\n"
                                     "b,Add,AI_CORE,10,4,N/A,N/A,N/A,N/A\n"
                                     "c,Add,AI_CORE,10,99999,N/A,N/A,N/A,N/A\n")
                             .str();
  ASSERT_FALSE(readTable("out/op_summary.csv", launches, profile));
  std::optional<SourcedFigure> launch = profile.getLaunchUs();
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->value, 4) << "a gap between phases does not count";
  EXPECT_EQ(launch->source, "op_summary.csv, median gap between tasks");

  ASSERT_FALSE(readTable("acl_summary.csv",
                         "op_name,op_type,acl_call_count,acl_total_time(us)\n"
                         "N,Norm,10,100\nF,FFN,30,100\n",
                         profile));
  EXPECT_EQ(profile.getLaunchUs()->value, 5) << "200 us over 40 launches";

  ASSERT_FALSE(readTable(
      "api_statistic.csv",
      "Level,API Name,Time(us),Count\nnode,launch,5000,360\n", profile));
  launch = profile.getLaunchUs();
  EXPECT_DOUBLE_EQ(launch->value, 5000.0 / 360);
  EXPECT_EQ(launch->source, "api_statistic.csv, node launch");
}

TEST(DerivedFigures, LaunchCostMayBeUnknown) {
  ReadResult result = read("OP Type,Core Type,Count,Total Time(us)\n"
                           "Add,AI_CORE,3,10\n");
  EXPECT_FALSE(result.profile->getLaunchUs());
  EXPECT_FALSE(result.profile->getBandwidthGBs());
  EXPECT_FALSE(result.profile->getKernelFloorUs());
}

TEST(DerivedFigures, BandwidthOfTheHardwareSummary) {
  ReadResult result = read("unit,utilization(%),bandwidth(GB/s)\n"
                           "L1,89,1200\nHBM,78,910\n",
                           "x/hardware_summary.csv");
  std::optional<SourcedFigure> bandwidth = result.profile->getBandwidthGBs();
  ASSERT_TRUE(bandwidth);
  EXPECT_DOUBLE_EQ(bandwidth->value, 910);
  EXPECT_EQ(bandwidth->source, "hardware_summary.csv, HBM");
}

// 2^22 f16 elements read twice and written once are 25165824 B. Times are 30,
// 31, ... 49 us: the 18th of 20 rates from below is that of 32 us.
TEST(DerivedFigures, BandwidthFromOperands) {
  std::string rows = headings.str();
  for (int i = 0; i < 20; ++i)
    rows +=
        llvm::formatv("a,Add,AI_CORE,{0},0,\"\"\"4194304;4194304\"\"\",FLOAT"
                      "16;FLOAT16,\"\"\"4194304\"\"\",FLOAT16\n",
                      30 + i)
            .str();
  // Neither parts of operands, nor short or small launches, nor what has no
  // type: each of these would give an absurd rate.
  rows +=
      "g,GatherV2,AI_CORE,30,0,\"\"\"400000000;1\"\"\",FLOAT;INT64,\"\"\"1"
      "\"\"\",FLOAT\n"
      "s,Add,AI_CORE,1,0,\"\"\"4194304\"\"\",FLOAT,\"\"\"4194304\"\"\",FLOAT\n"
      "t,Add,AI_CORE,9000,0,\"\"\"4\"\"\",FLOAT,\"\"\"4\"\"\",FLOAT\n"
      "u,Add,AI_CORE,30,0,\"\"\"4194304000\"\"\",STRING,\"\"\"4\"\"\",FLOAT\n";
  ReadResult result = read(rows);
  ASSERT_EQ(result.error, "");
  std::optional<SourcedFigure> bandwidth = result.profile->getBandwidthGBs();
  ASSERT_TRUE(bandwidth);
  EXPECT_DOUBLE_EQ(bandwidth->value, 25165824 / 32e-6 / 1e9);
  EXPECT_EQ(bandwidth->source,
            "t.csv, 90th percentile of operand bytes over time");
}

TEST(DerivedFigures, BandwidthPrefersBytesThatWereCounted) {
  std::string rows =
      "Op Name,OP Type,Task Duration(us),Input Shapes,Input Data Types,read_"
      "main_memory_datas(KB),write_main_memory_datas(KB)\n";
  for (int i = 0; i < 10; ++i)
    rows += "a,Add,100,\"\"\"4194304\"\"\",FLOAT,40960,10240\n";
  ReadResult result = read(rows);
  ASSERT_EQ(result.error, "");
  std::optional<SourcedFigure> bandwidth = result.profile->getBandwidthGBs();
  ASSERT_TRUE(bandwidth);
  // 50 MiB in 100 us.
  EXPECT_DOUBLE_EQ(bandwidth->value, 50 * 1048576 / 100e-6 / 1e9);
}

// The 5th percentile of 40 launches of 1, 2, ... 40 us is the second.
TEST(DerivedFigures, KernelFloor) {
  std::string rows = "Op Name,OP Type,Task Type,Task Duration(us)\n"
                     "h,hcom_,HCCL,0.1\n";
  for (int i = 40; i >= 1; --i)
    rows += llvm::formatv("a,Add,AI_CORE,{0}\n", i).str();
  ReadResult result = read(rows);
  std::optional<SourcedFigure> floor = result.profile->getKernelFloorUs();
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->value, 2);
  EXPECT_EQ(floor->source, "t.csv, 5th percentile of a launch's time");
}
