//===- DirectoryTest.cpp - Arguments and directories ----------------------===//

#include "ProfileDirectory.h"
#include "ProfileTestUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace npuprof;
using namespace npuprof::test;

static std::string makeTable(llvm::StringRef name, unsigned start = 1) {
  return ("Op Name,OP Type,Task Start Time(us),Task Duration(us)\n" + name +
          ",Add," + llvm::Twine(start) + ",10\n")
      .str();
}

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
// Arguments
//===----------------------------------------------------------------------===//

TEST(Arguments, ListsAndSeveral) {
  TempFolder folder;
  std::string a = folder.write("a.csv", makeTable("a", 1));
  std::string b = folder.write("b.csv", makeTable("b", 2));
  std::string c = folder.write("c.csv", makeTable("c", 3));
  EXPECT_EQ(getNames(readAll({a + "," + b, c})), (Names{"a", "b", "c"}));
  EXPECT_EQ(getNames(readAll({a + ",,"})), (Names{"a"}));
}

TEST(Arguments, PathsWithCommas) {
  TempFolder folder;
  std::string odd = folder.write("a,b.csv", makeTable("odd", 1));
  std::string c = folder.write("c.csv", makeTable("c", 2));
  EXPECT_EQ(getNames(readAll({odd})), (Names{"odd"}));
  EXPECT_EQ(getNames(readAll({c + "," + odd + "," + c})), (Names{"odd", "c"}));
}

TEST(Arguments, MissingFile) {
  TempFolder folder;
  std::string path = folder.getPath("none.csv");
  EXPECT_EQ(readAll({path}).error, path + ": No such file or directory");
  EXPECT_EQ(readAll({""}).error,
            "profile: expected a file or a directory, found none");
}

TEST(Arguments, TableWithoutOperators) {
  TempFolder folder;
  std::string cache = folder.write("l2_cache.csv", "Op Name,Hit Rate\na,1\n");
  std::string a = folder.write("a.csv", makeTable("a"));
  ProfileResult result = readAll({cache});
  EXPECT_EQ(result.error,
            cache + ": a table of the kind l2_cache holds no operators (cache "
                    "hits of each task); expected one of op_summary, "
                    "kernel_details, task_time, op_statistic, "
                    "communication_statistic, api_statistic, step_trace, "
                    "OpBasicInfo, hardware_summary, hbm_summary, acl_summary");
  // Next to others, as `*.csv` gives it, it is passed over.
  result = readAll({cache, a});
  EXPECT_EQ(getNames(result), (Names{"a"}));
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].message,
            "passed over: a table of the kind l2_cache holds no operators "
            "(cache hits of each task)");
}

TEST(Arguments, UnknownTableIsAnErrorWhateverStandsNextToIt) {
  TempFolder folder;
  std::string a = folder.write("a.csv", makeTable("a"));
  std::string odd = folder.write("odd.csv", "first,second\n1,2\n");
  EXPECT_EQ(llvm::StringRef(readAll({a, odd}).error).split(';').first.str(),
            odd + ": no known table starts with 'first,second'");
}

TEST(Arguments, EmptyTableIsAnError) {
  TempFolder folder;
  std::string a = folder.write("a.csv", makeTable("a"));
  std::string empty = folder.write("empty.csv", "");
  EXPECT_NE(readAll({a, empty}).error, "");
}

//===----------------------------------------------------------------------===//
// Directories
//===----------------------------------------------------------------------===//

TEST(Directory, OutputOfMsprof) {
  TempFolder folder;
  folder.write("PROF_000001_20260823165254123_ABC/mindstudio_profiler_output/"
               "op_summary_20260823165335.csv",
               makeTable("a"));
  folder.write("PROF_000001_20260823165254123_ABC/host/data/raw.csv", "junk");
  EXPECT_EQ(getNames(readAll({folder.getPath()})), (Names{"a"}));
  EXPECT_EQ(
      getNames(readAll({folder.getPath("PROF_000001_20260823165254123_ABC")})),
      (Names{"a"}));
}

TEST(Directory, OldOutputOfMsprof) {
  TempFolder folder;
  folder.write("PROF_1/device_0/summary/op_summary_0_1_1.csv",
               makeTable("a", 1));
  folder.write("PROF_1/device_0/summary/op_summary_0_1_2.csv",
               makeTable("b", 2));
  EXPECT_EQ(getNames(readAll({folder.getPath("PROF_1")})), (Names{"a", "b"}));
}

