//===- OtherTablesTest.cpp - Tables beside op_summary ---------------------===//

#include "ProfileTestUtils.h"

using namespace npuprof;
using namespace npuprof::test;

static std::vector<std::string> getNames(const ProfileResult &result) {
  EXPECT_EQ(result.error, "");
  std::vector<std::string> names;
  if (result.profile)
    for (const OpRecord &record : result.profile->getRecords())
      names.push_back(record.name.str());
  return names;
}

using Names = std::vector<std::string>;

//===----------------------------------------------------------------------===//
// task_time
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral taskTime =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),"
    "task_start(us),task_stop(us)\n"
    "0,OnesLike_1c4543fdfe7149b60a1b2c3d4e5f6071_high_performance_210000000,"
    "KERNEL_AIVEC,2,7,26.720,\"1787504007019867.535\t\","
    "1787504007019894.255\t\n"
    "0,N/A,Notify Wait,2,8,900,1787504007019900.000\t,1787504007020800\t\n"
    "0,my_kernel_0123,KERNEL_MIX_AIC,2,9,5,1787504007020900,1787504007020905\n";

TEST(TaskTime, TypesStandInFrontOfTheHash) {
  ReadResult result = read(taskTime);
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[0].type, "OnesLike");
  EXPECT_EQ(result[0].taskType, "AI_VECTOR_CORE");
  EXPECT_EQ(result[0].startNs, 1787504007019867535);
  EXPECT_EQ(result[0].figures.timeUs, 26.72);
  EXPECT_EQ(result[0].stream, 2);
  EXPECT_FALSE(result[1].isComputeTask());
  EXPECT_EQ(result[2].type, "") << "no binary of the operator library";
  EXPECT_EQ(result[2].taskType, "MIX_AIC");
  EXPECT_NEAR(result.profile->getComputeUs(), 31.72, 1e-9);
}

TEST(TaskTime, CountsOnlyWhereThereAreNoLaunches) {
  TempFolder folder;
  folder.write("task_time_20260823165335.csv", taskTime);
  folder.write("op_statistic_20260823165335.csv",
               "OP Type,Core Type,Count,Total Time(us)\n"
               "OnesLike,AI_VECTOR_CORE,1,26.72\n");
  EXPECT_EQ(getNames(readAll({folder.getPath()})).size(), 3u);
  folder.write("op_summary_20260823165335.csv",
               "Op Name,OP Type,Task Start Time(us),Task Duration(us)\n"
               "ones,OnesLike,1787504007019867.535,26.721\n");
  ProfileResult result = readAll({folder.getPath()});
  EXPECT_EQ(getNames(result), (Names{"ones"}));
  std::vector<std::string> passedOver;
  for (const ReadNote &note : result.notes)
    passedOver.push_back(llvm::sys::path::filename(note.file).str());
  EXPECT_EQ(passedOver, (Names{"op_statistic_20260823165335.csv",
                               "task_time_20260823165335.csv"}));
}

//===----------------------------------------------------------------------===//
// communication_statistic
//===----------------------------------------------------------------------===//

TEST(CommunicationStatistic, IsKeptApart) {
  ReadResult result = read("Device_id,OP Type,Count,Total Time(us),"
                           "Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                           "0,hcom_allReduce_,4,400,50,100,150,100\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result.profile->getFiles()[0].kind, "communication_statistic");
  EXPECT_EQ(result[0].figures.calls, 4);
  EXPECT_EQ(result[0].figures.timeUs, 100);
  EXPECT_FALSE(result[0].isComputeTask());
  EXPECT_EQ(result.profile->getComputeUs(), 0);
}

//===----------------------------------------------------------------------===//
// step_trace
//===----------------------------------------------------------------------===//

TEST(StepTrace, LaunchesGetTheStepThatTheyStartedIn) {
  TempFolder folder;
  // A column of each reduction repeats its heading.
  folder.write("step_trace_20260823165335.csv",
               "Device_id,Iteration ID,FP Start(us),BP End(us),"
               "Iteration End(us),Iteration Time(us),Model ID,"
               "Reduce Start(us),Reduce Duration(us),Reduce Start(us),"
               "Reduce Duration(us)\n"
               "0,1,N/A,N/A,1000.5,500,1,600,1,700,1\n"
               "0,2,N/A,N/A,2000,900,1,N/A,N/A,N/A,N/A\n"
               "1,7,N/A,N/A,9000,9000,1,N/A,N/A,N/A,N/A\n");
  folder.write("op_summary_20260823165335.csv",
               "Device_id,Op Name,OP Type,Task Start Time(us),"
               "Task Duration(us)\n"
               "0,before,Add,500.4,1\n0,first,Add,500.5,1\n"
               "0,last,Add,1000.5,1\n0,between,Add,1050,1\n"
               "0,second,Add,1100,1\n0,after,Add,2000.001,1\n"
               "1,other,Add,1050,1\n");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(result.error, "");
  std::vector<int64_t> steps;
  for (const OpRecord &record : result.profile->getRecords())
    steps.push_back(record.step.value_or(-1));
  EXPECT_EQ(steps, (std::vector<int64_t>{-1, 1, 1, -1, 2, -1, 7}));
}

