//===- NPURotary.cpp - Rotary position embedding --------------------------===//

#include "NPURotary.h"
#include "NPUDecomposition.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

MutableOperandRange npu::detail::getInitsMutable(const Rotary &rotary) {
  RotaryMulOp op = rotary.op;
  return op.getInitMutable();
}

LogicalResult npu::detail::reifyShapes(const Rotary &rotary, OpBuilder &b,
                                       ReifiedRankedShapedTypeDims &shapes) {
  RotaryMulOp op = rotary.op;
  shapes.assign(1, tensor::getMixedSizes(b, op.getLoc(), op.getX()));
  return success();
}

LogicalResult npu::detail::verify(const Rotary &rotary) {
  RotaryMulOp op = rotary.op;
  RankedTensorType xType = rotary.getXType();
  std::pair<StringRef, Value> tables[] = {{"cos", op.getCos()},
                                          {"sin", op.getSin()}};
  if (failed(verifyElements(op, "x", op.getX())) ||
      failed(verifyElements(op, "init", op.getInit())))
    return failure();
  std::string xText = llvm::formatv("x ('{0}')", xType);
  if (xType.getRank() == 0 || ShapedType::isDynamic(rotary.getWidth()) ||
      rotary.getWidth() % 2 != 0)
    return op.emitOpError("expects x to have a last axis of static and even "
                          "size, got ")
           << xType;
  if (failed(verifyShape(op, "init", op.getInit(), xType.getShape(), xText)))
    return failure();
  for (auto [name, value] : tables) {
    if (failed(verifyElements(op, name, value)))
      return failure();
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() != xType.getRank())
      return op.emitOpError() << "expects " << name << " to have the rank of "
                              << xText << ", got " << type;
    for (int64_t dim = 0; dim < type.getRank() - 1; ++dim)
      if (type.getDimSize(dim) != 1 &&
          failed(verifyCompatibleShape({type.getDimSize(dim)},
                                       {xType.getDimSize(dim)})))
        return op.emitOpError()
               << "expects dim " << dim << " of " << name
               << " to be 1 or that of " << xText << ", got " << type;
    int64_t width = type.getShape().back();
    if (width != rotary.getWidth() && width != rotary.getWidth() / 2)
      return op.emitOpError()
             << "expects the last axis of " << name
             << " to have the size of that of " << xText << ", or half of it, "
             << "got " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

SmallVector<Value> npu::detail::decompose(const Rotary &rotary, OpBuilder &b) {
  OpBuilder::InsertionGuard guard(b);
  RotaryMulOp op = rotary.op;
  b.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t rank = rotary.getXType().getRank(), pairs = rotary.getWidth() / 2;
  bool isHalf = op.getMode() == RotaryMode::Half;
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  strides.back() = b.getIndexAttr(isHalf ? 1 : 2);
  auto getOffsets = [&](int64_t member) {
    SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
    offsets.back() = b.getIndexAttr(isHalf ? member * pairs : member);
    return offsets;
  };
  auto getSizes = [&](Value tensor) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
    sizes.back() = b.getIndexAttr(pairs);
    return sizes;
  };
  // The member of each pair, and how the loops over pairs read it: at 0 along
  // dims where a table is the same for all.
  auto getMember = [&](Value tensor, int64_t member) -> GenericInput {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<AffineExpr> exprs;
    for (int64_t dim = 0; dim < rank; ++dim)
      exprs.push_back(type.getDimSize(dim) == 1 &&
                              rotary.getXType().getDimSize(dim) != 1
                          ? b.getAffineConstantExpr(0)
                          : b.getAffineDimExpr(dim));
    // A table of half the width, where the last dim is of pairs already.
    if (type.getShape().back() == pairs) {
      exprs.back() = b.getAffineDimExpr(rank - 1);
    } else {
      tensor = tensor::ExtractSliceOp::create(
          b, loc, tensor, getOffsets(member), getSizes(tensor), strides);
    }
    return {tensor, AffineMap::get(rank, 0, exprs, b.getContext())};
  };

  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value result = op.getInit();
  for (int64_t member : {0, 1}) {
    SmallVector<OpFoldResult> sizes = getSizes(op.getX());
    Value init = tensor::EmptyOp::create(b, loc, sizes,
                                         getElementTypeOrSelf(op.getInit()));
    Value rotated = createGeneric(
        b, loc, rotary.getAccumulatorType(),
        {getMember(op.getX(), member), getMember(op.getX(), 1 - member),
         getMember(op.getCos(), member), getMember(op.getSin(), member)},
        init, b.getMultiDimIdentityMap(rank), iterators,
        [&](ImplicitLocOpBuilder &inner, ValueRange in, Value) -> Value {
          Value own = arith::MulFOp::create(inner, in[0], in[2]);
          Value other = arith::MulFOp::create(inner, in[1], in[3]);
          if (member == 0)
            return arith::SubFOp::create(inner, own, other);
          return arith::AddFOp::create(inner, own, other);
        });
    result = tensor::InsertSliceOp::create(b, loc, rotated, result,
                                           getOffsets(member), sizes, strides);
  }
  return {result};
}

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType>
npu::detail::getIteratorTypes(const Rotary &rotary) {
  SmallVector<utils::IteratorType> types(rotary.getXType().getRank(),
                                         utils::IteratorType::parallel);
  // Not to be split: an element reads the other one of its pair.
  types.back() = utils::IteratorType::reduction;
  return types;
}

