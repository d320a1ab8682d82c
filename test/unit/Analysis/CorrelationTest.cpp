//===- CorrelationTest.cpp - Which kernel a profile row belongs to --------===//

#include "npuprof/Analysis/Correlation.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace npuprof;

namespace {

/// A small profile and model that are put together by hand.
class CorrelationTest : public ::testing::Test {
protected:
  OpRecord &row(llvm::StringRef name, llvm::StringRef type,
                llvm::ArrayRef<int64_t> dims = {}) {
    OpRecord &record = profile.addRecord();
    record.name = profile.intern(name);
    record.type = profile.intern(type);
    record.taskType = "AI_VECTOR_CORE";
    record.figures.timeUs = 1;
    if (!dims.empty())
      record.signature = profile.intern(signature(dims));
    return record;
  }
  OpRecord &aggregated(llvm::StringRef name, llvm::StringRef type) {
    OpRecord &record = row(name, type);
    record.aggregated = true;
    record.figures.calls = 30;
    return record;
  }

  ModelKernel &kernel(const OperatorTypes &types,
                      llvm::ArrayRef<int64_t> dims = {},
                      llvm::StringRef name = {}) {
    ModelKernel &entry = kernels.emplace_back();
    entry.types = &types;
    if (!dims.empty())
      entry.signature = signature(dims);
    if (!name.empty())
      entry.names.push_back(name);
    return entry;
  }

  static Signature signature(llvm::ArrayRef<int64_t> dims) {
    TensorDesc tensor;
    tensor.dims.assign(dims.begin(), dims.end());
    tensor.dtype = "f32";
    return {{tensor}, {tensor}};
  }

  /// The kernel of each row, -1 for none; the result stays in `result`.
  std::vector<int> run() {
    result = correlate(profile.getRecords(), kernels);
    std::vector<int> found(profile.getRecords().size(), -1);
    for (const RowMatch &match : result.matches)
      found[match.row] = match.kernel;
    return found;
  }

  Profile profile;
  std::vector<ModelKernel> kernels;
  Correlation result;

