//===- DatabaseTest.cpp - SQLite exports ----------------------------------===//

#include "ProfileTestUtils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <sqlite3.h>

using namespace npuprof;
using namespace npuprof::test;
using llvm::Twine;

namespace {
/// Writes databases as msprof and torch_npu do: texts stand in STRING_IDS.
struct Database : testing::Test {
  void SetUp() override {
    path = folder.getPath("PROF_1/msprof_20260823165335.db");
    folder.write("PROF_1/README.txt", "");
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    run("CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)");
  }
  void TearDown() override { sqlite3_close(handle); }

  void run(const Twine &sql) {
    char *message = nullptr;
    sqlite3_exec(handle, sql.str().c_str(), nullptr, nullptr, &message);
    EXPECT_EQ(message, nullptr) << message << " in " << sql.str();
    sqlite3_free(message);
  }
  void makeTables(llvm::StringRef blocks = "blockDim") {
    run("CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER,"
        "globalTaskId INTEGER, streamId INTEGER, taskId INTEGER)");
    run("CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER," +
        blocks +
        " INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER,"
        "inputDataTypes INTEGER, inputShapes INTEGER, outputFormats INTEGER,"
        "outputDataTypes INTEGER, outputShapes INTEGER)");
  }
  void makeCounters() {
    run("CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER,"
        "value NUMERIC)");
  }
  std::string getId(llvm::StringRef text) {
    auto [it, isNew] = ids.try_emplace(text, ids.size());
    if (isNew)
      run("INSERT INTO STRING_IDS VALUES (" + Twine(it->second) + ", '" + text +
          "')");
    return std::to_string(it->second);
  }
  void addTask(int64_t task, int64_t startNs, int64_t endNs,
               unsigned device = 0) {
    run("INSERT INTO TASK (startNs, endNs, deviceId, globalTaskId, streamId) "
        "VALUES (" +
        Twine(startNs) + "," + Twine(endNs) + "," + Twine(device) + "," +
        Twine(task) + ", 2)");
  }
  void addKernel(int64_t task, llvm::StringRef name, llvm::StringRef type,
                 llvm::StringRef shapes = "\"4,8;\"") {
    run("INSERT INTO COMPUTE_TASK_INFO (name, globalTaskId, taskType, opType,"
        "inputShapes, inputDataTypes, inputFormats, outputShapes) VALUES (" +
        getId(name) + "," + Twine(task) + "," + getId("AI_VECTOR_CORE") + "," +
        getId(type) + "," + getId(shapes) + "," + getId("FLOAT;DT_BF16") + "," +
        getId("ND;ND") + "," + getId("N/A") + ")");
  }
  void addCounter(int64_t task, llvm::StringRef name, llvm::StringRef value) {
    run("INSERT INTO TASK_PMU_INFO (globalTaskId, name, value) VALUES (" +
        Twine(task) + "," + getId(name) + "," + value + ")");
  }

  TempFolder folder;
  std::string path;
  sqlite3 *handle = nullptr;
  llvm::StringMap<size_t> ids;
};
} // namespace

