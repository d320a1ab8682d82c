//===- OpTableTest.cpp - op_summary and kernel_details --------------------===//

#include "ProfileTestUtils.h"

using namespace npuprof;
using namespace npuprof::test;

TEST(OpTable, NamesOfMsprof) {
  ReadResult result = read(
      "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task "
      "Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block "
      "Num,Mix Block Num,Input Shapes,Input Data Types,Input Formats,Output "
      "Shapes,Output Data Types,Output Formats,Context ID\n"
      "7,4294967295,18,5,mm_1,MatMulV2,dynamic,AI_CORE,1736413971558972.912\t,"
      "185.504,1.087,20,0,\"\"\"16,32;32,8\"\"\",DT_BF16;DT_BF16,ND;FORMAT_ND,"
      "\"\"\"16,8\"\"\",FLOAT,FRACTAL_NZ,N/A\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  const OpRecord &record = result[0];
  EXPECT_EQ(record.name, "mm_1");
  EXPECT_EQ(record.type, "MatMulV2");
  EXPECT_EQ(record.taskType, "AI_CORE");
  EXPECT_EQ(record.device, 7);
  EXPECT_EQ(record.stream, 5);
  EXPECT_EQ(record.step, std::nullopt);
  EXPECT_EQ(record.startNs, 1736413971558972912);
  EXPECT_EQ(record.line, 2u);
  EXPECT_FALSE(record.aggregated);
  EXPECT_EQ(record.figures.calls, 1);
  EXPECT_EQ(record.figures.timeUs, 185.504);
  EXPECT_EQ(record.figures.waitUs, 1.087);
  EXPECT_EQ(record.figures.cores, 20);
  ASSERT_NE(record.signature, nullptr);
  const Signature &signature = *record.signature;
  ASSERT_EQ(signature.inputs.size(), 2u);
  EXPECT_EQ(signature.inputs[0], (TensorDesc{{16, 32}, "bf16", "ND"}));
  EXPECT_EQ(signature.inputs[1], (TensorDesc{{32, 8}, "bf16", "ND"}));
  ASSERT_EQ(signature.outputs.size(), 1u);
  EXPECT_EQ(signature.outputs[0], (TensorDesc{{16, 8}, "f32", "FRACTAL_NZ"}));
  EXPECT_EQ(result.profile->getFiles()[0].kind, "op_summary");
}

TEST(OpTable, NamesOfTorch) {
  ReadResult result =
      read("\xEF\xBB\xBFStep Id,Name,Type,Accelerator Core,Start "
           "Time(us),Duration(us),Wait Time(us),Block Dim\r\n"
           "19,add,Add,AI_VECTOR_CORE,\"1736413971558972.912\t\",2.5,0,40\r\n"
           ",late,Add,AI_VECTOR_CORE,1736413971558999,3,0,\r\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[0].step, 19);
  EXPECT_EQ(result[0].startNs, 1736413971558972912);
  EXPECT_EQ(result[0].figures.cores, 40);
  EXPECT_EQ(result[0].signature, nullptr);
  EXPECT_EQ(result[1].step, std::nullopt) << "an operator outside of any step";
  EXPECT_EQ(result[1].startNs, 1736413971558999000);
  EXPECT_EQ(result[1].figures.cores, std::nullopt);
  EXPECT_EQ(result.profile->getFiles()[0].kind, "kernel_details");
}

// A grid of Triton has more blocks than the chip has cores; the Vector cores of
// a mixed kernel may end after the task.
TEST(OpTable, MoreBlocksThanCoresAndLongerCoresThanTasks) {
  ReadResult result =
      read("Op Name,OP Type,Task Type,Task Duration(us),Block Num,Mix Block "
           "Num,aicore_time(us),aic_mac_ratio,aiv_time(us),aiv_vec_ratio,"
           "cube_utilization(%)\n"
           "k,k,MIX_AIC,69.280,1024,2048,63.975,0.23,71.561,0.5,73.874\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result[0].figures.cores, 1024);
  EXPECT_EQ(result[0].figures.timeUs, 69.28);
  // The Cube's share is that of its pipe, not cube_utilization.
  EXPECT_DOUBLE_EQ(*result[0].figures.getRatio(Pipe::Mac),
                   0.23 * 63.975 / 71.561);
}

TEST(OpTable, HeadingsWithBlanksWithoutUnitAndTwice) {
  ReadResult result = read(" Op Name , OP Type,Task Duration , Task "
                           "Duration,Unknown (x),\n"
                           "a,Add,5,6,?,\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].figures.timeUs, 5) << "the first one counts";
}

TEST(OpTable, UnitsInTheHeading) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(ms),Task Start Time(ns)\n"
           "a,Add,0.25,1736413971558972912\n");
  ASSERT_EQ(result.error, "");
  EXPECT_DOUBLE_EQ(*result[0].figures.timeUs, 250);
  EXPECT_EQ(result[0].startNs, 1736413971558972912);
}

TEST(OpTable, AbsentIsNotZero) {
  ReadResult result =
      read("Op Name,OP Type,Task Type,Task Start Time(us),Task "
           "Duration(us),Task Wait Time(us),Block Dim,Input Shapes,Input Data "
           "Types,Input Formats\n"
           "hcom_allReduce__1,hcom_allReduce_,HCCL,N/A,NA,,N/A,N/A,N/A,N/A\n"
           "cast,0,N/A,7,0.0,0,0,\"\"\"\"\"\",INT32,FORMAT_ND\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 2u);
  const OpRecord &communication = result[0];
  EXPECT_EQ(communication.startNs, std::nullopt);
  EXPECT_EQ(communication.figures.timeUs, std::nullopt);
  EXPECT_EQ(communication.figures.waitUs, std::nullopt);
  EXPECT_EQ(communication.figures.cores, std::nullopt);
  EXPECT_EQ(communication.signature, nullptr);
  const OpRecord &cast = result[1];
  EXPECT_EQ(cast.type, "");
  EXPECT_EQ(cast.taskType, "");
  EXPECT_EQ(cast.startNs, 7000);
  EXPECT_EQ(cast.figures.timeUs, 0);
  EXPECT_EQ(cast.figures.waitUs, 0);
  EXPECT_EQ(cast.figures.cores, std::nullopt) << "0 blocks: not collected";
  ASSERT_NE(cast.signature, nullptr);
  ASSERT_EQ(cast.signature->inputs.size(), 1u) << "a scalar";
  EXPECT_TRUE(cast.signature->inputs[0].isEmpty());
  EXPECT_EQ(cast.signature->inputs[0].dtype, "i32");
}

TEST(OpTable, OptionalInputsKeepTheirPlace) {
  ReadResult result = read(
      "Op Name,OP Type,Task Duration(us),Input Shapes,Input Data Types,Input "
      "Formats\n"
      "gmm,GroupedMatmul,26.661,\"\"\"512,16;8,2048,16;;;;;;8\"\"\","
      "DT_BF16;DT_BF16;FLOAT;UINT64;DT_UNDEFINED;FLOAT16;DOUBLE;INT64,"
      "ND;NCL;ND;ND;NULL;NC1HWC0:1;ND;ND\n");
  ASSERT_EQ(result.error, "");
  const std::vector<TensorDesc> &inputs = result[0].signature->inputs;
  ASSERT_EQ(inputs.size(), 8u);
  EXPECT_EQ(inputs[1], (TensorDesc{{8, 2048, 16}, "bf16", "NCL"}));
  EXPECT_EQ(inputs[2], (TensorDesc{{}, "f32", "ND"}));
  EXPECT_EQ(inputs[3].dtype, "ui64");
  EXPECT_EQ(inputs[4], (TensorDesc{{}, "", ""}));
  EXPECT_EQ(inputs[5], (TensorDesc{{}, "f16", "NC1HWC0:1"}));
  EXPECT_EQ(inputs[6].dtype, "f64");
  EXPECT_EQ(inputs[7], (TensorDesc{{8}, "i64", "ND"}));
}

TEST(OpTable, ListsOfUnequalLength) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us),Input Shapes,Input Data Types\n"
           "a,Add,1,\"\"\"2,3\"\"\",FLOAT;BOOL;STRING\n"
           "a,Add,1,N/A,FLOAT;BOOL;STRING\n");
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result[0].signature->inputs.size(), 3u);
  EXPECT_EQ(result[0].signature->inputs[1].dtype, "i1");
  EXPECT_EQ(result[0].signature->inputs[2].dtype, "STRING")
      << "a type that MLIR lacks keeps its name";
  EXPECT_EQ(result[1].signature->inputs.size(), 3u);
}

