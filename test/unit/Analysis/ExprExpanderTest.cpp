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

TEST_F(ExprExpanderTest, Negatives) {
  auto heads = getHeads(R"(
    %zero = arith.constant dense<0.0> : tensor<4x8xf32>
    %minus = arith.constant dense<-1.0> : tensor<4x8xf32>
    %a = arith.negf %x : tensor<4x8xf32>
    %b = arith.subf %zero, %x : tensor<4x8xf32>
    %c = arith.mulf %minus, %x : tensor<4x8xf32>
    return %a, %b, %c : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)",
                        "tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>");
  ASSERT_EQ(heads.size(), 3u);
  EXPECT_TRUE(heads[0]->isApply(Opcode::Neg));
  EXPECT_EQ(heads[1], heads[0]);
  EXPECT_EQ(heads[2], heads[0]);
}

// rotate_half: each member of a pair has one formula, whatever the pieces are
// put together with.
TEST_F(ExprExpanderTest, Pieces) {
  auto heads = getHeads(R"(
    %l = tensor.extract_slice %x[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
    %h = tensor.extract_slice %x[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
    %a = tensor.concat dim(1) %h, %l : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
    %i = tensor.insert_slice %h into %y[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
    %b = tensor.insert_slice %l into %i[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
    return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>)",
                        twoTensors);
  ASSERT_EQ(heads.size(), 2u);
  // As a whole it is several pieces.
  EXPECT_TRUE(heads[0]->isRef());
  func::FuncOp function = *module->getOps<func::FuncOp>().begin();
  auto results = function.front().getTerminator()->getOperands();
  for (int64_t member : {0, 1}) {
    const Expr *own = expander->getPairElement(
        function.getArgument(0), PairMode::Half, Coord(1 - member));
    for (Value result : results)
      EXPECT_EQ(expander->getHead(expander->getPairElement(
                    result, PairMode::Half, Coord(member))),
                own);
    // Neighbours are in one piece only where the pieces are.
    EXPECT_NE(expander->getHead(expander->getPairElement(
                  results[0], PairMode::Interleaved, Coord(member))),
              own);
  }
}

TEST_F(ExprExpanderTest, PiecesOfConstantsAreNoConstant) {
  auto heads = getHeads(R"(
    %one = arith.constant dense<1.0> : tensor<4x4xf32>
    %two = arith.constant dense<2.0> : tensor<4x4xf32>
    %a = tensor.concat dim(1) %one, %two : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
    %b = tensor.insert_slice %two into %y[0, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
    return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>)",
                        twoTensors);
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_FALSE(heads[0]->isConstant());
  EXPECT_FALSE(heads[1]->isConstant());
}

// The even elements are those of one tensor, the odd ones of the other.
TEST_F(ExprExpanderTest, ChoiceByParity) {
  auto heads = getHeads(R"(
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : tensor<4x8xf32>
    %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        outs(%e : tensor<4x8xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %r = arith.remui %j, %c2 : index
      %even = arith.cmpi eq, %r, %c0 : index
      %p = tensor.extract %x[%i, %j] : tensor<4x8xf32>
      %q = tensor.extract %y[%i, %j] : tensor<4x8xf32>
      %s = arith.select %even, %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    return %a, %a : tensor<4x8xf32>, tensor<4x8xf32>)",
                        twoTensors);
  ASSERT_EQ(heads.size(), 2u);
  func::FuncOp function = *module->getOps<func::FuncOp>().begin();
  Value result = function.front().getTerminator()->getOperand(0);
  for (int64_t member : {0, 1})
    EXPECT_EQ(expander->getHead(expander->getPairElement(
                  result, PairMode::Interleaved, Coord(member))),
              expander->getPairElement(function.getArgument(member),
                                       PairMode::Interleaved, Coord(member)));
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
