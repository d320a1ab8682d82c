//===- VerdictTest.cpp ----------------------------------------------------===//

#include "npuprof/Device/Verdict.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace npuprof;

static constexpr Reason reasons[] = {
#define NPUPROF_REASON(Id, Code, Summary, Advice) Reason::Id,
#include "npuprof/Device/ReasonCodes.def"
};

TEST(Verdict, CodesAreDistinctAndSpelledWithDashes) {
  llvm::StringSet<> codes;
  for (Reason reason : reasons) {
    llvm::StringRef code = stringifyReason(reason);
    EXPECT_TRUE(codes.insert(code).second) << code.str();
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
              llvm::StringRef::npos)
        << code.str();
    EXPECT_FALSE(getReasonSummary(reason).empty());
  }
}

TEST(Verdict, SaysWhetherApplied) {
  EXPECT_TRUE(Verdict::apply(Reason::MeasuredGain).applied);
  Verdict refused = Verdict::refuse(Reason::Cold, "0 calls");
  EXPECT_FALSE(refused.applied);
  EXPECT_EQ(refused.reason, Reason::Cold);
  EXPECT_EQ(refused.detail, "0 calls");
}