TEST(OpTable, RowsOfOneKindShareASignature) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us),Input Shapes,Input Data Types\n"
           "a,Add,1,\"\"\"2,3\"\"\",FLOAT\n"
           "b,Mul,1,\"\"\"2,3\"\"\",DT_FLOAT\n");
  EXPECT_EQ(result[0].signature, result[1].signature);
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral splitHeadings =
    "Op Name,OP Type,Task Duration(us),aicore_time(us),aic_mac_ratio,aic_"
    "scalar_ratio,aic_mte2_ratio,aiv_time(us),aiv_vec_ratio,aiv_scalar_ratio,"
    "aiv_mte2_ratio,cube_utilization(%)\n";

TEST(Counters, OneSideOfASplitChip) {
  ReadResult result = read(
      (splitHeadings + "mm,MatMul,10,8,0.824,0.479,0.964,0,0,0,0,79.295\n"
                       "add,Add,10,0.0,0.0,0.0,0.0,9,0.186,0.086,0.552,0\n")
          .str());
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getFiles()[0].metric, "PipeUtilization");
  const Figures &mm = result[0].figures;
  EXPECT_EQ(mm.getRatio(Pipe::Mac), 0.824);
  EXPECT_EQ(mm.getRatio(Pipe::Scalar), 0.479);
  EXPECT_EQ(mm.getRatio(Pipe::MTE2), 0.964);
  EXPECT_EQ(mm.getRatio(Pipe::Vec), 0) << "measured idle";
  EXPECT_EQ(mm.getRatio(Pipe::MTE1), std::nullopt) << "no such column";
  const Figures &add = result[1].figures;
  EXPECT_EQ(add.getRatio(Pipe::Mac), 0);
  EXPECT_EQ(add.getRatio(Pipe::Vec), 0.186);
  EXPECT_EQ(add.getRatio(Pipe::MTE2), 0.552);
}

