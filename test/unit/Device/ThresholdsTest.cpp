//===- ThresholdsTest.cpp -------------------------------------------------===//

#include "npuprof/Device/Thresholds.h"
#include <gtest/gtest.h>

using namespace npuprof;

TEST(Thresholds, AreTheRulesOfThumbOfTheField) {
  const Thresholds &thresholds = getThresholds();
  EXPECT_EQ(thresholds.cubeUtilization, 0.70);
  EXPECT_EQ(thresholds.vectorUtilization, 0.50);
  EXPECT_EQ(thresholds.launches, 100);
  EXPECT_EQ(thresholds.launchCostUs, 2000);
}

TEST(Thresholds, SharesAreShares) {
  const Thresholds &thresholds = getThresholds();
  for (double share :
       {thresholds.cubeUtilization, thresholds.vectorUtilization,
        thresholds.lowCoverage, thresholds.staleShare, thresholds.coldShare}) {
    EXPECT_GT(share, 0);
    EXPECT_LT(share, 1);
  }
}