TEST(Directory, OutputOfTorchGoesBeforeItsRawData) {
  TempFolder folder;
  folder.write("h_1_20260823_ascend_pt/ASCEND_PROFILER_OUTPUT/"
               "kernel_details.csv",
               makeTable("a", 1));
  folder.write("h_1_20260823_ascend_pt/PROF_1/mindstudio_profiler_output/"
               "op_summary_20260823165335.csv",
               makeTable("b", 2));
  EXPECT_EQ(getNames(readAll({folder.getPath()})), (Names{"a"}));
}

TEST(Directory, RawDataWhereTorchExportedNothing) {
  TempFolder folder;
  folder.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "[]");
  folder.write("x_ascend_pt/PROF_1/mindstudio_profiler_output/"
               "op_summary_20260823165335.csv",
               makeTable("b"));
  EXPECT_EQ(getNames(readAll({folder.getPath()})), (Names{"b"}));
}

TEST(Directory, RanksAreDevices) {
  TempFolder folder;
  for (llvm::StringRef rank : {"1", "9"}) {
    std::string run = ("rank" + rank + "_ascend_pt/").str();
    folder.write(run + "ASCEND_PROFILER_OUTPUT/kernel_details.csv",
                 "Device_id,Name,Type,Duration(us)\n1,a,Add,10\n");
    folder.write(run + "profiler_info_" + rank.str() + ".json", "{}");
  }
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"a", "a"}));
  EXPECT_EQ(result.profile->getRecords()[0].device, 1);
  EXPECT_EQ(result.profile->getRecords()[1].device, 9)
      << "device 1 of another host";
}

TEST(Directory, RankDoesNotMergeDevices) {
  TempFolder folder;
  folder.write("kernel_details.csv",
               "Device_id,Name,Type,Duration(us)\n0,a,Add,10\n1,b,Add,10\n");
  folder.write("profiler_info_7.json", "{}");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"a", "b"}));
  EXPECT_EQ(result.profile->getRecords()[0].device, 0);
  EXPECT_EQ(result.profile->getRecords()[1].device, 1);
}

TEST(Directory, NewestExport) {
  TempFolder folder;
  folder.write("op_summary_20260823165335.csv", makeTable("old"));
  folder.write("op_summary_20260824000000.csv", makeTable("new"));
  ProfileResult result = readAll({folder.getPath()});
  EXPECT_EQ(getNames(result), (Names{"new"}));
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].file,
            folder.getPath("op_summary_20260823165335.csv"));
}

TEST(Directory, ExportsAndSlices) {
  // One exporter numbers all slices and stamps them alike.
  EXPECT_EQ(selectNewestExports({"op_summary_slice_0_20260823165335.csv",
                                 "op_summary_slice_1_20260823165335.csv",
                                 "op_summary_slice_0_20260824000000.csv",
                                 "op_summary_slice_1_20260824000000.csv"}),
            (Names{"op_summary_slice_0_20260824000000.csv",
                   "op_summary_slice_1_20260824000000.csv"}));
  // The other one leaves the first without a number, each with its own time.
  EXPECT_EQ(selectNewestExports({"op_summary_20260823165335.csv",
                                 "op_summary_slice_1_20260823165341.csv",
                                 "op_summary_20260824000000.csv",
                                 "op_summary_slice_1_20260824000007.csv",
                                 "op_summary_slice_2_20260824000011.csv"}),
            (Names{"op_summary_20260824000000.csv",
                   "op_summary_slice_1_20260824000007.csv",
                   "op_summary_slice_2_20260824000011.csv"}));
  // Kinds of table do not mix; names without a time stand for themselves.
  EXPECT_EQ(selectNewestExports({"op_summary_20260823165335.csv",
                                 "op_statistic_20260824000000.csv",
                                 "op_summary_1.csv", "kernel_details.csv"}),
            (Names{"kernel_details.csv", "op_statistic_20260824000000.csv",
                   "op_summary_1.csv", "op_summary_20260823165335.csv"}));
}

// Rows without a start keep the order of their files.
TEST(Directory, SlicesAreJoinedInOrderOfTheirNumbers) {
  TempFolder folder;
  Names expected;
  for (int slice = 0; slice < 12; ++slice) {
    std::string name = "row" + std::to_string(slice);
    expected.push_back(name);
    folder.write("op_summary_0_1_slice_" + std::to_string(slice) + ".csv",
                 "Op Name,OP Type,Task Duration(us)\n" + name + ",Add,1\n");
  }
  EXPECT_EQ(getNames(readAll({folder.getPath()})), expected);
}