//===----------------------------------------------------------------------===//
// msprof op
//===----------------------------------------------------------------------===//

TEST(KernelProfile, BlocksBelongToTheKernelOfTheFolder) {
  TempFolder folder;
  folder.write("OPPROF_1/OpBasicInfo.csv",
               "Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,"
               "Device Id,Pid,Current Freq,Rated Freq,\n"
               "my_kernel_mix_aic,mix,21.16,2,4,1,77,1800,1800,\n");
  // Shares of the file are of another time than that of the core.
  folder.write("OPPROF_1/PipeUtilization.csv",
               "block_id,sub_block_id,aic_time(us),aic_total_cycles,"
               "aic_cube_time(us),aic_cube_ratio,aic_scalar_time(us),"
               "aic_scalar_ratio,aiv_time(us),aiv_vec_time(us),aiv_vec_ratio\n"
               "0,cube0,10,1800,6,0.1,1,0.02,NA,NA,NA\n"
               "0,vector0,NA,NA,NA,NA,NA,NA,4,1,0.03\n"
               "1,cube0,30,5400,10,0.2,3,0.02,NA,NA,NA\n"
               "1,vector0,NA,NA,NA,NA,NA,NA,6,3,0.03\n");
  folder.write("OPPROF_1/Memory.csv",
               "block_id,sub_block_id,aic_time(us),aic_main_mem_read_bw(GB/s),"
               "read_main_memory_datas(KB),write_main_memory_datas(KB)\n"
               "0,cube0,10,1,2,NA\n1,vector0,NA,NA,3,1\n");
  folder.write("OPPROF_1/L2Cache.csv",
               "block_id,sub_block_id,aic_write_cache_hit\n0,cube0,5\n");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"my_kernel_mix_aic"}));
  const OpRecord &record = result.profile->getRecords()[0];
  EXPECT_EQ(record.type, "my_kernel");
  EXPECT_EQ(record.taskType, "MIX_AIC");
  EXPECT_EQ(record.device, 1);
  EXPECT_EQ(record.figures.cores, 2);
  EXPECT_EQ(record.figures.timeUs, 21.16);
  EXPECT_DOUBLE_EQ(*record.figures.getRatio(Pipe::Mac), 8.0 / 20)
      << "means over the blocks: 8 of 20 us";
  EXPECT_DOUBLE_EQ(*record.figures.getRatio(Pipe::Vec), 2.0 / 20)
      << "2 us on the Vector cores while the Cube cores took 20";
  EXPECT_EQ(record.figures.getRatio(Pipe::MTE2), std::nullopt);
  EXPECT_EQ(record.figures.readBytes, 5 * 1024);
  EXPECT_EQ(record.figures.writtenBytes, 1024);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].file, folder.getPath("OPPROF_1/L2Cache.csv"));
}

TEST(KernelProfile, FoldersStayApart) {
  TempFolder folder;
  for (llvm::StringRef name : {"a", "b"}) {
    folder.write(("OPPROF_" + name + "/OpBasicInfo.csv").str(),
                 ("Op Name,Op Type,Task Duration(us),Block Dim,Pid,\n" + name +
                  ",vector,1.5,4,7,\n")
                     .str());
    folder.write(("OPPROF_" + name + "/PipeUtilization.csv").str(),
                 std::string("block_id,sub_block_id,aiv_time(us),"
                             "aiv_vec_time(us),aiv_scalar_time(us)\n") +
                     (name == "a" ? "0,vector0,4,1,0\n" : "0,vector0,4,3,0\n"));
  }
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"a", "b"}));
  EXPECT_EQ(result.profile->getRecords()[0].figures.getRatio(Pipe::Vec), 0.25);
  EXPECT_EQ(result.profile->getRecords()[1].figures.getRatio(Pipe::Vec), 0.75);
  EXPECT_EQ(result.profile->getRecords()[0].taskType, "AI_VECTOR_CORE");
}

TEST(KernelProfile, BlocksWithoutTheirKernel) {
  TempFolder folder;
  std::string path =
      folder.write("PipeUtilization.csv",
                   "block_id,sub_block_id,aiv_time(us),aiv_scalar_time(us)\n"
                   "0,vector0,4,1\n");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].message,
            "these blocks belong to the kernel in the OpBasicInfo.csv beside "
            "them, which was not read before");
}