TEST_F(Database, LaunchesInOrderOfStart) {
  makeTables();
  addTask(7, 1736410576404619766, 1736410576404626226);
  addTask(5, 1736410576404465403, 1736410576404519164);
  addTask(6, 1736410576404540000, 1736410576404550000);
  addKernel(7, "b", "0");
  addKernel(5, "a", "Add");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.profile->getRecords().size(), 2u)
      << "task 6 is no kernel: a copy, an event";
  const OpRecord &a = result.profile->getRecords()[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.type, "Add");
  EXPECT_EQ(a.taskType, "AI_VECTOR_CORE");
  EXPECT_EQ(a.startNs, 1736410576404465403);
  EXPECT_EQ(a.figures.timeUs, 53.761);
  EXPECT_EQ(a.figures.waitUs, 0);
  EXPECT_EQ(a.stream, 2);
  EXPECT_EQ(a.figures.cores, std::nullopt);
  ASSERT_NE(a.signature, nullptr);
  EXPECT_TRUE(a.signature->outputs.empty());
  ASSERT_EQ(a.signature->inputs.size(), 2u);
  EXPECT_EQ(a.signature->inputs[0].dtype, "f32");
  EXPECT_EQ(a.signature->inputs[0].dims, (llvm::SmallVector<int64_t, 4>{4, 8}));
  EXPECT_TRUE(a.signature->inputs[1].isEmpty());
  EXPECT_EQ(a.signature->inputs[1].dtype, "bf16");
  const OpRecord &b = result.profile->getRecords()[1];
  EXPECT_EQ(b.type, "") << "0 stands for a helper";
  EXPECT_EQ(b.figures.waitUs, 100.602) << "4619766 - 4519164 ns";
  EXPECT_EQ(result.profile->getFiles()[0].kind, "msprof_db");
}

TEST_F(Database, NumberOfBlocksOldAndNew) {
  makeTables("block_dim");
  addTask(1, 10, 20);
  addKernel(1, "a", "Add");
  run("UPDATE COMPUTE_TASK_INFO SET block_dim = 48");
  EXPECT_EQ(readAll({path}).profile->getRecords()[0].figures.cores, 48);
  run("ALTER TABLE COMPUTE_TASK_INFO RENAME block_dim TO blockDim");
  EXPECT_EQ(readAll({path}).profile->getRecords()[0].figures.cores, 48);
  // With a blockNum, blockDim is the shape of a block.
  run("ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN blockNum INTEGER");
  run("UPDATE COMPUTE_TASK_INFO SET blockNum = 20");
  EXPECT_EQ(readAll({path}).profile->getRecords()[0].figures.cores, 20);
}

TEST_F(Database, WhatViewersLeaveBehind) {
  makeTables();
  addTask(1, 10, 20);
  addKernel(1, "a", "Add");
  run("CREATE TABLE _COMPUTE_TASK_INFO_old_20251014 (name, globalTaskId)");
  run("INSERT INTO _COMPUTE_TASK_INFO_old_20251014 VALUES (0, 1)");
  run("ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN waitNs INTEGER");
  run("ALTER TABLE TASK ADD COLUMN depth INTEGER");
  EXPECT_EQ(readAll({path}).profile->getRecords().size(), 1u);
}

TEST_F(Database, CountersOfBothSides) {
  makeTables();
  makeCounters();
  addTask(1, 0, 60000);
  addKernel(1, "a", "MatMulV3");
  // Cube cores 50 us, Vector cores 25 us: shares are of the longer time.
  addCounter(1, "aic_total_time", "50000");
  addCounter(1, "aic_mac_time", "40000");
  addCounter(1, "aic_mac_ratio", "0");
  addCounter(1, "aiv_total_time", "25000");
  addCounter(1, "aiv_vec_time", "5000");
  addCounter(1, "aic_read_main_memory_datas", "2");
  addCounter(1, "aiv_read_main_memory_datas", "1");
  addCounter(1, "aic_main_mem_write_bw(GB/s)", "0.5");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.error, "");
  const Figures &figures = result.profile->getRecords()[0].figures;
  EXPECT_EQ(figures.getRatio(Pipe::Mac), 0.8)
      << "from the time: some versions cut the share to 0 or 1";
  EXPECT_EQ(figures.getRatio(Pipe::Vec), 0.1) << "5 of 50 us";
  EXPECT_EQ(figures.getRatio(Pipe::MTE2), std::nullopt) << "not measured";
  EXPECT_EQ(figures.readBytes, 3072);
  EXPECT_EQ(figures.writtenBytes, 25000) << "0.5 GB/s for 50 us";
  EXPECT_EQ(result.profile->getFiles()[0].metric, "PipeUtilization");
}

