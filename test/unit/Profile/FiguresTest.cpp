//===- FiguresTest.cpp ----------------------------------------------------===//

#include "npuprof/Profile/Figures.h"
#include <gtest/gtest.h>

using namespace npuprof;

static void setRatio(Figures &figures, Pipe pipe, double value) {
  figures.ratio[static_cast<unsigned>(pipe)] = value;
}

TEST(Figures, PipeNamesRoundTrip) {
  for (unsigned i = 0; i < numPipes; ++i) {
    auto pipe = static_cast<Pipe>(i);
    EXPECT_EQ(symbolizePipe(stringifyPipe(pipe)), pipe);
  }
  EXPECT_EQ(symbolizePipe("cube"), std::nullopt);
}

TEST(Figures, TotalIsTimeTimesCalls) {
  Figures figures;
  EXPECT_EQ(figures.getTotalUs(), std::nullopt);
  figures.timeUs = 1250;
  EXPECT_EQ(figures.getTotalUs(), 1250);
  figures.calls = 30;
  EXPECT_EQ(figures.getTotalUs(), 37500);
}

TEST(Figures, EqualFiguresHashEqually) {
  Figures a, b;
  a.timeUs = 0.0;
  b.timeUs = -0.0;
  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_value(a), hash_value(b));
  b.timeUs.reset();
  EXPECT_NE(a, b);
  EXPECT_NE(hash_value(a), hash_value(b)) << "0 and absent differ";
}

// 30 calls of 10 us and 10 of 50: 800 us in 40 calls.
TEST(Figures, MergeWeightsByCalls) {
  Figures a, b;
  a.calls = 30;
  a.timeUs = 10;
  a.readBytes = 100;
  setRatio(a, Pipe::Vec, 0.2);
  b.calls = 10;
  b.timeUs = 50;
  b.readBytes = 300;
  setRatio(b, Pipe::Vec, 0.6);
  Figures merged = Figures::merge(a, b);
  EXPECT_EQ(merged.calls, 40);
  EXPECT_DOUBLE_EQ(*merged.timeUs, 20);
  EXPECT_EQ(merged.readBytes, 150);
  EXPECT_DOUBLE_EQ(*merged.getRatio(Pipe::Vec), 0.3);
  EXPECT_EQ(merged, Figures::merge(b, a));
}

TEST(Figures, MergeKeepsWhatOneSideHas) {
  Figures a, b;
  a.calls = 3;
  a.timeUs = 10;
  b.calls = 1;
  b.launchUs = 4;
  Figures merged = Figures::merge(a, b);
  EXPECT_EQ(merged.timeUs, 10);
  EXPECT_EQ(merged.launchUs, 4);
  EXPECT_EQ(merged.readBytes, std::nullopt);
  EXPECT_EQ(Figures::merge(a, Figures()), a);
  EXPECT_EQ(Figures::merge(Figures(), b), b);
}

TEST(Figures, MergeOfOperatorsThatNeverRan) {
  Figures a, b;
  a.calls = b.calls = 0;
  a.timeUs = 10;
  b.timeUs = 20;
  EXPECT_DOUBLE_EQ(*Figures::merge(a, b).timeUs, 15);
}

TEST(Figures, SumIsOneLaunchForBoth) {
  Figures a, b;
  a.calls = b.calls = 12;
  a.timeUs = 30;
  b.timeUs = 10;
  a.launchUs = b.launchUs = 15;
  a.readBytes = 1000;
  b.readBytes = 24;
  a.cores = 20;
  b.cores = 40;
  setRatio(a, Pipe::MTE2, 0.8);
  setRatio(b, Pipe::MTE2, 0.4);
  setRatio(a, Pipe::Mac, 0.5);
  Figures sum = Figures::sum(a, b);
  EXPECT_EQ(sum.calls, 12);
  EXPECT_DOUBLE_EQ(*sum.timeUs, 40);
  EXPECT_DOUBLE_EQ(*sum.launchUs, 30);
  EXPECT_EQ(sum.readBytes, 1024);
  EXPECT_EQ(sum.cores, 40);
  // (0.8 x 30 + 0.4 x 10) / 40
  EXPECT_DOUBLE_EQ(*sum.getRatio(Pipe::MTE2), 0.7);
  EXPECT_EQ(sum.getRatio(Pipe::Mac), std::nullopt)
      << "a part that was not measured leaves the whole unknown";
  EXPECT_EQ(sum.waitUs, std::nullopt);
}

// 60 calls of 320 us and 30 of 890: the whole runs 60 times, all calls
// together still take 45900 us.
TEST(Figures, SumKeepsTotalsWhenCallsDiffer) {
  Figures a, b;
  a.calls = 60;
  a.timeUs = 320;
  b.calls = 30;
  b.timeUs = 890;
  Figures sum = Figures::sum(a, b);
  EXPECT_EQ(sum.calls, 60);
  EXPECT_DOUBLE_EQ(*sum.getTotalUs(), 60 * 320 + 30 * 890);
}

TEST(Figures, RoundedToWhatAProfilerTells) {
  Figures figures;
  figures.timeUs = 1.1 + 2.2; // 3.3000000000000003
  figures.waitUs = 38.510999999999996;
  setRatio(figures, Pipe::MTE2, 0.015451889007470649);
  Figures rounded = figures.rounded();
  EXPECT_EQ(rounded.timeUs, 3.3);
  EXPECT_EQ(rounded.waitUs, 38.511);
  EXPECT_EQ(rounded.getRatio(Pipe::MTE2), 0.0155);
  EXPECT_EQ(rounded.launchUs, std::nullopt);
}

TEST(Figures, SumOfNoTime) {
  Figures a, b;
  a.timeUs = b.timeUs = 0;
  setRatio(a, Pipe::Vec, 0.2);
  setRatio(b, Pipe::Vec, 0.4);
  EXPECT_DOUBLE_EQ(*Figures::sum(a, b).getRatio(Pipe::Vec), 0.3);
}

TEST(Figures, BytesStopAtTheLargest) {
  Figures a, b;
  a.readBytes = b.readBytes = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Figures::sum(a, b).readBytes, std::numeric_limits<int64_t>::max());
}
