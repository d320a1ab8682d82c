//===- SequenceAlignmentTest.cpp - Rows in order onto kernels in order ----===//

#include "npuprof/Analysis/SequenceAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <cctype>
#include <map>
#include <random>

using namespace npuprof;

namespace {

/// A model whose kernels and rows are letters: a row fits the kernels with its
/// letter. Kernels in lower case may be skipped for free.
struct Letters {
  explicit Letters(std::string model, std::vector<uint32_t> segments = {0})
      : model(std::move(model)), segments(std::move(segments)) {
    for (char kernel : this->model)
      skipCosts.push_back(std::islower(kernel) ? 0.0f : 0.02f);
  }

  AlignmentRow row(char letter) {
    auto [it, inserted] = candidates.try_emplace(letter);
    if (inserted)
      for (auto [kernel, c] : llvm::enumerate(model))
        if (std::tolower(c) == std::tolower(letter))
          it->second.push_back({uint32_t(kernel), 1.0f});
    return {it->second, false};
  }

  /// The kernel of each row, -1 for none.
  std::vector<int> align(llvm::StringRef rows,
                         std::vector<int> *passes = nullptr,
                         std::vector<size_t> stepStarts = {}) {
    std::vector<AlignmentRow> sequence;
    for (char letter : rows)
      sequence.push_back(row(letter));
    for (size_t start : stepStarts)
      sequence[start].startsStep = true;
    std::vector<int> result;
    for (const AlignedRow &aligned :
         alignSequence(sequence, skipCosts, segments)) {
      result.push_back(aligned.kernel ? int(*aligned.kernel) : -1);
      if (passes)
        passes->push_back(aligned.pass);
    }
    return result;
  }

  std::string model;
  std::vector<uint32_t> segments;
  std::vector<float> skipCosts;
  std::map<char, std::vector<AlignmentCandidate>> candidates;
};

using Ints = std::vector<int>;

TEST(SequenceAlignment, InOrder) {
  EXPECT_EQ(Letters("ABCA").align("ABCA"), (Ints{0, 1, 2, 3}));
}

TEST(SequenceAlignment, NothingToAlign) {
  EXPECT_EQ(Letters("AB").align(""), Ints{});
  EXPECT_EQ(Letters("AB").align("XY"), (Ints{-1, -1}));
  EXPECT_EQ(Letters("", {}).align("A"), Ints{-1});
}

TEST(SequenceAlignment, InsertedRowsAreLeftOut) {
  EXPECT_EQ(Letters("ABC").align("AXXBXC"), (Ints{0, -1, -1, 1, -1, 2}));
}

TEST(SequenceAlignment, KernelsWithoutRowsAreSkipped) {
  EXPECT_EQ(Letters("AbbCbD").align("ACD"), (Ints{0, 3, 5}));
  EXPECT_EQ(Letters("ABCDE").align("AE"), (Ints{0, 4}));
}

TEST(SequenceAlignment, NeighboursDecideBetweenEqualKernels) {
  // The second A is told by the B before it and the D after it.
  EXPECT_EQ(Letters("ACABAD").align("BAD"), (Ints{3, 4, 5}));
}

TEST(SequenceAlignment, RepeatedStepsAreNumbered) {
  std::vector<int> passes;
  EXPECT_EQ(Letters("ABC").align("ABCABCBC", &passes),
            (Ints{0, 1, 2, 0, 1, 2, 1, 2}));
  EXPECT_EQ(passes, (Ints{0, 0, 0, 1, 1, 1, 2, 2}));
}

TEST(SequenceAlignment, AStepMayLackItsEnd) {
  std::vector<int> passes;
  EXPECT_EQ(Letters("ABCDEF").align("ABCDABCDEF", &passes),
            (Ints{0, 1, 2, 3, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(passes.back(), 1);
}

TEST(SequenceAlignment, AStepOfTheProfilerBeginsTheModelAnew) {
  std::vector<int> passes;
  EXPECT_EQ(Letters("AAAA").align("AAAA", &passes, {2}), (Ints{0, 1, 0, 1}));
  EXPECT_EQ(passes, (Ints{0, 0, 1, 1}));
}

TEST(SequenceAlignment, ARunStaysInItsEntryFunction) {
  // Prefill ABC once, then decode AD three times.
  Letters model("ABCAD", {0, 3});
  std::vector<int> passes;
  EXPECT_EQ(model.align("ABCADADAD", &passes),
            (Ints{0, 1, 2, 3, 4, 3, 4, 3, 4}));
  EXPECT_EQ(passes.back(), 3);
}

TEST(SequenceAlignment, AProfileMayBeginWithinAStep) {
  EXPECT_EQ(Letters("ABCDEFGH").align("FGHABC"), (Ints{5, 6, 7, 0, 1, 2}));
}

TEST(SequenceAlignment, FindsItsWayBackAfterAGap) {
  // The rows of a thousand kernels are missing, and unknown ones stand there.
  std::string model = "AB" + std::string(1000, 'M') + "CDEFGH";
  std::vector<int> kernels =
      Letters(model).align("AB" + std::string(20, 'X') + "CDEFGH");
  EXPECT_EQ(kernels[22], 1002);
  EXPECT_EQ(kernels[27], 1007);
}

/// Layers of a transformer with a share of the rows lost: nearly every row that
/// is left has to find its own layer.
TEST(SequenceAlignment, ManyLayersWithLostRows) {
  std::string layer = "NMAMMvMMSvMMAANMAGMAA", model = "E";
  for (int i = 0; i < 30; ++i)
    model += layer;
  model += "NM";
  std::mt19937 random(1);
  std::string rows;
  std::vector<int> truth;
  for (int step = 0; step < 200; ++step) {
    for (auto [kernel, letter] : llvm::enumerate(model)) {
      if (letter == 'v' || random() % 100 < 5)
        continue;
      rows += letter;
      truth.push_back(kernel);
      if (random() % 100 < 5) {
        rows += 'X';
        truth.push_back(-1);
      }
    }
  }
  std::vector<int> kernels = Letters(model).align(rows);
  size_t right = 0, near = 0;
  for (auto [found, expected] : llvm::zip_equal(kernels, truth)) {
    right += found == expected;
    near += std::abs(found - expected) <= 2 || expected < 0;
  }
  // Of several equal neighbours any may have lost its row.
  EXPECT_GT(right, truth.size() * 95 / 100);
  EXPECT_GT(near, truth.size() * 99 / 100);
}

} // namespace
