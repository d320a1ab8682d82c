//===- ProfileTest.cpp ----------------------------------------------------===//

#include "npuprof/Profile/Profile.h"
#include <gtest/gtest.h>

using namespace npuprof;

TEST(Profile, OneCopyOfEachSignature) {
  Profile profile;
  const Signature *first, *second, *other;
  {
    // The texts may go away once a signature is interned.
    std::string dtype = "f16", format = "ND";
    first = profile.intern(Signature{{{{2, 3}, dtype, format}}, {}});
  }
  second = profile.intern(Signature{{{{2, 3}, "f16", "ND"}}, {}});
  other = profile.intern(Signature{{{{2, 3}, "f32", "ND"}}, {}});
  EXPECT_EQ(first, second);
  EXPECT_NE(first, other);
  EXPECT_EQ(first->inputs[0].dtype, "f16");
  // The same tensor on the other side is another signature.
  EXPECT_NE(first, profile.intern(Signature{{}, {{{2, 3}, "f16", "ND"}}}));
}

TEST(Profile, KernelsAreWhatCoresRun) {
  auto isCompute = [](llvm::StringRef taskType, llvm::StringRef name = "x") {
    OpRecord record;
    record.taskType = taskType;
    record.name = name;
    return record.isComputeTask();
  };
  for (llvm::StringRef type :
       {"AI_CORE", "AI_VECTOR_CORE", "MIX_AIC", "MIX_AIV", ""})
    EXPECT_TRUE(isCompute(type)) << type.str();
  for (llvm::StringRef type :
       {"HCCL", "COMMUNICATION", "AI_CPU", "DSA_SQE", "DVPP", "MEMCPY_ASYNC",
        "EVENT_RECORD", "Notify Wait", "PROFILING_ENABLE"})
    EXPECT_FALSE(isCompute(type)) << type.str();
  EXPECT_FALSE(isCompute("", "hcom_allReduce__483_2"));
}

TEST(Profile, LaunchesOfRanksAddUpButNotOfTwoKindsOfFile) {
  Profile profile;
  unsigned api = profile.addFile("a/api_statistic.csv", "api_statistic");
  unsigned api2 = profile.addFile("b/api_statistic.csv", "api_statistic");
  unsigned acl = profile.addFile("acl_summary.csv", "acl_summary");
  profile.addLaunches(100, 1500, api, "node launch");
  profile.addLaunches(100, 1700, api2, "node launch");
  profile.addLaunches(360, 5000, acl, "Total");
  EXPECT_EQ(profile.totalLaunches, 200);
  EXPECT_EQ(profile.totalLaunchUs, 3200);
  EXPECT_EQ(profile.totalLaunchSource, "api_statistic.csv, node launch");
}