// The tasks of a captured graph are launched again and again under one number.
TEST_F(Database, OneNumberForSeveralLaunches) {
  makeTables();
  makeCounters();
  addTask(1, 0, 1000);
  addTask(1, 2000, 3000);
  addKernel(1, "a", "Add");
  addCounter(1, "aiv_total_time", "1000");
  addCounter(1, "aiv_vec_ratio", "0.5");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.profile->getRecords().size(), 2u);
  EXPECT_EQ(result.profile->getRecords()[0].figures.getRatio(Pipe::Vec),
            std::nullopt);
  ASSERT_EQ(result.notes.size(), 1u);

  run("ALTER TABLE TASK_PMU_INFO ADD COLUMN timestampNs INTEGER");
  run("UPDATE TASK_PMU_INFO SET timestampNs = 2500");
  result = readAll({path});
  EXPECT_EQ(result.profile->getRecords()[0].figures.getRatio(Pipe::Vec),
            std::nullopt);
  EXPECT_EQ(result.profile->getRecords()[1].figures.getRatio(Pipe::Vec), 0.5);
  EXPECT_TRUE(result.notes.empty());
}

TEST_F(Database, CommunicationIsNoKernel) {
  makeTables();
  addTask(1, 1000, 2000, /*device=*/3);
  addKernel(1, "a", "Add");
  run("CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER,"
      "endNs INTEGER, opId INTEGER, opType INTEGER)");
  run("INSERT INTO COMMUNICATION_OP VALUES (" + getId("hcom_allReduce__1_0_1") +
      ", 5000, 9000, 0, " + getId("hcom_allReduce_") + ")");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.profile->getRecords().size(), 2u);
  const OpRecord &record = result.profile->getRecords()[1];
  EXPECT_EQ(record.type, "hcom_allReduce_");
  EXPECT_FALSE(record.isComputeTask());
  EXPECT_EQ(record.device, 3);
  EXPECT_EQ(record.figures.waitUs, 3);
}

TEST_F(Database, StepsRanksAndLaunchCost) {
  makeTables();
  addTask(1, 1000, 2000);
  addTask(2, 5000, 6000);
  addKernel(1, "a", "Add");
  addKernel(2, "b", "Add");
  run("CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER)");
  run("INSERT INTO STEP_TIME VALUES (50, 4000, 7000)");
  run("CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER)");
  run("INSERT INTO RANK_DEVICE_MAP VALUES (9, 0)");
  run("CREATE TABLE ENUM_API_TYPE (id INTEGER, name TEXT)");
  run("INSERT INTO ENUM_API_TYPE VALUES (10000, 'node'), (20000, 'acl')");
  run("CREATE TABLE CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER,"
      "name INTEGER)");
  std::string launch = getId("launch");
  run("INSERT INTO CANN_API VALUES (0, 3000, 10000, " + launch +
      "), (10, 5010, 10000, " + launch + "), (0, 70, 20000, " + launch + ")");
  ProfileResult result = readAll({path});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getRecords()[0].step, std::nullopt);
  EXPECT_EQ(result.profile->getRecords()[1].step, 50);
  EXPECT_EQ(result.profile->getRecords()[0].device, 9);
  EXPECT_EQ(result.profile->totalLaunches, 2);
  EXPECT_EQ(result.profile->totalLaunchUs, 8);
}