// The Cube cores run for 40 us and the Vector cores for 10 of these: a vector
// pipe that is busy for half of 10 us is busy for an eighth of the launch.
TEST(Counters, BothSidesOfAMixedKernel) {
  ReadResult result =
      read((splitHeadings + "fa,FlashAttentionScore,45,40,0.6,0.1,0.2,10,0.5,"
                            "0.2,0.9,\n"
                            "moe,GroupedMatmul,45,10,0.6,0.1,0.2,40,0.5,0.2,"
                            "0.9,\n")
               .str());
  ASSERT_EQ(result.error, "");
  const Figures &fa = result[0].figures;
  EXPECT_DOUBLE_EQ(*fa.getRatio(Pipe::Mac), 0.6);
  EXPECT_DOUBLE_EQ(*fa.getRatio(Pipe::Vec), 0.125);
  EXPECT_DOUBLE_EQ(*fa.getRatio(Pipe::Scalar), 0.1);
  EXPECT_DOUBLE_EQ(*fa.getRatio(Pipe::MTE2), 0.9 / 4) << "the busier engine";
  const Figures &moe = result[1].figures;
  EXPECT_DOUBLE_EQ(*moe.getRatio(Pipe::Mac), 0.15);
  EXPECT_DOUBLE_EQ(*moe.getRatio(Pipe::Vec), 0.5);
  EXPECT_DOUBLE_EQ(*moe.getRatio(Pipe::MTE2), 0.9);
}

