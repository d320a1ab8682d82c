//===- NPUAttentionTiling.cpp - TilingInterface of npu.attention ----------===//
//
// The loops are the first three dims of the result: batch, heads and query
// positions, in the order of the layout. Head dims and key positions are whole
// in every tile.
//
//===----------------------------------------------------------------------===//

#include "NPUFusedOp.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;

static constexpr int64_t numLoops = 3;

SmallVector<utils::IteratorType> AttentionOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(numLoops,
                                          utils::IteratorType::parallel);
}

SmallVector<Range> AttentionOp::getIterationDomain(OpBuilder &b) {
  SmallVector<Range> domain;
  for (int64_t dim = 0; dim < numLoops; ++dim)
    domain.push_back({b.getIndexAttr(0),
                      tensor::getMixedSize(b, getLoc(), getQuery(), dim),
                      b.getIndexAttr(1)});
  return domain;
}

LogicalResult AttentionOp::getResultTilePosition(
    OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  resultOffsets.push_back(b.getIndexAttr(0));
  resultSizes.push_back(
      tensor::getMixedSize(b, getLoc(), getValue(), getDepthDim()));
  return success();
}

/// Whether the tile of the result has whole head dims.
static bool hasWholeDepth(AttentionOp op, ArrayRef<OpFoldResult> sizes) {
  using Variable = ValueBoundsConstraintSet::Variable;
  int64_t depth = op.getDepthDim();
  auto type = cast<RankedTensorType>(op.getValue().getType());
  if (!type.isDynamicDim(depth) &&
      getConstantIntValue(sizes[depth]) == type.getDimSize(depth))
    return true;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      Variable(sizes[depth]), Variable(op.getValue(), depth));
  return succeeded(equal) && *equal;
}

LogicalResult AttentionOp::getIterationDomainTileFromResultTile(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  if (!hasWholeDepth(*this, sizes))
    return failure();
  domainOffsets.assign(offsets.begin(), offsets.begin() + numLoops);
  domainSizes.assign(sizes.begin(), sizes.begin() + numLoops);
  return success();
}

/// Whether `value` is a multiple of `factor`: a number, or what a loop counts.
static bool isMultipleOf(OpFoldResult value, int64_t factor) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return *number % factor == 0;
  auto dynamic = cast<Value>(value);
  if (auto apply = dynamic.getDefiningOp<affine::AffineApplyOp>())
    return apply.getAffineMap().getResult(0).isMultipleOf(factor);
  auto argument = dyn_cast<BlockArgument>(dynamic);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : LoopLikeOpInterface();
  if (!loop)
    return false;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> bounds = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!variables || !bounds || !steps)
    return false;
  for (auto [variable, bound, step] :
       llvm::zip_equal(*variables, *bounds, *steps))
    if (variable == dynamic)
      return getConstantIntValue(bound).value_or(1) % factor == 0 &&
             getConstantIntValue(step).value_or(1) % factor == 0;
  return false;
}

namespace {
struct Interval {
  OpFoldResult offset, size;
};
} // namespace

/// The kv heads that the query heads of `heads` use: none where they would not
/// be whole groups, or all in one.
static std::optional<Interval> getKvHeads(AttentionOp op, OpBuilder &b,
                                          Interval heads) {
  auto queryType = cast<RankedTensorType>(op.getQuery().getType());
  auto keyType = cast<RankedTensorType>(op.getKey().getType());
  int64_t dim = op.getHeadsDim();
  OpFoldResult all = tensor::getMixedSize(b, op.getLoc(), op.getQuery(), dim);
  if (isConstantIntValue(heads.offset, 0) && heads.size == all)
    return Interval{b.getIndexAttr(0),
                    tensor::getMixedSize(b, op.getLoc(), op.getKey(), dim)};
  if (queryType.isDynamicDim(dim) || keyType.isDynamicDim(dim))
    return std::nullopt;
  int64_t group = queryType.getDimSize(dim) / keyType.getDimSize(dim);
  if (group == 1)
    return heads;
  std::optional<int64_t> size = getConstantIntValue(heads.size);
  if (!size || *size == 0)
    return std::nullopt;
  AffineExpr s0 = b.getAffineSymbolExpr(0);
  OpFoldResult first = affine::makeComposedFoldedAffineApply(
      b, op.getLoc(), s0.floorDiv(group), heads.offset);
  if (*size % group == 0 && isMultipleOf(heads.offset, group))
    return Interval{first, b.getIndexAttr(*size / group)};
  if (group % *size == 0 && isMultipleOf(heads.offset, *size))
    return Interval{first, b.getIndexAttr(1)};
  return std::nullopt;
}

