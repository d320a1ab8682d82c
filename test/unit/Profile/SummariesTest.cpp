//===- SummariesTest.cpp - Tables with a row an operator ------------------===//

#include "ProfileTestUtils.h"

using namespace npuprof;
using namespace npuprof::test;

TEST(Summaries, OpSummary) {
  ReadResult result = read("op_name,op_type,avg_time(us),call_count,total_time"
                           "(us)\n"
                           "Attention,Attention,100,30,3000\n"
                           "Norm,LayerNorm,,60,1200\n"
                           "Total,,,,4200\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 2u) << "a total is no operator";
  EXPECT_TRUE(result[0].aggregated);
  EXPECT_EQ(result[0].type, "Attention");
  EXPECT_EQ(result[0].figures.calls, 30);
  EXPECT_EQ(result[0].figures.timeUs, 100);
  EXPECT_EQ(result[1].figures.timeUs, 20) << "1200 us in 60 calls";
}

TEST(Summaries, AclSummaryTotalWithAFieldTooMany) {
  ReadResult result = read("op_name,op_type,acl_call_count,acl_total_time(us)\n"
                           "Norm,LayerNorm,60,900\n"
                           "Total,,,360,5000\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].figures.calls, 60);
  EXPECT_EQ(result[0].figures.launchUs, 15);
  EXPECT_EQ(result[0].figures.timeUs, std::nullopt);
  EXPECT_EQ(result.profile->totalLaunches, 360);
  EXPECT_EQ(result.profile->totalLaunchUs, 5000);
  EXPECT_TRUE(result.notes.empty());
}

TEST(Summaries, HbmSummaryTotalWithAFieldTooFew) {
  ReadResult result =
      read("op_name,op_type,hbm_read(GB),hbm_write(GB),total_hbm(GB)\n"
           "Norm,LayerNorm,0.8,0.4,1.2\n"
           "Total,,,14.2\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].figures.calls, std::nullopt);
  EXPECT_EQ(result[0].figures.readBytes, 800000000);
  EXPECT_EQ(result[0].figures.writtenBytes, 400000000);
  EXPECT_EQ(result.profile->totalBytes, 14.2e9);
}

TEST(Summaries, TotalWithTheRightNumberOfFields) {
  ReadResult result = read("op_name,op_type,acl_call_count,acl_total_time(us)\n"
                           "Norm,LayerNorm,60,900\n"
                           "TOTAL,,360,5000\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 1u);
  EXPECT_EQ(result.profile->totalLaunches, 360);
  EXPECT_EQ(result.profile->totalLaunchUs, 5000);
}

TEST(Summaries, HardwareSummary) {
  ReadResult result = read("unit,utilization(%),bandwidth(GB/s)\n"
                           "Cube,91,890\n"
                           "HBM,78,910\n"
                           "UB,N/A,\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.profile->getUnits().size(), 3u);
  const UnitUsage &hbm = result.profile->getUnits()[1];
  EXPECT_EQ(hbm.unit, "HBM");
  EXPECT_DOUBLE_EQ(*hbm.utilization, 0.78);
  EXPECT_DOUBLE_EQ(*hbm.bandwidthGBs, 910);
  EXPECT_EQ(result.profile->getUnits()[2].utilization, std::nullopt);
  EXPECT_EQ(result.profile->getUnits()[2].bandwidthGBs, std::nullopt);
}

TEST(Summaries, OpStatistic) {
  ReadResult result = read("Device_id,OP Type,Core Type,Count,Total Time(us),"
                           "Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                           "3,MatMulV3,AI_CORE,3,10,1,3.333,7,100\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].name, "");
  EXPECT_EQ(result[0].type, "MatMulV3");
  EXPECT_EQ(result[0].taskType, "AI_CORE");
  EXPECT_EQ(result[0].device, 3);
  EXPECT_EQ(result[0].figures.calls, 3);
  EXPECT_DOUBLE_EQ(*result[0].figures.getTotalUs(), 10)
      << "not 9.999, as the rounded average would give";
}

TEST(Summaries, ApiStatistic) {
  llvm::StringRef headings =
      "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),"
      "Variance\n";
  ReadResult result = read((headings + "host,acl,aclnnAdd,900,60,15,1,1,1\n"
                                       "host,node,launch,1500,100,15,5,7,1\n"
                                       "host,runtime,KernelLaunch,600,100,6,4,"
                                       "9,2\n")
                               .str());
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 0u);
  EXPECT_EQ(result.profile->totalLaunches, 100);
  EXPECT_EQ(result.profile->totalLaunchUs, 1500);

  // Without the node level: the runtime's own launch functions.
  result = read((headings + "host,runtime,KernelLaunchWithHandle,600,100,6,4,"
                            "9,2\n"
                            "host,runtime,FftsPlusTaskLaunch,80,10,8,4,9,2\n"
                            "host,runtime,StreamSynchronize,9999,1,8,4,9,2\n")
                    .str());
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->totalLaunches, 110);
  EXPECT_EQ(result.profile->totalLaunchUs, 680);
}