SmallVector<Range> npu::detail::getIterationDomain(const Rotary &rotary,
                                                   OpBuilder &b) {
  RotaryMulOp op = rotary.op;
  return llvm::map_to_vector(
      tensor::getMixedSizes(b, op.getLoc(), op.getX()), [&](OpFoldResult size) {
        return Range{b.getIndexAttr(0), size, b.getIndexAttr(1)};
      });
}

FailureOr<TilingResult> npu::detail::tileResult(const Rotary &rotary,
                                                OpBuilder &b, unsigned,
                                                ArrayRef<OpFoldResult> offsets,
                                                ArrayRef<OpFoldResult> sizes) {
  if (getConstantIntValue(sizes.back()) != rotary.getWidth())
    return failure();
  RotaryMulOp op = rotary.op;
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  TilingResult result;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<OpFoldResult> at(offsets), count(sizes);
    at.back() = b.getIndexAttr(0);
    count.back() = b.getIndexAttr(type.getShape().back());
    // A table that is the same for all is read at the one place that it has.
    bool isTable = operand == op.getCos() || operand == op.getSin();
    for (int64_t dim = 0; dim < type.getRank() - 1; ++dim)
      if (isTable && type.getDimSize(dim) == 1) {
        at[dim] = b.getIndexAttr(0);
        count[dim] = b.getIndexAttr(1);
      }
    auto slice = tensor::ExtractSliceOp::create(b, op.getLoc(), operand, at,
                                                count, strides);
    result.generatedSlices.push_back(slice);
    operands.push_back(slice);
  }
  Operation *tiled = cloneTile(b, op, operands.back().getType(), operands);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

FailureOr<TilingResult> npu::detail::tile(const Rotary &rotary, OpBuilder &b,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes) {
  FailureOr<TilingResult> result =
      tileResult(rotary, b, /*resultNumber=*/0, offsets, sizes);
  if (succeeded(result))
    return result;
  RotaryMulOp op = rotary.op;
  return op.emitOpError() << "cannot be tiled along dim "
                          << rotary.getXType().getRank() - 1
                          << ": it holds pairs, which are not split; use tile "
                             "size 0 or the extent";
}

//===----------------------------------------------------------------------===//
// Cost and limits
//===----------------------------------------------------------------------===//

std::optional<int64_t> npu::detail::getFlops(const Rotary &rotary) {
  if (!rotary.getXType().hasStaticShape())
    return std::nullopt;
  // Two products and a sum an element.
  return rotary.getXType().getNumElements() * 3;
}

std::optional<Verdict> npu::detail::checkConstraints(const Rotary &rotary,
                                                     const Device &device) {
  OperatorCall call;
  call.operatorName = rotary.aclnnName;
  call.shape.assign(rotary.getXType().getShape().begin(),
                    rotary.getXType().getShape().end());
  RotaryMulOp op = rotary.op;
  return checkConstraints(cast<DestinationStyleOpInterface>(op.getOperation()),
                          std::move(call), device);
}