  const OperatorTypes add{{"Add"}, {}, {"Elementwise"}};
  const OperatorTypes exp{{"Exp"}, {"Softmax"}, {"Elementwise"}};
  const OperatorTypes matmul{{"MatMul", "BatchMatMul"}, {}, {"GEMM"}};
  const OperatorTypes layerNorm{{"LayerNorm"}, {}, {"LayerNorm"}};
  const OperatorTypes topK{{"TopK"}, {}, {"Routing"}};
};

using Ints = std::vector<int>;

TEST_F(CorrelationTest, NamesComeFirst) {
  kernel(add, {4}, "net/add_1");
  kernel(add, {4}, "net/add_2");
  row("net/add_2", "Add", {4});
  row("Net/Add_1", "Add", {4});
  EXPECT_EQ(run(), (Ints{1, 0}));
  EXPECT_EQ(result.matches[0].by, MatchedBy::Name);
  EXPECT_EQ(result.matches[0].confidence, 1);
  EXPECT_EQ(result.matches[1].by, MatchedBy::NormalizedName);
  EXPECT_LT(result.matches[1].confidence, 1);
}

TEST_F(CorrelationTest, ANameOfSeveralOperationsIsNarrowedByType) {
  kernel(add, {4}, "dot.1");
  kernel(matmul, {4}, "dot.1");
  row("dot.1", "MatMulV2", {4});
  EXPECT_EQ(run(), Ints{1});
}

TEST_F(CorrelationTest, SeveralLaunchesOfOneName) {
  kernel(add, {4}, "x");
  kernel(matmul, {4}, "y");
  for (int step = 0; step < 2; ++step) {
    row("x", "Add", {4});
    row("y", "Cast", {4});
    row("t", "TransData", {4});
    row("y", "MatMul", {4});
  }
  EXPECT_EQ(run(), (Ints{0, 1, -1, 1, 0, 1, -1, 1}));
  EXPECT_EQ(result.steps, 2u);
}

TEST_F(CorrelationTest, ANormalizedNameHasToAgreeWithTheType) {
  kernel(add, {4}, "softmax");
  row("Softmax", "Softmax", {4});
  EXPECT_EQ(run(), Ints{-1});
}

TEST_F(CorrelationTest, TypesAndShapesInSequence) {
  kernel(matmul, {5, 768});
  kernel(add, {5, 768});
  kernel(matmul, {5, 3072});
  kernel(add, {5, 3072});
  for (int step = 0; step < 2; ++step) {
    row("aclnnMatmul", "MatMulV2", {5, 768});
    row("aclnnAdd", "Add", {5, 768});
    row("trans", "TransData", {5, 768});
    row("aclnnMatmul", "MatMulV3", {5, 3072});
    row("aclnnAdd", "Add", {1, 5, 3072});
  }
  EXPECT_EQ(run(), (Ints{0, 1, -1, 2, 3, 0, 1, -1, 2, 3}));
  EXPECT_EQ(result.steps, 2u);
  for (const RowMatch &match : result.matches)
    EXPECT_EQ(match.by, MatchedBy::Sequence);
}

TEST_F(CorrelationTest, AGuessBetweenEqualKernelsIsLessSure) {
  kernel(matmul, {4});
  kernel(add, {4});
  kernel(add, {4});
  kernel(matmul, {4});
  row("m", "MatMul", {4});
  row("a", "Add", {4});
  row("m", "MatMul", {4});
  EXPECT_EQ(run(), (Ints{0, 1, 3}));
  EXPECT_LT(result.matches[1].confidence, 0.6);
  EXPECT_GT(result.matches[2].confidence, 0.9);
}

TEST_F(CorrelationTest, AGroupIsOneRow) {
  kernel(add, {4, 8}); // The residual.
  kernel(add, {4, 1}).groupPart = true;
  kernel(exp, {4, 1}).groupPart = true;
  kernel(add, {4, 8}).groupPart = true;
  kernel(layerNorm, {4, 8}); // The same operations as one.
  row("a", "Add", {4, 8});
  row("n", "LayerNormV3", {4, 8});
  EXPECT_EQ(run(), (Ints{0, 4}));
}

TEST_F(CorrelationTest, AGroupIsItsParts) {
  kernel(add, {4, 8});
  kernel(add, {4, 1}).groupPart = true;
  kernel(exp, {4, 1}).groupPart = true;
  kernel(add, {4, 8}).groupPart = true;
  kernel(layerNorm, {4, 8});
  row("a", "Add", {4, 8});
  row("b", "Add", {4, 1});
  row("c", "Exp", {4, 1});
  row("d", "Add", {4, 8});
  EXPECT_EQ(run(), (Ints{0, 1, 2, 3}));
}

TEST_F(CorrelationTest, TheTellingPartTakesAWholeThatIsNoGroup) {
  kernel(matmul, {4});
  kernel(exp, {4});
  kernel(matmul, {4});
  row("m", "MatMul", {4});
  row("s", "SoftmaxV2", {4});
  row("m", "MatMul", {4});
  EXPECT_EQ(run(), (Ints{0, 1, 2}));
  EXPECT_LT(result.matches[1].confidence, 0.7);
}

TEST_F(CorrelationTest, ShapesThatContradictAreNoMatch) {
  kernel(matmul, {5, 768});
  kernel(matmul, {5, 3072});
  row("m", "MatMul", {5, 768});
  row("m", "MatMul", {5, 4608});
  EXPECT_EQ(run(), (Ints{0, -1}));
  ASSERT_EQ(result.contradictions.size(), 1u);
  EXPECT_EQ(result.contradictions[0].row, 1u);
  EXPECT_EQ(result.contradictions[0].kernel, 1u);
}

TEST_F(CorrelationTest, DevicesAreAlignedApart) {
  kernel(matmul, {4});
  kernel(add, {4});
  row("m", "MatMul", {4}).device = 0;
  row("m", "MatMul", {4}).device = 1;
  row("a", "Add", {4}).device = 1;
  row("a", "Add", {4}).device = 0;
  EXPECT_EQ(run(), (Ints{0, 0, 1, 1}));
  EXPECT_EQ(result.steps, 1u);
}

TEST_F(CorrelationTest, RowsWithoutShapes) {
  kernel(matmul, {4});
  kernel(add, {4});
  row("m", "MatMul");
  row("a", "Add");
  EXPECT_EQ(run(), (Ints{0, 1}));
  EXPECT_LT(result.matches[0].confidence, 0.7);
}

TEST_F(CorrelationTest, AggregatedRowsAreSharedByType) {
  kernel(matmul, {4});
  kernel(layerNorm, {4});
  kernel(matmul, {4});
  kernel(topK, {4});
  kernel(exp, {4});
  aggregated("FFN", "GEMM");
  aggregated("LayerNorm", "LayerNorm");
  aggregated("MoERouter", "Routing");
  aggregated("Softmax", "Activation");
  aggregated("Nothing", "NoSuchType");
  run();
  std::vector<std::pair<int, int>> matches;
  for (const RowMatch &match : result.matches) {
    matches.emplace_back(match.row, match.kernel);
    EXPECT_EQ(match.by, MatchedBy::Type);
  }
  EXPECT_EQ(matches, (std::vector<std::pair<int, int>>{
                         {0, 0}, {0, 2}, {1, 1}, {2, 3}, {3, 4}}));
  EXPECT_FALSE(result.steps.has_value());
}

TEST_F(CorrelationTest, CommunicationIsNoKernel) {
  kernel(add, {4}, "hcom_allReduce_1");
  row("hcom_allReduce_1", "hcom_allReduce_").taskType = "HCCL";
  EXPECT_EQ(run(), Ints{-1});
}

TEST_F(CorrelationTest, NothingInOneOfThem) {
  row("a", "Add", {4});
  EXPECT_EQ(run(), Ints{-1});
  kernel(add, {4});
  EXPECT_TRUE(correlate({}, kernels).matches.empty());
}

TEST(OperatorNames, Canonical) {
  EXPECT_EQ(canonicalizeOperatorType("MatMulV3"), "matmul");
  EXPECT_EQ(canonicalizeOperatorType("BatchMatMulV2"), "batchmatmul");
  EXPECT_EQ(canonicalizeOperatorType("ConcatD"), "concat");
  EXPECT_EQ(canonicalizeOperatorType("Conv2D"), "conv2d");
  EXPECT_EQ(canonicalizeOperatorType("rms_norm"), "rmsnorm");
  EXPECT_EQ(canonicalizeOperatorType("V2"), "v2");
  EXPECT_EQ(canonicalizeOperatorType("D"), "d");
  EXPECT_EQ(canonicalizeOperatorType(""), "");
  EXPECT_EQ(normalizeOperatorName("Default/net/MatMul-op12"), "matmulop12");
}

} // namespace
