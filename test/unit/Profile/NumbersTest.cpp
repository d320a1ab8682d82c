//===- NumbersTest.cpp ----------------------------------------------------===//

#include "Numbers.h"
#include <gtest/gtest.h>

using namespace npuprof;

TEST(Numbers, WholeTextMustBeTheNumber) {
  EXPECT_EQ(parseNumber("185.504"), 185.504);
  EXPECT_EQ(parseNumber("0"), 0.0);
  EXPECT_EQ(parseNumber("1e3"), 1000.0);
  for (llvm::StringRef bad :
       {"", "1.2.3", "12us", "1,2", "abc", "nan", "inf", "1e999", "0x10", " 1"})
    EXPECT_EQ(parseNumber(bad), std::nullopt) << bad.str();
}

TEST(Numbers, Integers) {
  EXPECT_EQ(parseInteger("4294967295"), 4294967295);
  EXPECT_EQ(parseInteger("-1"), -1);
  EXPECT_EQ(parseInteger("30.0"), 30);
  EXPECT_EQ(parseInteger("9223372036854775807"),
            std::numeric_limits<int64_t>::max());
  for (llvm::StringRef bad : {"", "30.5", "9223372036854775808", "1e3", ".0"})
    EXPECT_EQ(parseInteger(bad), std::nullopt) << bad.str();
}

// 1736413971558972.912 us needs 61 bits in nanoseconds: a double, which has
// 53, would be off by up to 128 ns.
TEST(Numbers, TimesAreExact) {
  EXPECT_EQ(parseScaled("1736413971558972.912", 3), 1736413971558972912);
  EXPECT_EQ(parseScaled("1787504007019867.535", 3), 1787504007019867535);
  EXPECT_EQ(parseScaled("1695115378795017.5", 3), 1695115378795017500);
  EXPECT_EQ(parseScaled("1702866902796675", 3), 1702866902796675000);
  EXPECT_EQ(parseScaled("1.2345", 3), 1234);
  EXPECT_EQ(parseScaled("17", 0), 17);
  for (llvm::StringRef bad :
       {"", ".5", "-1", "1.7364E+15", "1.2.3", "17364139715589729123.000"})
    EXPECT_EQ(parseScaled(bad, 3), std::nullopt) << bad.str();
}

TEST(Numbers, CountsStopAtTheLargest) {
  constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(addCounts(1, 2), 3);
  EXPECT_EQ(addCounts(largest, 1), largest);
  EXPECT_EQ(roundToCount(2.5), 3);
  EXPECT_EQ(roundToCount(1e30), largest);
}
