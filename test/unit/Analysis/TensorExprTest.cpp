//===- TensorExprTest.cpp -------------------------------------------------===//

#include "npuprof/Analysis/TensorExpr.h"
#include <gtest/gtest.h>

using namespace npuprof;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Variables of the given extents, one coordinate each.
class TensorExprTest : public ::testing::Test {
protected:
  SmallVector<Coord> makeCoords(ArrayRef<Extent> extents) {
    SmallVector<Coord> coords;
    for (const Extent &extent : extents)
      coords.push_back(context.makeCoord(context.makeVar(extent)));
    return coords;
  }
  /// Coordinates in `to` of the element that stands at `coords` in `from`.
  std::optional<SmallVector<Coord>>
  reshape(ArrayRef<Coord> coords, ArrayRef<Extent> from, ArrayRef<Extent> to) {
    std::optional<Coord> position = linearize(coords, from);
    return position ? delinearize(*position, to) : std::nullopt;
  }

  ExprContext context;
};

} // namespace

TEST(Extent, DividesNumbersAndSymbols) {
  Extent b = Extent::symbol(0), s = Extent::symbol(1);
  EXPECT_EQ(Extent(12).divide(Extent(4)), Extent(3));
  EXPECT_FALSE(Extent(12).divide(Extent(5)));
  EXPECT_EQ((b * s * Extent(768)).divide(s * Extent(64)), b * Extent(12));
  EXPECT_FALSE(b.divide(s));
  // Symbols are sizes that nobody knows: two are equal only if they are one.
  EXPECT_NE(b, s);
  EXPECT_EQ(b * s, s * b);
}

// tokens x hidden and batch x sequence x hidden are the same rows.
TEST_F(TensorExprTest, ReshapeAndItsInverseCancel) {
  SmallVector<Extent> flat{Extent(10), Extent(768)};
  SmallVector<Extent> batched{Extent(2), Extent(5), Extent(12), Extent(64)};
  SmallVector<Coord> coords = makeCoords(flat);
  std::optional<SmallVector<Coord>> split = reshape(coords, flat, batched);
  ASSERT_TRUE(split);
  // 10 = 2 x 5: the batch is the high digit, the sequence the low one.
  ASSERT_EQ((*split)[0].getDigits().size(), 1u);
  EXPECT_EQ((*split)[0].getDigits()[0].stride, Extent(5));
  EXPECT_EQ((*split)[0].getDigits()[0].extent, Extent(2));
  EXPECT_EQ((*split)[1].getDigits()[0].stride, Extent(1));
  EXPECT_EQ((*split)[1].getDigits()[0].extent, Extent(5));

  std::optional<SmallVector<Coord>> joined = reshape(*split, batched, flat);
  ASSERT_TRUE(joined);
  EXPECT_EQ(*joined, coords);
}

TEST_F(TensorExprTest, DynamicDimsJoinAndSplit) {
  Extent b = Extent::symbol(0), s = Extent::symbol(1);
  SmallVector<Extent> batched{b, s, Extent(768)};
  SmallVector<Extent> flat{b * s, Extent(768)};
  SmallVector<Coord> coords = makeCoords(batched);
  std::optional<SmallVector<Coord>> joined = reshape(coords, batched, flat);
  ASSERT_TRUE(joined);
  // b * S + s
  EXPECT_EQ((*joined)[0].getDigits().size(), 2u);
  EXPECT_EQ((*joined)[1], coords[2]);
  EXPECT_EQ(reshape(*joined, flat, batched), coords);
}

