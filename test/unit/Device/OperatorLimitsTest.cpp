//===- OperatorLimitsTest.cpp ---------------------------------------------===//

#include "npuprof/Device/OperatorLimits.h"
#include <gtest/gtest.h>

using namespace npuprof;

static std::optional<Verdict> check(const OperatorCall &call,
                                    llvm::StringRef device) {
  return checkOperatorLimits(call, *llvm::cantFail(getDevice(device)));
}

TEST(OperatorLimits, OrdinaryCallIsTaken) {
  OperatorCall call{"aclnnAddRmsNorm", {1, 2048, 3584}, {"bf16", "bf16"}};
  EXPECT_FALSE(check(call, "ascend910b1"));
  EXPECT_FALSE(check(call, "ascend910b4"));
}

TEST(OperatorLimits, TypeThatTheChipLacks) {
  OperatorCall call{"aclnnRmsNorm", {32, 4096}, {"bf16", "bf16"}};
  EXPECT_FALSE(check(call, "ascend910b2"));
  std::optional<Verdict> verdict = check(call, "ascend310p");
  ASSERT_TRUE(verdict);
  EXPECT_FALSE(verdict->applied);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedType);
  EXPECT_EQ(verdict->detail, "bf16 on ascend310p; aclnnRmsNorm takes f32, f16");
}

TEST(OperatorLimits, NoDoubles) {
  OperatorCall call{"aclnnAddLayerNorm", {32, 4096}, {"f64"}};
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedType);
}

TEST(OperatorLimits, OneTypeForAll) {
  OperatorCall call{"aclnnAddRmsNorm", {32, 4096}, {"f16", "f32"}};
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedType);
  EXPECT_EQ(verdict->detail, "f16 with f32; aclnnAddRmsNorm takes one type for "
                             "all");
  // aclnnAddLayerNorm has a table of mixed types.
  call.operatorName = "aclnnAddLayerNorm";
  EXPECT_FALSE(check(call, "ascend910b1"));
}

TEST(OperatorLimits, SizesByName) {
  OperatorCall call{"aclnnFlashAttentionScore", {1, 32, 40, 128}, {"f16"}};
  call.sizes = {{"heads", 256}, {"head dim", 768}, {"value head dim", 768}};
  EXPECT_FALSE(check(call, "ascend910b1"));
  call.sizes[0].second = 257;
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedShape);
  EXPECT_EQ(verdict->detail, "heads 257; aclnnFlashAttentionScore takes 1 to "
                             "256 on ascend910b1");
  // A dynamic size is checked when it runs.
  call.sizes[0].second = -1;
  EXPECT_FALSE(check(call, "ascend910b1"));
  call.sizes[1].second = 64;
  verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->detail,
            "value head dim 768 with head dim 64; aclnnFlashAttentionScore "
            "takes at most as many");
}

TEST(OperatorLimits, Masks) {
  using MaskDim = OperatorCall::MaskDim;
  OperatorCall call{"aclnnFlashAttentionScore", {2, 32, 40, 128}, {"f16"}};
  call.maskDims = {MaskDim::Full, MaskDim::One, MaskDim::Full, MaskDim::Full};
  EXPECT_FALSE(check(call, "ascend910b1"));
  call.maskDims = {MaskDim::One, MaskDim::Full, MaskDim::Full, MaskDim::Full};
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedShape);
  EXPECT_EQ(verdict->detail, "a mask of 1NSS; aclnnFlashAttentionScore takes "
                             "BNSS, B1SS, 11SS");
  // A single query position: its dim is whole and 1.
  call.maskDims = {MaskDim::Full, MaskDim::One, MaskDim::Either,
                   MaskDim::Full};
  EXPECT_FALSE(check(call, "ascend910b1"));
}

TEST(OperatorLimits, AnotherOperatorInItsPlace) {
  OperatorCall call{"aclnnFlashAttentionScore", {1, 32, 40, 128}, {"f16"}};
  EXPECT_FALSE(check(call, "ascend310p"));
  call.elementTypes = {"f32"};
  std::optional<Verdict> verdict = check(call, "ascend310p");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->detail,
            "f32 on ascend310p; aclnnPromptFlashAttention takes f16");
}

TEST(OperatorLimits, Rank) {
  OperatorCall call{"aclnnAddRmsNorm", {}, {"f16"}};
  call.shape.assign(8, 16);
  EXPECT_FALSE(check(call, "ascend910b1"));
  call.shape.assign(9, 16);
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedShape);
  EXPECT_EQ(verdict->detail, "rank 9; aclnnAddRmsNorm takes 1 to 8");
  call.shape.clear();
  EXPECT_TRUE(check(call, "ascend910b1"));
}

// 310P: at least 32 B in the last axis, 16 elements of f16.
TEST(OperatorLimits, LastAxis) {
  OperatorCall call{"aclnnAddLayerNorm", {32, 16}, {"f16"}};
  EXPECT_FALSE(check(call, "ascend310p"));
  call.shape = {32, 15};
  EXPECT_FALSE(check(call, "ascend910b1"));
  std::optional<Verdict> verdict = check(call, "ascend310p");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedShape);
  EXPECT_EQ(verdict->detail, "last axis of 30 B; aclnnAddLayerNorm takes 32 B "
                             "or more on ascend310p");
  call.elementTypes = {"f32"};
  EXPECT_FALSE(check(call, "ascend310p"));
  call = {"aclnnAddLayerNorm", {32, -1}, {"f16"}};
  EXPECT_FALSE(check(call, "ascend310p"))
      << "a dynamic axis may be long enough";
}

// 310P: the last axis of SwiGlu is a multiple of 64 B, 32 elements of f16.
TEST(OperatorLimits, LastAxisMultiple) {
  OperatorCall call{"aclnnSwiGlu", {32, 96}, {"f16"}};
  EXPECT_FALSE(check(call, "ascend310p"));
  call.shape = {32, 80};
  EXPECT_FALSE(check(call, "ascend910b1"));
  std::optional<Verdict> verdict = check(call, "ascend310p");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedShape);
  EXPECT_EQ(verdict->detail, "last axis of 160 B; aclnnSwiGlu takes multiples "
                             "of 64 B on ascend310p");
}

TEST(OperatorLimits, UnknownOperator) {
  OperatorCall call{"aclnnNothing", {32, 4096}, {"f16"}};
  std::optional<Verdict> verdict = check(call, "ascend910b1");
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedTarget);
}

TEST(OperatorLimits, HostTakesAll) {
  OperatorCall call{"aclnnNothing", {}, {"f64"}};
  EXPECT_FALSE(check(call, "host"));
}
