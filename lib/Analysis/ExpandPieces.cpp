//===- ExpandPieces.cpp - Values put together of pieces
//--------------------===//
//
// Concatenations, inserted slices, and bodies that choose by position. Where
// coordinates stay within one piece, the value is that piece.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "npuprof/Analysis/ExprExpander.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace npuprof;
using namespace mlir;

const Expr *ExprExpander::expandConcat(ValueRange pieces, int64_t axis,
                                       ArrayRef<Coord> coords) {
  const Coord &along = coords[axis];
  std::optional<int64_t> last = along.getLast();
  if (!last)
    return nullptr;
  int64_t begin = 0;
  for (Value piece : pieces) {
    std::optional<int64_t> size = sizes.getExtent(piece, axis).getStatic();
    if (!size)
      return nullptr;
    if (along.getOffset() >= begin && *last < begin + *size) {
      SmallVector<Coord> inside(coords);
      inside[axis] = along + Coord(-begin);
      return makeRef(piece, inside);
    }
    begin += *size;
  }
  return nullptr;
}

const Expr *ExprExpander::expandInsertSlice(Operation *op,
                                            ArrayRef<Coord> coords) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  auto getExtent = [&](OpFoldResult size) -> std::optional<Extent> {
    if (std::optional<int64_t> number = getConstantIntValue(size))
      return Extent(*number);
    return sizes.getSize(cast<Value>(size));
  };
  SmallVector<Coord> source;
  bool isInside = true;
  for (auto [dim, coord, offset, size, stride] :
       llvm::enumerate(coords, insert.getMixedOffsets(), insert.getMixedSizes(),
                       insert.getMixedStrides())) {
    std::optional<int64_t> begin = getConstantIntValue(offset);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!begin || !step || *step <= 0)
      return nullptr;
    // All of a dim, whatever its size.
    bool isWhole = *begin == 0 && *step == 1 &&
                   getExtent(size) == sizes.getExtent(insert.getDest(), dim);
    if (isWhole) {
      if (!dropped.test(dim))
        source.push_back(coord);
      continue;
    }
    std::optional<int64_t> count = getConstantIntValue(size);
    std::optional<int64_t> last = coord.getLast();
    if (!count || !last)
      return nullptr;
    // Elements beside the slice and, with a stride, between its elements are
    // those of the destination.
    int64_t end = *begin + (*count - 1) * *step + 1;
    std::optional<Coord> within = (coord + Coord(-*begin)).divided(*step);
    bool isBetween =
        !within &&
        Coord(0, SmallVector<Digit, 1>(coord.getDigits())).divided(*step);
    if (coord.getOffset() >= end || *last < *begin || isBetween) {
      isInside = false;
      continue;
    }
    if (!within || coord.getOffset() < *begin || *last >= end)
      return nullptr;
    if (!dropped.test(dim))
      source.push_back(*within);
  }
  return isInside ? makeRef(insert.getSource(), source)
                  : makeRef(insert.getDest(), coords);
}

/// `coord` / divisor and `coord` % divisor.
static std::optional<std::pair<Coord, Coord>> splitCoord(const Coord &coord,
                                                         int64_t divisor) {
  std::optional<int64_t> last = coord.getLast();
  if (!last || divisor <= 0)
    return std::nullopt;
  // Any number of rows that every digit divides will do.
  Extent rows(*last / divisor + 1);
  for (const Digit &digit : coord.getDigits())
    rows = rows * digit.weight * digit.extent;
  std::optional<SmallVector<Coord>> parts =
      delinearize(coord, {rows, Extent(divisor)});
  if (!parts)
    return std::nullopt;
  return std::pair((*parts)[0], (*parts)[1]);
}

/// Whether all values of `a` compare so with all of `b`, or none do.
static std::optional<bool> compare(arith::CmpIPredicate predicate,
                                   const Coord &a, const Coord &b) {
  using Predicate = arith::CmpIPredicate;
  auto isBelow = [](const Coord &low, const Coord &high) {
    std::optional<int64_t> last = low.getLast();
    return last && *last < high.getOffset();
  };
  bool isLess = isBelow(a, b), isGreater = isBelow(b, a);
  bool isEqual = a.getDigits().empty() && b.getDigits().empty() &&
                 a.getOffset() == b.getOffset();
  if (a.getOffset() < 0 || b.getOffset() < 0 ||
      (!isLess && !isGreater && !isEqual))
    return std::nullopt;
  switch (predicate) {
  case Predicate::eq:
    return isEqual;
  case Predicate::ne:
    return !isEqual;
  case Predicate::slt:
  case Predicate::ult:
    return isLess;
  case Predicate::sle:
  case Predicate::ule:
    return isLess || isEqual;
  case Predicate::sgt:
  case Predicate::ugt:
    return isGreater;
  case Predicate::sge:
  case Predicate::uge:
    return isGreater || isEqual;
  }
  llvm_unreachable("a comparison has a predicate");
}

const Expr *ExprExpander::applyToPositions(Operation *op,
                                           ArrayRef<const Expr *> operands) {
  if (isa<arith::SelectOp>(op)) {
    if (!operands[0]->isConstant())
      return nullptr;
    return operands[0]->getConstant() != 0 ? operands[1] : operands[2];
  }
  // A position fits every type that is as wide as this; arithmetic in narrower
  // ones may wrap around.
  auto holdsPositions = [](Type type) {
    return type.isIndex() ||
           (type.isInteger() && type.getIntOrFloatBitWidth() >= 32);
  };
  if (!llvm::all_of(op->getOperandTypes(), holdsPositions) ||
      (!isa<arith::CmpIOp>(op) &&
       !holdsPositions(op->getResultTypes().front())))
    return nullptr;
  if (operands.size() != 2)
    return isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
                   operands[0]->getKind() == Expr::Kind::Index
               ? operands[0]
               : nullptr;
  SmallVector<Coord, 2> at;
  for (const Expr *operand : operands) {
    if (operand->getKind() == Expr::Kind::Index)
      at.push_back(operand->getCoords().front());
    else if (operand->isConstant() &&
             operand->getConstant() == static_cast<double>(static_cast<int64_t>(
                                           operand->getConstant())))
      at.emplace_back(static_cast<int64_t>(operand->getConstant()));
    else
      return nullptr;
  }
  auto number = [&](const Coord &coord) {
    return coord.getDigits().empty()
               ? context.constant(static_cast<double>(coord.getOffset()))
               : context.index(coord);
  };
  using Result = const Expr *;
  bool isNumber = at[1].getDigits().empty();
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return number(at[0] + at[1]); })
      .Case([&](arith::SubIOp) -> Result {
        // A position that is taken away has no digits of its own.
        return isNumber ? number(at[0] + Coord(-at[1].getOffset())) : nullptr;
      })
      .Case([&](arith::MulIOp) -> Result {
        for (unsigned i : {0u, 1u})
          if (at[i].getDigits().empty() && at[i].getOffset() > 0)
            return number(*at[1 - i].scaled(Extent(at[i].getOffset())));
        return nullptr;
      })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) -> Result {
            auto parts = splitCoord(at[0], at[1].getOffset());
            return isNumber && parts ? number(parts->first) : nullptr;
          })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) -> Result {
        auto parts = splitCoord(at[0], at[1].getOffset());
        return isNumber && parts ? number(parts->second) : nullptr;
      })
      .Case([&](arith::CmpIOp compare) -> Result {
        std::optional<bool> result =
            ::compare(compare.getPredicate(), at[0], at[1]);
        return result ? context.constant(*result) : nullptr;
      })
      .Default([](Operation *) -> Result { return nullptr; });
}