/// The tile at the given place of the iteration domain; nothing, and an error
/// if `diagnose`, where its heads have no whole kv heads.
static FailureOr<TilingResult> createTile(AttentionOp op, OpBuilder &b,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes,
                                          bool diagnose) {
  Location loc = op.getLoc();
  auto getInterval = [&](int64_t dim) {
    return Interval{offsets[dim], sizes[dim]};
  };
  auto getAll = [&](Value tensor, int64_t dim) {
    return Interval{b.getIndexAttr(0),
                    tensor::getMixedSize(b, loc, tensor, dim)};
  };
  Interval batch = getInterval(op.getBatchDim()),
           heads = getInterval(op.getHeadsDim()),
           rows = getInterval(op.getSequenceDim()),
           keys = getAll(op.getKey(), op.getSequenceDim());
  std::optional<Interval> kvHeads = getKvHeads(op, b, heads);
  if (!kvHeads) {
    if (!diagnose)
      return failure();
    return op->emitOpError("cannot be tiled along its heads like this: the "
                           "query heads of a tile must be whole groups, or "
                           "lie in one");
  }
  OpFoldResult allRows =
      tensor::getMixedSize(b, loc, op.getQuery(), op.getSequenceDim());
  if (op.getCausal() && rows.size != allRows) {
    // The last row of the tile sees the keys before it, and sequences are
    // aligned at their end: those keys are the tile's.
    AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1),
               s2 = b.getAffineSymbolExpr(2), s3 = b.getAffineSymbolExpr(3);
    keys.size = affine::makeComposedFoldedAffineApply(
        b, loc, s0 - s1 + s2 + s3,
        {keys.size, allRows, rows.offset, rows.size});
  }

  TilingResult result;
  auto slice = [&](Value tensor, ArrayRef<Interval> intervals) -> Value {
    SmallVector<OpFoldResult> tileOffsets, tileSizes;
    for (const Interval &interval : intervals) {
      tileOffsets.push_back(interval.offset);
      tileSizes.push_back(interval.size);
    }
    SmallVector<OpFoldResult> strides(tileSizes.size(), b.getIndexAttr(1));
    auto extract = tensor::ExtractSliceOp::create(b, loc, tensor, tileOffsets,
                                                  tileSizes, strides);
    result.generatedSlices.push_back(extract);
    return extract;
  };
  auto arrange = [&](Interval n, Interval s,
                     Value tensor) -> SmallVector<Interval> {
    Interval depth = getAll(tensor, op.getDepthDim());
    if (op.getLayout() == AttentionLayout::BNSD)
      return {batch, n, s, depth};
    return {batch, s, n, depth};
  };
  SmallVector<Value> operands;
  operands.push_back(slice(op.getQuery(), arrange(heads, rows, op.getQuery())));
  operands.push_back(slice(op.getKey(), arrange(*kvHeads, keys, op.getKey())));
  operands.push_back(
      slice(op.getValue(), arrange(*kvHeads, keys, op.getValue())));
  if (Value mask = op.getMask()) {
    SmallVector<Interval> intervals{batch, heads, rows, keys};
    for (auto [dim, interval] : llvm::enumerate(intervals))
      if (cast<RankedTensorType>(mask.getType()).getDimSize(dim) == 1)
        interval = getAll(mask, dim);
    operands.push_back(slice(mask, intervals));
  }
  if (Value fill = op.getFill())
    operands.push_back(fill);
  operands.push_back(op.getScale());
  operands.push_back(slice(op.getInit(), arrange(heads, rows, op.getInit())));

  Operation *tiled =
      npu::detail::cloneTile(b, op, operands.back().getType(), operands);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

FailureOr<TilingResult>
AttentionOp::getTiledImplementation(OpBuilder &b,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes) {
  return createTile(*this, b, offsets, sizes, /*diagnose=*/true);
}

FailureOr<TilingResult>
AttentionOp::generateResultTileValue(OpBuilder &b, unsigned,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes) {
  if (!hasWholeDepth(*this, sizes))
    return failure();
  return createTile(*this, b, offsets.take_front(numLoops),
                    sizes.take_front(numLoops), /*diagnose=*/false);
}