TEST(Counters, NothingMeasured) {
  ReadResult result =
      read((splitHeadings + "dsa,DSA,10,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
                            "tiny,MemSet,1.2,0,0,0,0,0,0,0,0,0\n")
               .str());
  ASSERT_EQ(result.error, "");
  for (size_t i : {0, 1})
    for (unsigned pipe = 0; pipe < numPipes; ++pipe)
      EXPECT_EQ(result[i].figures.ratio[pipe], std::nullopt);
}

TEST(Counters, UnsplitChip) {
  ReadResult result = read(
      "Op Name,OP Type,Task Duration(us),aicore_time(us),total_cycles,vec_time("
      "us),vec_ratio,mac_ratio,mte3_ratio,memory_bound\n"
      "a,Add,12,10,100,5,0.5,0.0,0.25,16.97\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result[0].figures.getRatio(Pipe::Vec), 0.5);
  EXPECT_EQ(result[0].figures.getRatio(Pipe::Mac), 0);
  EXPECT_EQ(result[0].figures.getRatio(Pipe::MTE3), 0.25);
}

// A pipe works on one instruction at a time: 0.6282 + 0.05 + 0.1 + 0.02.
TEST(Counters, ArithmeticUtilization) {
  ReadResult result = read(
      "Op Name,OP Type,Task Duration(us),aicore_time(us),aic_mac_fp16_ratio,"
      "aic_mac_int8_ratio,aiv_time(us),aiv_vec_fp32_ratio,aiv_vec_fp16_ratio,"
      "aiv_vec_int32_ratio,aiv_vec_misc_ratio\n"
      "a,Add,12,0,0,0,10,0.6282,0.05,0.1,0.02\n"
      "m,MatMul,12,10,0.8966,0,0,0,0,0,0\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getFiles()[0].metric, "ArithmeticUtilization");
  EXPECT_DOUBLE_EQ(*result[0].figures.getRatio(Pipe::Vec), 0.7982);
  EXPECT_DOUBLE_EQ(*result[1].figures.getRatio(Pipe::Mac), 0.8966);
}

TEST(Counters, BytesOfBothSidesAddUp) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us),aicore_time(us),aic_read_main_"
           "memory_datas(KB),aic_write_main_memory_datas(KB),aiv_time(us),aiv_"
           "read_main_memory_datas(KB),aiv_write_main_memory_datas(KB)\n"
           "a,Add,12,10,2,0.5,10,1,0.25\n"
           "b,Add,12,10,N/A,N/A,10,N/A,N/A\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getFiles()[0].metric, "MemoryAccess");
  EXPECT_EQ(result[0].figures.readBytes, 3 * 1024);
  EXPECT_EQ(result[0].figures.writtenBytes, 768);
  EXPECT_EQ(result[1].figures.readBytes, std::nullopt);
}

// 100 GB/s over 10 us are a million bytes.
TEST(Counters, BytesFromBandwidth) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us),aicore_time(us),aic_main_mem_"
           "read_bw(GB/s),aic_main_mem_write_bw(GB/s),aiv_time(us),aiv_main_mem"
           "_read_bw(GB/s),aiv_main_mem_write_bw(GB/s)\n"
           "a,Add,12,10,100,1,5,40,0\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getFiles()[0].metric, "Memory");
  EXPECT_EQ(result[0].figures.readBytes, 1000000 + 200000);
  EXPECT_EQ(result[0].figures.writtenBytes, 10000);
}

TEST(Counters, ShareALittleAboveOneIsOne) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us),vec_ratio\na,Add,1,1.02\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result[0].figures.getRatio(Pipe::Vec), 1);
}
