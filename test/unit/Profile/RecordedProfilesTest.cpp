//===- RecordedProfilesTest.cpp - Real profiles import --------------------===//
//
// The recordings lie outside of the project (CMake: NPUPROF_SHARED_DATA); where
// they do not, these tests are skipped.
//
//===----------------------------------------------------------------------===//

#include "ProfileTestUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <map>

using namespace npuprof;
using namespace npuprof::test;
namespace fs = llvm::sys::fs;

namespace {
struct RecordedProfiles : testing::Test {
  void SetUp() override {
    if (!fs::is_directory(getPath("profiles")))
      GTEST_SKIP() << "no recordings in " NPUPROF_SHARED_DATA;
  }
  static std::string getPath(llvm::StringRef name) {
    return (NPUPROF_SHARED_DATA "/" + name).str();
  }
};
} // namespace

TEST_F(RecordedProfiles, EveryTableImportsOrIsNamed) {
  std::error_code error;
  unsigned numRead = 0;
  for (fs::recursive_directory_iterator it(NPUPROF_SHARED_DATA, error), end;
       it != end && !error; it.increment(error)) {
    llvm::StringRef path = it->path();
    if (!path.ends_with(".csv"))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(static_cast<bool>(buffer));
    ReadResult result = read((*buffer)->getBuffer(), path);
    if (llvm::StringRef(result.error).contains("holds no operators"))
      continue;
    EXPECT_EQ(result.error, "");
    ++numRead;
    llvm::StringRef name = llvm::sys::path::filename(path);
    if (name.starts_with("op_") || name.starts_with("kernel_details") ||
        name.contains("utilization"))
      EXPECT_GT(result.size(), 0u) << path.str();
  }
  EXPECT_GT(numRead, 0u);
}

// step_trace_time.csv of the same run gives 231290.1 us as "Computing".
TEST_F(RecordedProfiles, TrainingStepAddsUp) {
  ProfileResult result = readAll({getPath("profiles/llm_training_rank0")});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getRecords().size(), 2463u);
  EXPECT_NEAR(result.profile->getComputeUs(), 231290.1, 0.05);
  EXPECT_DOUBLE_EQ(result.profile->getLaunchUs()->value, 37192.86 / 2467);
}

/// Launches and nanoseconds by type and kind of core.
using Totals = std::map<std::pair<std::string, std::string>,
                        std::pair<int64_t, int64_t>>;

static Totals getTotals(const ProfileResult &result) {
  Totals totals;
  EXPECT_EQ(result.error, "");
  for (const OpRecord &record : result.profile->getRecords()) {
    // Collectives stand in communication_statistic.
    if (record.type.starts_with("hcom_"))
      continue;
    auto &[calls, ns] = totals[{record.type.str(), record.taskType.str()}];
    calls += *record.figures.calls;
    // Exact: the files give nanoseconds.
    ns += record.aggregated ? std::llround(*record.figures.getTotalUs() * 1e3)
                            : std::llround(*record.figures.timeUs * 1e3);
  }
  return totals;
}

// The sums of op_statistic.csv are those of the kernels next to it.
TEST_F(RecordedProfiles, SumsEqualThoseOfTheStatistic) {
  std::string folder = getPath("profiles/llm_training_rank0");
  Totals kernels = getTotals(readAll({folder + "/kernel_details.csv"}));
  EXPECT_EQ(kernels.size(), 35u);
  EXPECT_EQ(kernels, getTotals(readAll({folder + "/op_statistic.csv"})));
}

// Here the statistic was summed before the rows were rounded to nanoseconds, so
// that each row may be half a nanosecond off, and the sum once more.
TEST_F(RecordedProfiles, SumsEqualThoseOfTheStatisticButForRounding) {
  for (llvm::StringRef rank : {"0", "1"}) {
    std::string folder = getPath(("profiles/torch_npu_text_rank" + rank).str());
    Totals kernels = getTotals(readAll({folder + "/kernel_details.csv"}));
    Totals types = getTotals(readAll({folder + "/op_statistic.csv"}));
    ASSERT_EQ(kernels.size(), types.size());
    for (const auto &[type, total] : types) {
      EXPECT_EQ(kernels[type].first, total.first) << type.first;
      EXPECT_LE(std::abs(kernels[type].second - total.second),
                total.first / 2 + 1)
          << type.first;
    }
  }
}