// Tables of old versions have no column for the device.
TEST(Directory, FoldersOfDevicesStayApart) {
  TempFolder folder;
  for (llvm::StringRef device : {"0", "3", "11"})
    folder.write(("PROF_1/device_" + device + "/summary/op_summary_" + device +
                  "_1_1.csv")
                     .str(),
                 "Model ID,Op Name,OP Type,Task Start Time,Task Duration(us)\n"
                 "1,a,Add,5,1\n");
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"a", "a", "a"}));
  EXPECT_EQ(result.profile->getRecords()[0].device, 0);
  EXPECT_EQ(result.profile->getRecords()[1].device, 3);
  EXPECT_EQ(result.profile->getRecords()[2].device, 11);
}

TEST(Directory, OutputOfMindSpore) {
  TempFolder folder;
  for (llvm::StringRef rank : {"0", "1"}) {
    std::string run = ("rank_" + rank + "/h_1_20260823_ascend_ms/").str();
    folder.write(run + "ASCEND_PROFILER_OUTPUT/kernel_details.csv",
                 "Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                 "Default/network/MatMul-op1,MatMul,AI_CORE,5.5\t,10\n");
    folder.write(run + "profiler_info_" + rank.str() + ".json", "{}");
    folder.write(run + "PROF_1/mindstudio_profiler_output/"
                       "op_summary_20260823165335.csv",
                 makeTable("twice"));
  }
  ProfileResult result = readAll({folder.getPath()});
  ASSERT_EQ(getNames(result), (Names{"Default/network/MatMul-op1",
                                     "Default/network/MatMul-op1"}));
  EXPECT_EQ(result.profile->getRecords()[1].device, 1);
}

TEST(Directory, OneRankWithoutKernelsDoesNotStopTheRest) {
  TempFolder folder;
  folder.write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
               "Step,Computing,Free\n1,2,3\n");
  folder.write("b_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
               "Name,Type,Duration(us)\nb,Add,10\n");
  EXPECT_EQ(getNames(readAll({folder.getPath()})), (Names{"b"}));
}

TEST(Directory, EveryFileIsNamed) {
  TempFolder folder;
  const Names skipped = {"communication.json", "l2_cache.csv", "odd.csv",
                         "trace_view.json"};
  folder.write("kernel_details.csv", "Name,Type,Duration(us)\na,Add,10\n");
  folder.write("l2_cache.csv", "Op Name,Hit Rate\na,1\n");
  folder.write("odd.csv", "first,second\n1,2\n");
  folder.write("communication.json", "{}");
  folder.write("trace_view.json", "[");
  folder.write("profiler_info_0.json", "{}");
  ProfileResult result = readAll({folder.getPath()});
  EXPECT_EQ(getNames(result), (Names{"a"}));
  ASSERT_EQ(result.profile->getFiles().size(), 1u);
  Names named;
  for (const ReadNote &note : result.notes) {
    named.push_back(llvm::sys::path::filename(note.file).str());
    EXPECT_TRUE(llvm::StringRef(note.message).starts_with("passed over: "));
  }
  llvm::sort(named);
  EXPECT_EQ(named, skipped);
}

TEST(Directory, EmptyTablesArePassedOver) {
  TempFolder folder;
  folder.write("op_summary_slice_0_20260823165335.csv", makeTable("a"));
  folder.write("op_summary_slice_1_20260823165335.csv",
               "Op Name,OP Type,Task Duration(us)\n");
  ProfileResult result = readAll({folder.getPath()});
  EXPECT_EQ(getNames(result), (Names{"a"}));
  EXPECT_EQ(result.notes.size(), 1u);
}

TEST(Directory, NothingToRead) {
  TempFolder folder;
  std::string path = folder.getPath("out");
  folder.write("out/readme.txt", "");
  EXPECT_EQ(readAll({path}).error,
            path + ": the directory holds no CSV table and no SQLite export; "
                   "expected the output of msprof, torch_npu or MindSpore");
  folder.write("out/device_0/data.bin", "");
  EXPECT_EQ(readAll({path}).error,
            path +
                ": the profile was collected but not exported; run msprof "
                "--export=on --output=" +
                path);
}

TEST(Directory, NothingButEmptyTables) {
  TempFolder folder;
  std::string path = folder.write("op_summary.csv", "");
  EXPECT_EQ(readAll({folder.getPath()}).error,
            path + ": the file is empty; the profiler was probably stopped "
                   "before it wrote its tables");
}
