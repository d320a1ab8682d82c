//===- SignatureAgreementTest.cpp - How well shapes agree -----------------===//

#include "npuprof/Analysis/Correlation.h"
#include "gtest/gtest.h"

using namespace npuprof;

namespace {

TensorDesc tensor(llvm::ArrayRef<int64_t> dims, llvm::StringRef dtype = "f32",
                  llvm::StringRef format = "ND") {
  TensorDesc desc;
  desc.dims.assign(dims.begin(), dims.end());
  desc.dtype = dtype;
  desc.format = format;
  return desc;
}

double agree(Signature row, const Signature &kernel) {
  return getSignatureAgreement(&row, kernel);
}

TEST(SignatureAgreement, Steps) {
  Signature kernel{{tensor({1, 5, 768})}, {tensor({1, 5, 768})}};
  double same = agree({{tensor({1, 5, 768})}, {tensor({1, 5, 768})}}, kernel);
  double unitDims = agree({{tensor({5, 768})}, {tensor({5, 768})}}, kernel);
  double count = agree({{tensor({768, 5})}, {tensor({768, 5})}}, kernel);
  double other = agree({{tensor({1, 6, 768})}, {tensor({1, 6, 768})}}, kernel);
  EXPECT_EQ(same, 1);
  EXPECT_GT(same, unitDims);
  EXPECT_GT(unitDims, count);
  EXPECT_GT(count, 0.5);
  EXPECT_EQ(other, 0);
}

TEST(SignatureAgreement, WhatIsMissingIsUnknown) {
  Signature kernel{{tensor({4})}, {tensor({4})}};
  EXPECT_EQ(getSignatureAgreement(nullptr, kernel), 0.5);
  EXPECT_EQ(agree({{tensor({4})}, {tensor({4})}}, {}), 0.5);
  EXPECT_EQ(agree({}, kernel), 0.5);
}

TEST(SignatureAgreement, DynamicDimsTakeAny) {
  Signature kernel{{tensor({-1, 768})}, {tensor({-1, 768})}};
  EXPECT_GT(agree({{tensor({7, 768})}, {tensor({7, 768})}}, kernel), 0.8);
  // Merged dims are possible as long as the static ones divide.
  EXPECT_EQ(agree({{tensor({7 * 768})}, {tensor({7 * 768})}}, kernel), 0.5);
  EXPECT_EQ(agree({{tensor({7, 767})}, {tensor({7, 767})}}, kernel), 0);
}

TEST(SignatureAgreement, OperandsInAnyOrderScalarsAside) {
  Signature kernel{{tensor({1, 1, 768}), tensor({4, 1, 768})},
                   {tensor({4, 1, 768})}};
  EXPECT_EQ(agree({{tensor({4, 1, 768}), tensor({}), tensor({1, 1, 768})},
                   {tensor({4, 1, 768})}},
                  kernel),
            1);
  // The row of an operator that took the other operand as an attribute.
  EXPECT_EQ(agree({{tensor({4, 1, 768})}, {tensor({4, 1, 768})}}, kernel), 1);
}

TEST(SignatureAgreement, ElementTypes) {
  Signature kernel{{tensor({8}, "bf16")}, {tensor({8}, "bf16")}};
  double other = agree({{tensor({8}, "f32")}, {tensor({8}, "f32")}}, kernel);
  EXPECT_LT(other, 1);
  EXPECT_GT(other, 0.5);
}

TEST(SignatureAgreement, BlockedFormatsDoNotCompare) {
  Signature kernel{{tensor({30, 60}, "f16")}, {}};
  EXPECT_EQ(agree({{tensor({4, 2, 16, 16}, "f16", "FRACTAL_NZ")}, {}}, kernel),
            0.5);
}

} // namespace
