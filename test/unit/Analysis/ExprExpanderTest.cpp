//===- ExprExpanderTest.cpp -----------------------------------------------===//
//
// Spellings of one formula have one expression.
//
//===----------------------------------------------------------------------===//

#include "npuprof/Analysis/ExprExpander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace npuprof;
using namespace mlir;

namespace {

class ExprExpanderTest : public ::testing::Test {
protected:
  ExprExpanderTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, math::MathDialect,
                        tensor::TensorDialect, tosa::TosaDialect>();
  }

  /// Heads of the values that a function over %x, %y: tensor<4x8xf32> returns.
  SmallVector<const Expr *> getHeads(StringRef body, StringRef types) {
    std::string source =
        ("func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (" + types +
         ") {\n" + body + "\n}")
            .str();
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return {};
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    expander = std::make_unique<ExprExpander>(function);
    SmallVector<const Expr *> heads;
    for (Value value : function.front().getTerminator()->getOperands())
      heads.push_back(expander->getHead(expander->getElement(value)));
    return heads;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ExprExpander> expander;
};

constexpr llvm::StringLiteral twoTensors = "tensor<4x8xf32>, tensor<4x8xf32>";
constexpr llvm::StringLiteral twoRows = "tensor<4xf32>, tensor<4xf32>";

} // namespace

TEST_F(ExprExpanderTest, DivisionIsAProductWithTheReciprocal) {
  auto heads = getHeads(R"(
    %r = tosa.reciprocal %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %a = arith.mulf %x, %r : tensor<4x8xf32>
    %b = arith.divf %x, %y : tensor<4x8xf32>
    return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>)",
                        twoTensors);
  ASSERT_EQ(heads.size(), 2u);
  // One refers to the reciprocal by its value, the other holds it.
  ASSERT_TRUE(heads[0]->isApply(Opcode::Mul));
  ASSERT_TRUE(heads[1]->isApply(Opcode::Mul));
  EXPECT_EQ(expander->getHead(heads[0]->getOperand(1)),
            expander->getHead(heads[1]->getOperand(1)));
}

TEST_F(ExprExpanderTest, RootsAndPowers) {
  auto heads = getHeads(R"(
    %half = arith.constant dense<-0.5> : tensor<4x8xf32>
    %one = arith.constant dense<1.0> : tensor<4x8xf32>
    %s = math.sqrt %x : tensor<4x8xf32>
    %a = math.rsqrt %x : tensor<4x8xf32>
    %b = arith.divf %one, %s : tensor<4x8xf32>
    %c = math.powf %x, %half : tensor<4x8xf32>
    return %a, %b, %c : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)",
                        "tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>");
  ASSERT_EQ(heads.size(), 3u);
  EXPECT_TRUE(heads[0]->isApply(Opcode::Rsqrt));
  EXPECT_EQ(heads[1], heads[0]);
  EXPECT_EQ(heads[2], heads[0]);
}

// 1/8 is exact; a divisor of 7 of 8 elements is no mean.
TEST_F(ExprExpanderTest, MeanByDivisionAndByFactor) {
  constexpr llvm::StringLiteral body = R"(
    %zero = arith.constant 0.0 : f32
    %n = arith.constant dense<%N> : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
    %f = arith.constant dense<%F> : tensor<4xf32>
    %a = arith.divf %s, %n : tensor<4xf32>
    %b = arith.mulf %f, %s : tensor<4xf32>
    return %a, %b : tensor<4xf32>, tensor<4xf32>)";
  auto get = [&](StringRef n, StringRef factor) {
    std::string text = body.str();
    text.replace(text.find("%N"), 2, n);
    text.replace(text.find("%F"), 2, factor);
    return getHeads(text, twoRows);
  };
  auto heads = get("8.0", "0.125");
  ASSERT_EQ(heads.size(), 2u);
  ASSERT_TRUE(heads[0]->isReduce());
  EXPECT_EQ(heads[0]->getReduceKind(), ReduceKind::Mean);
  EXPECT_EQ(heads[1], heads[0]);
  heads = get("7.0", "0.1428571492433548");
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_FALSE(heads[0]->isReduce());
  EXPECT_FALSE(heads[1]->isReduce());
}

TEST_F(ExprExpanderTest, WhatAddsNothingIsNotThere) {
  auto heads = getHeads(R"(
    %zero = arith.constant dense<0.0> : tensor<4x8xf32>
    %one = arith.constant dense<1.0> : tensor<4x8xf32>
    %a = arith.addf %zero, %x : tensor<4x8xf32>
    %b = arith.mulf %a, %one : tensor<4x8xf32>
    return %b, %x : tensor<4x8xf32>, tensor<4x8xf32>)",
                        twoTensors);
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_EQ(heads[0], heads[1]);
  ASSERT_TRUE(heads[0]->isRef());
}

// A thousand scalings are no formula; the stack stays bounded.
TEST_F(ExprExpanderTest, DeepChainsAreCutOff) {
  std::string body = "%h = arith.constant dense<0.5> : tensor<4x8xf32>\n"
                     "%v0 = arith.mulf %x, %h : tensor<4x8xf32>\n";
  constexpr unsigned length = 100000;
  for (unsigned i = 1; i < length; ++i)
    body += "%v" + std::to_string(i) + " = arith.mulf %v" +
            std::to_string(i - 1) + ", %h : tensor<4x8xf32>\n";
  body += "return %v" + std::to_string(length - 1) + " : tensor<4x8xf32>";
  auto heads = getHeads(body, "tensor<4x8xf32>");
  ASSERT_EQ(heads.size(), 1u);
  EXPECT_TRUE(heads[0]->isApply(Opcode::Mul));
}