TEST_F(Database, DamagedOnesAreNamed) {
  EXPECT_EQ(readAll({path}).error,
            path + ": an SQLite database without the tables TASK and "
                   "COMPUTE_TASK_INFO holds no operators; expected one of "
                   "op_summary, kernel_details, task_time, op_statistic, "
                   "communication_statistic, api_statistic, step_trace, "
                   "OpBasicInfo, hardware_summary, hbm_summary, acl_summary");
  makeTables();
  EXPECT_NE(readAll({path}).error.find("has no kernel"), std::string::npos);
  addTask(1, 10, 20);
  addKernel(1, "a", "Add", "\"4,x\"");
  EXPECT_EQ(readAll({path}).error,
            path + ": expected the number of a text with shapes such as "
                   "\"2048,3584;3584\", not of '\"4,x\"', for "
                   "'COMPUTE_TASK_INFO.inputShapes', found '" +
                getId("\"4,x\"") + "'");
  run("UPDATE TASK SET endNs = 5");
  EXPECT_EQ(readAll({path}).error,
            path + ": expected an end after the start for 'TASK.endNs', found "
                   "'5'");
  run("UPDATE TASK SET endNs = 'soon'");
  EXPECT_EQ(readAll({path}).error,
            path + ": expected a whole number for 'TASK.endNs', found 'soon'");
  run("ALTER TABLE TASK RENAME endNs TO stop");
  EXPECT_EQ(readAll({path}).error,
            path + ": the table TASK of this SQLite database has no column "
                   "endNs; expected globalTaskId, startNs, endNs");
  run("DROP TABLE TASK");
  EXPECT_EQ(readAll({path}).error,
            path + ": this SQLite database has no table TASK; expected one "
                   "with the columns globalTaskId, startNs, endNs");
}

TEST_F(Database, CutShort) {
  makeTables();
  for (int i = 1; i < 400; ++i) {
    addTask(i, 10 * i, 10 * i + 5);
    addKernel(i, "a name of some length " + std::to_string(i), "Add");
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(static_cast<bool>(buffer));
  llvm::StringRef whole = (*buffer)->getBuffer();
  for (size_t size : {16, 100, 4096, 5000, 20000}) {
    std::string cut = folder.write("cut.db", whole.take_front(size));
    EXPECT_NE(readAll({cut}).error.find("cut.db: cannot read the table"),
              std::string::npos)
        << size;
  }
}

//===----------------------------------------------------------------------===//
// Directories
//===----------------------------------------------------------------------===//

TEST_F(Database, ReadWhereThereAreNoTextTables) {
  makeTables();
  addTask(1, 10, 20);
  addKernel(1, "a", "Add");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getRecords().size(), 1u);

  // Tables without launches do not replace it.
  folder.write("PROF_1/mindstudio_profiler_output/"
               "op_statistic_20260823165335.csv",
               "OP Type,Core Type,Count,Total Time(us)\nAdd,AI_CORE,1,0.01\n");
  result = readAll({folder.getPath()});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getRecords().size(), 1u);
  EXPECT_EQ(result.profile->getRecords()[0].name, "a");

  folder.write("PROF_1/mindstudio_profiler_output/"
               "op_summary_20260823165335.csv",
               "Op Name,OP Type,Task Start Time(us),Task Duration(us)\n"
               "text,Add,0.01,0.01\n");
  result = readAll({folder.getPath()});
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.profile->getRecords().size(), 1u);
  EXPECT_EQ(result.profile->getRecords()[0].name, "text");
  EXPECT_EQ(result.notes.front().file, path);
  EXPECT_EQ(result.notes.front().message,
            "passed over: the tables of launches beside it were read");
  result = readAll({folder.getPath("PROF_1") + "/"});
  EXPECT_EQ(result.profile->getRecords().size(), 1u);
}

TEST_F(Database, NewestExport) {
  makeTables();
  addTask(1, 10, 20);
  addKernel(1, "a", "Add");
  folder.write("PROF_1/msprof_20250101000000.db", "SQLite format 3, damaged");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].file,
            folder.getPath("PROF_1/msprof_20250101000000.db"));
}

TEST_F(Database, PathsWithCharactersOfUris) {
  makeTables();
  addTask(1, 10, 20);
  addKernel(1, "a", "Add");
  std::string odd = folder.getPath("a b%41?mode=rw#1&x.db");
  ASSERT_FALSE(llvm::sys::fs::copy_file(path, odd));
  EXPECT_EQ(readAll({odd}).error, "");
}