TEST_F(RecordedProfiles, RanksStayApart) {
  ProfileResult result = readAll({getPath("profiles/torch_npu_text_rank0"),
                                  getPath("profiles/torch_npu_text_rank1")});
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.profile->getRecords().size(), 2u * 191);
  EXPECT_EQ(result.profile->getRecords().front().device, 0);
  EXPECT_EQ(result.profile->getRecords().back().device, 1);
  EXPECT_EQ(result.profile->totalLaunches, 2 * 191);
}

/// "hcom_allReduce__586_0_1": the middle number is another one in each run.
static std::string getNameInAnyRun(const OpRecord &record) {
  auto [before, after] = record.name.split("__");
  if (!record.name.starts_with("hcom_"))
    return record.name.str();
  return (before + "__" + after.split('_').second).str();
}

// Text and database of the same program, in two runs of it: what does not
// depend on time agrees row by row. Streams overlap differently, so rows are
// compared within one.
TEST_F(RecordedProfiles, DatabaseAgreesWithText) {
  ProfileResult text = readAll({getPath("profiles/torch_npu_text_rank0")});
  ProfileResult database = readAll({getPath("profiles/torch_npu_db_rank0")});
  ASSERT_EQ(text.error + database.error, "");
  auto describe = [](const ProfileResult &result, int64_t stream) {
    std::vector<std::string> rows;
    for (const OpRecord &record : result.profile->getRecords()) {
      if (record.stream.value_or(-1) != stream)
        continue;
      std::string &row = rows.emplace_back();
      llvm::raw_string_ostream os(row);
      os << getNameInAnyRun(record) << ' ' << record.type << ' '
         << (record.isComputeTask() ? record.taskType : "other") << ' '
         << record.figures.cores.value_or(-1) << ' ' << record.device << ' '
         << record.step.value_or(-1);
      for (std::optional<double> ratio : record.figures.ratio)
        os << (ratio ? " +" : " -");
      if (!record.signature)
        continue;
      for (const auto *tensors :
           {&record.signature->inputs, &record.signature->outputs})
        for (const TensorDesc &tensor : *tensors) {
          os << " | ";
          llvm::interleave(tensor.dims, os, "x");
          os << ' ' << tensor.dtype << ' ' << tensor.format;
        }
    }
    return rows;
  };
  for (int64_t stream : {-1, 2, 3})
    EXPECT_EQ(describe(text, stream), describe(database, stream));
  EXPECT_EQ(database.profile->getFiles()[0].metric,
            text.profile->getFiles()[1].metric);
  EXPECT_EQ(database.profile->totalLaunches, text.profile->totalLaunches);
}

TEST_F(RecordedProfiles, DatabaseOfAnOlderSchemaThatAViewerChanged) {
  ProfileResult result = readAll({getPath("profiles/msprof/msprof_0.db")});
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.profile->getRecords().size(), 11u);
  const OpRecord &last = result.profile->getRecords().back();
  EXPECT_EQ(last.type, "Less");
  EXPECT_EQ(last.device, 2);
  EXPECT_EQ(last.figures.timeUs, 2.0);
  EXPECT_EQ(last.figures.waitUs, 88.622);
  EXPECT_EQ(last.figures.cores, 4);
}

TEST_F(RecordedProfiles, RowWithACellMissing) {
  ProfileResult result = readAll({getPath("profiles/msprof/op_summary_1.csv")});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.profile->getRecords().size(), 20u);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].line, 17u);
}

TEST_F(RecordedProfiles, FourSummaries) {
  ProfileResult result = readAll({getPath("seed")});
  ASSERT_EQ(result.error, "");
  const Profile &profile = *result.profile;
  ASSERT_EQ(profile.getRecords().size(), 5u);
  EXPECT_EQ(profile.getComputeUs(), 37500 + 19200 + 26700 + 5400 + 2700);
  EXPECT_EQ(profile.totalLaunches, 360);
  EXPECT_EQ(profile.totalBytes, 14.2e9);
  EXPECT_DOUBLE_EQ(profile.getLaunchUs()->value, 5000.0 / 360);
  EXPECT_EQ(profile.getBandwidthGBs()->value, 910);
  const Figures &attention = profile.getRecords()[0].figures;
  EXPECT_EQ(attention.calls, 30);
  EXPECT_EQ(attention.readBytes, 70000000) << "2.1 GB over 30 calls";
}
