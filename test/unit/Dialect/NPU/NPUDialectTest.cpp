//===- NPUDialectTest.cpp - Interfaces and attributes of the dialect ------===//

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;

namespace {

class NPUDialectTest : public ::testing::Test {
protected:
  NPUDialectTest() { context.loadDialect<NPUDialect, func::FuncDialect>(); }

  /// The first fused operation of a function with these arguments and body.
  NPUFusedOpInterface parse(StringRef arguments, StringRef body) {
    std::string text =
        ("func.func @f(" + arguments + ") {" + body + "  return }").str();
    module = parseSourceString<ModuleOp>(text, &context);
    NPUFusedOpInterface result;
    if (module)
      module->walk([&](NPUFusedOpInterface op) { result = op; });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(NPUDialectTest, LayerNorm) {
  NPUFusedOpInterface op =
      parse("%x: tensor<4x8xf16>, %g: tensor<8xf32>, %e: f32",
            "npu.layer_norm ins(%x : tensor<4x8xf16>) gamma(%g : tensor<8xf32>)"
            "  eps(%e : f32) outs(%x : tensor<4x8xf16>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnLayerNorm");
  // x and the result, 2 bytes an element, and gamma; the init is not read.
  EXPECT_EQ(op.getTrafficBytes(), 2 * 32 * 2 + 8 * 4);
  // An element: sum 1, deviation 1, square and sum 2, deviation 1, scale 1,
  // gamma 1. A row: two divisions, + eps and rsqrt.
  EXPECT_EQ(op.getFlops(), 32 * 7 + 4 * 4);
  EXPECT_TRUE(op.getAccumulatorType().isF32());
}

TEST_F(NPUDialectTest, RmsNormOverTwoAxes) {
  NPUFusedOpInterface op =
      parse("%x: tensor<4x8xf64>, %e: f32",
            "npu.rms_norm ins(%x : tensor<4x8xf64>) eps(%e : f32)"
            "  {norm_rank = 2 : i64} outs(%x : tensor<4x8xf64>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnRmsNorm");
  EXPECT_EQ(op.getTrafficBytes(), 2 * 32 * 8);
  EXPECT_EQ(op.getFlops(), 32 * 3 + 1 * 3);
  EXPECT_TRUE(op.getAccumulatorType().isF64());
}

TEST_F(NPUDialectTest, AddLayerNorm) {
  NPUFusedOpInterface op =
      parse("%x: tensor<4x8xf32>, %p: tensor<8xf32>, %e: f32",
            "npu.add_layer_norm ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>)"
            "  bias(%p : tensor<8xf32>) gamma(%p : tensor<8xf32>)"
            "  beta(%p : tensor<8xf32>) eps(%e : f32)"
            "  outs(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnAddLayerNorm");
  // Two inputs and two results; three parameters.
  EXPECT_EQ(op.getTrafficBytes(), (4 * 32 + 3 * 8) * 4);
  EXPECT_EQ(op.getFlops(), 32 * (6 + 1 + 3) + 4 * 4);
}

TEST_F(NPUDialectTest, AddRmsNorm) {
  NPUFusedOpInterface op = parse(
      "%x: tensor<4x8xbf16>, %e: f32",
      "npu.add_rms_norm ins(%x, %x : tensor<4x8xbf16>, tensor<4x8xbf16>)"
      "  eps(%e : f32) outs(%x, %x : tensor<4x8xbf16>, tensor<4x8xbf16>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnAddRmsNorm");
  EXPECT_EQ(op.getTrafficBytes(), 4 * 32 * 2);
  EXPECT_EQ(op.getFlops(), 32 * (3 + 1) + 4 * 3);
  EXPECT_TRUE(op.getAccumulatorType().isF32());
}

TEST_F(NPUDialectTest, Activations) {
  NPUFusedOpInterface op =
      parse("%x: tensor<4x8xf16>",
            "npu.gelu ins(%x : tensor<4x8xf16>) outs(%x : tensor<4x8xf16>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnGeluV2");
  EXPECT_EQ(op.getTrafficBytes(), 2 * 32 * 2);
  // Scale, erf, + 1, half of x, product.
  EXPECT_EQ(op.getFlops(), 32 * 5);
  EXPECT_EQ(op.getCubeFlops(), 0);
  EXPECT_TRUE(op.getAccumulatorType().isF32());

  op = parse("%x: tensor<4x16xbf16>, %i: tensor<4x8xbf16>",
             "npu.swiglu ins(%x : tensor<4x16xbf16>)"
             "  outs(%i : tensor<4x8xbf16>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnSwiGlu");
  EXPECT_EQ(op.getTrafficBytes(), (64 + 32) * 2);
  // Negative, exp, + 1, quotient, product.
  EXPECT_EQ(op.getFlops(), 32 * 5);

  op = parse("%x: tensor<4x8xf32>, %u: tensor<4x8xf64>",
             "npu.geglu ins(%x, %u : tensor<4x8xf32>, tensor<4x8xf64>)"
             "  approximate(tanh) outs(%x : tensor<4x8xf32>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnGeGluV3");
  EXPECT_EQ(op.getTrafficBytes(), 32 * (4 + 8 + 4));
  EXPECT_EQ(op.getFlops(), 32 * (9 + 1));
  EXPECT_TRUE(op.getAccumulatorType().isF64());
}

// The operator's tensor holds both factors: 2 * 16 elements of 2 B are the 64 B
// that 310P wants, 2 * 8 are not.
TEST_F(NPUDialectTest, LastAxisOfGatedActivations) {
  const Device *npu = llvm::cantFail(getDevice("ascend310p"));
  auto check = [&](StringRef type) {
    return parse(("%x: " + type).str(),
                 ("npu.swiglu ins(%x, %x : " + type + ", " + type +
                  ") outs(%x : " + type + ")")
                     .str())
        .checkConstraints(*npu);
  };
  EXPECT_FALSE(check("tensor<4x16xf16>"));
  EXPECT_TRUE(check("tensor<4x8xf16>"));
  EXPECT_FALSE(check("tensor<4x?xf16>"));
}

TEST_F(NPUDialectTest, RotaryMul) {
  NPUFusedOpInterface op =
      parse("%x: tensor<1x4x3x8xf16>, %c: tensor<1x1x3x8xf32>",
            "npu.rotary_mul ins(%x, %c, %c : tensor<1x4x3x8xf16>,"
            "  tensor<1x1x3x8xf32>, tensor<1x1x3x8xf32>) mode(half)"
            "  outs(%x : tensor<1x4x3x8xf16>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getAclnnName(), "aclnnRotaryPositionEmbedding");
  EXPECT_EQ(op.getTrafficBytes(), 2 * 96 * 2 + 2 * 24 * 4);
  EXPECT_EQ(op.getFlops(), 96 * 3);
  EXPECT_TRUE(op.getAccumulatorType().isF32());
  EXPECT_FALSE(op.checkConstraints(*llvm::cantFail(getDevice("ascend910b3"))));
  std::optional<Verdict> verdict =
      op.checkConstraints(*llvm::cantFail(getDevice("ascend310p")));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedTarget);
}

TEST_F(NPUDialectTest, DynamicSizesAreUnknown) {
  NPUFusedOpInterface op =
      parse("%x: tensor<?x8xf32>, %e: f32",
            "npu.rms_norm ins(%x : tensor<?x8xf32>) eps(%e : f32)"
            "  outs(%x : tensor<?x8xf32>)");
  ASSERT_TRUE(op);
  EXPECT_EQ(op.getTrafficBytes(), std::nullopt);
  EXPECT_EQ(op.getFlops(), std::nullopt);
}

TEST_F(NPUDialectTest, ConstraintsOfTheChip) {
  const Device *npu = llvm::cantFail(getDevice("ascend910b3"));
  const Device *host = llvm::cantFail(getDevice("host"));
  auto parseRmsNorm = [&](StringRef type) {
    return parse(("%x: " + type + ", %e: f32").str(),
                 ("npu.rms_norm ins(%x : " + type +
                  ") eps(%e : f32) outs(%x : " + type + ")")
                     .str());
  };

  EXPECT_FALSE(parseRmsNorm("tensor<?x4096xf16>").checkConstraints(*npu));

  NPUFusedOpInterface wide = parseRmsNorm("tensor<4x8xf64>");
  std::optional<Verdict> verdict = wide.checkConstraints(*npu);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, Reason::UnsupportedType);
  EXPECT_FALSE(wide.checkConstraints(*host));

  // The operator splits rows that do not fit the Unified Buffer.
  EXPECT_FALSE(parseRmsNorm("tensor<4x1048576xf32>").checkConstraints(*npu));
  EXPECT_FALSE(parseRmsNorm("tensor<4x?xf32>").checkConstraints(*npu));
}

TEST_F(NPUDialectTest, ProfileOfAnOperation) {
  Operation *op = parse("%x: tensor<8xf32>, %e: f32",
                        "npu.rms_norm ins(%x : tensor<8xf32>) eps(%e : f32)"
                        "  outs(%x : tensor<8xf32>)");
  ASSERT_TRUE(op);
  EXPECT_FALSE(getProfile(op));

  Figures figures;
  figures.timeUs = 12.5;
  auto profile =
      ProfileAttr::get(&context, figures, "RmsNorm", MatchKind::Name, 1.0);
  setProfile(op, profile);
  EXPECT_EQ(getProfile(op), profile);
  EXPECT_EQ(getProfile(op).getFigures(), figures);
  EXPECT_EQ(getProfile(op).getConfidence(), 1.0);

  setProfile(op, {});
  EXPECT_FALSE(op->hasAttr(NPUDialect::getProfileAttrName()));
}

TEST_F(NPUDialectTest, AttributesOfTheSameFiguresAreOne) {
  Figures figures;
  figures.calls = 2;
  figures.ratio[0] = 0.1;
  auto get = [&](double confidence) {
    return ProfileAttr::get(&context, figures, "", MatchKind::Type, confidence);
  };
  EXPECT_EQ(get(0.5), get(0.5));
  EXPECT_NE(get(0.5), get(0.25));
  ProfileAttr before = get(0.5);
  figures.ratio[0] = 0.2;
  EXPECT_NE(before, get(0.5));
}

TEST_F(NPUDialectTest, OutOfRangeIsReported) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  Figures figures;
  figures.ratio[static_cast<unsigned>(Pipe::Vec)] = 1.25;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  EXPECT_FALSE(ProfileAttr::getChecked(emitError, &context, figures,
                                       StringRef(), MatchKind::Name,
                                       HashableDouble(1.0)));
  EXPECT_EQ(message, "expected 'vec' to be between 0 and 1, got 1.25");
}

} // namespace