TEST_F(TensorExprTest, SizesThatDoNotDivideAreNoDigits) {
  // 6 x 4 seen as 8 x 3: an index of 8 is no digit of 6 and 4.
  SmallVector<Extent> from{Extent(6), Extent(4)}, to{Extent(8), Extent(3)};
  EXPECT_FALSE(reshape(makeCoords(from), from, to));
  // An offset may carry into the next dim.
  Coord shifted = context.makeCoord(context.makeVar(Extent(6))) + Coord(1);
  EXPECT_FALSE(delinearize(shifted, {Extent(2), Extent(3)}));
  // So may a sum of two indices.
  SmallVector<Coord> pair = makeCoords({Extent(4), Extent(4)});
  EXPECT_FALSE(delinearize(pair[0] + pair[1], {Extent(2), Extent(8)}));
}

// The second half of 8, seen as 2 x 4, is the second row.
TEST_F(TensorExprTest, OffsetsThatDoNotCarry) {
  Coord column = context.makeCoord(context.makeVar(Extent(4)));
  std::optional<SmallVector<Coord>> split =
      delinearize(column + Coord(4), {Extent(2), Extent(4)});
  ASSERT_TRUE(split);
  EXPECT_EQ((*split)[0], Coord(1));
  EXPECT_EQ((*split)[1], column);
  EXPECT_FALSE(delinearize(column + Coord(5), {Extent(2), Extent(4)}));
  EXPECT_FALSE(delinearize(column + Coord(8), {Extent(2), Extent(4)}));
  EXPECT_FALSE(delinearize(column + Coord(-1), {Extent(2), Extent(4)}));
}

TEST_F(TensorExprTest, RangeAndQuotientOfACoordinate) {
  Coord row = context.makeCoord(context.makeVar(Extent(4)));
  Coord even = *row.scaled(Extent(2)) + Coord(6);
  EXPECT_EQ(even.getLast(), 12);
  EXPECT_EQ(even.divided(2), row + Coord(3));
  EXPECT_FALSE(even.divided(4));
  EXPECT_FALSE((even + Coord(1)).divided(2));
  Coord dynamic = context.makeCoord(context.makeVar(Extent::symbol(0)));
  EXPECT_FALSE(dynamic.getLast());
}

TEST_F(TensorExprTest, OffsetAlongADynamicStrideIsNoNumber) {
  SmallVector<Extent> extents{Extent(4), Extent::symbol(0)};
  SmallVector<Coord> coords = makeCoords(extents);
  EXPECT_TRUE(linearize(coords, extents));
  coords[0] = coords[0] + Coord(1);
  EXPECT_FALSE(linearize(coords, extents));
}

TEST_F(TensorExprTest, UnitDimsHaveNoVariable) {
  Coord unit = context.makeCoord(context.makeVar(Extent(1)));
  EXPECT_TRUE(unit.isZero());
  SmallVector<Extent> wide{Extent(1), Extent(5), Extent(1)};
  SmallVector<Coord> coords{Coord(), makeCoords({Extent(5)})[0], Coord()};
  std::optional<SmallVector<Coord>> narrow = reshape(coords, wide, {Extent(5)});
  ASSERT_TRUE(narrow);
  EXPECT_EQ((*narrow)[0], coords[1]);
}

TEST_F(TensorExprTest, EqualExpressionsAreOne) {
  const Expr *half = context.constant(0.5);
  EXPECT_EQ(context.constant(0.5), half);
  EXPECT_EQ(context.constant(-0.0), context.constant(0.0));
  const Expr *sum = context.apply(Opcode::Add, {half, half});
  EXPECT_EQ(context.apply(Opcode::Add, {half, half}), sum);
  EXPECT_NE(context.apply(Opcode::Mul, {half, half}), sum);
}

TEST_F(TensorExprTest, BoundVariablesAreNotFree) {
  VarId row = context.makeVar(Extent(4)), bound = context.makeVar(Extent(16));
  const Expr *body =
      context.apply(Opcode::Mul, {context.index(context.makeCoord(row)),
                                  context.index(context.makeCoord(bound))});
  EXPECT_EQ(getFreeVars(body), (SmallVector<VarId>{row, bound}));
  EXPECT_EQ(getFreeVars(context.reduce(ReduceKind::Sum, {bound}, body)),
            SmallVector<VarId>{row});
}
