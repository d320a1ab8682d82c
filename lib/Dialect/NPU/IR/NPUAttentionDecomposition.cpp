//===- NPUAttentionDecomposition.cpp - npu.attention in linalg ------------===//
//
// Online softmax: a loop over blocks of key positions carries, for each row,
// the maximum of the scores so far, the sum of exp(score - maximum), and the
// sum of that times value. A larger maximum rescales the two sums. What is in
// memory is Sq x block, never Sq x Skv.
//
//===----------------------------------------------------------------------===//

#include "NPUDecomposition.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

namespace {

class AttentionDecomposer {
public:
  AttentionDecomposer(AttentionOp op, OpBuilder &b)
      : op(op), b(b), loc(op.getLoc()), accType(op.getAccumulatorType()) {}

  Value run();

private:
  /// Loops of the generic operations, in this order: a query head is a kv head
  /// and a place in its group. Inner is a head dim.
  enum Loop { Batch, KvHead, Group, Query, Key, Inner };

  AffineMap getMap(ArrayRef<Loop> dims) {
    SmallVector<AffineExpr> exprs;
    for (Loop dim : dims)
      exprs.push_back(getAffineDimExpr(dim, b.getContext()));
    return AffineMap::get(Inner + 1, 0, exprs, b.getContext());
  }
  /// The dims of query, value and result, where the query's heads are split.
  AffineMap getQueryMap() {
    return op.getLayout() == AttentionLayout::BNSD
               ? getMap({Batch, KvHead, Group, Query, Inner})
               : getMap({Batch, Query, KvHead, Group, Inner});
  }
  AffineMap getKeyMap() {
    return op.getLayout() == AttentionLayout::BNSD
               ? getMap({Batch, KvHead, Key, Inner})
               : getMap({Batch, Key, KvHead, Inner});
  }
  AffineMap getRowMap() { return getMap({Batch, KvHead, Group, Query}); }
  AffineMap getScoreMap() { return getMap({Batch, KvHead, Group, Query, Key}); }
  AffineMap getSumMap() { return getMap({Batch, KvHead, Group, Query, Inner}); }

  /// A generic operation over the loops that its maps use.
  Value createOp(ArrayRef<GenericInput> inputs, Value init, AffineMap initMap,
                 GenericBody body);
  /// Splits dim `dim` into kv heads and groups.
  Value splitHeads(Value tensor, int64_t dim);
  Value createFilled(ArrayRef<OpFoldResult> sizes, double value);
  Value createNumber(OpBuilder &builder, double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(accType, value));
  }
  /// `score - maximum` of a row; nothing was seen where that is -inf, and
  /// -inf - -inf is no number.
  Value subtractMaximum(ImplicitLocOpBuilder &inner, Value score,
                        Value maximum);
  Value getBlock(Value tensor, int64_t dim, OpFoldResult start,
                 OpFoldResult size);
  /// Scores of the key positions from `start` on.
  Value createScores(OpFoldResult start, OpFoldResult size);
  void createBody(Value start, ValueRange state);

  AttentionOp op;
  OpBuilder &b;
  Location loc;
  FloatType accType;
  OpFoldResult batch, kvHeads, group, queryLength, keyLength, valueDepth;
  Value query, mask, scale, fill;
  bool maskHasHeads = false;
  int64_t blockSize = 0;
};

} // namespace

Value AttentionDecomposer::createOp(ArrayRef<GenericInput> inputs, Value init,
                                    AffineMap initMap, GenericBody body) {
  SmallVector<AffineMap> maps{initMap};
  for (const GenericInput &input : inputs)
    maps.push_back(input.map);
  llvm::SmallBitVector unused = getUnusedDimsBitVector(maps);
  auto compress = [&](AffineMap map) { return compressDims(map, unused); };
  SmallVector<GenericInput> compressed;
  for (const GenericInput &input : inputs)
    compressed.push_back({input.value, compress(input.map)});
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim <= Inner; ++dim)
    if (!unused.test(dim))
      iterators.push_back(initMap.isFunctionOfDim(dim)
                              ? utils::IteratorType::parallel
                              : utils::IteratorType::reduction);
  return createGeneric(b, loc, accType, compressed, init, compress(initMap),
                       iterators, body);
}

Value AttentionDecomposer::splitHeads(Value tensor, int64_t dim) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> split;
  for (int64_t i = 0; i < 4; ++i) {
    auto next = static_cast<int64_t>(split.size());
    if (i == dim) {
      groups.push_back({next, next + 1});
      split.append({kvHeads, group});
    } else {
      groups.push_back({next});
      split.push_back(sizes[i]);
    }
  }
  SmallVector<int64_t> shape;
  std::tie(shape, std::ignore) = decomposeMixedValues(split);
  RankedTensorType type = cast<RankedTensorType>(tensor.getType()).clone(shape);
  if (!type.isDynamicDim(dim) || !type.isDynamicDim(dim + 1))
    return tensor::ExpandShapeOp::create(b, loc, type, tensor, groups, split);
  // Upstream lowers no expansion into two dynamic dims.
  SmallVector<Value> elements =
      llvm::map_to_vector(split, [&](OpFoldResult size) {
        return getValueOrCreateConstantIndexOp(b, loc, size);
      });
  Value shapeTensor = tensor::FromElementsOp::create(b, loc, elements);
  return tensor::ReshapeOp::create(b, loc, type, tensor, shapeTensor);
}

Value AttentionDecomposer::createFilled(ArrayRef<OpFoldResult> sizes,
                                        double value) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, accType);
  return linalg::FillOp::create(b, loc, createNumber(b, value), empty)
      .getResult(0);
}

Value AttentionDecomposer::subtractMaximum(ImplicitLocOpBuilder &inner,
                                           Value score, Value maximum) {
  Value nothing = createNumber(inner, -std::numeric_limits<double>::infinity());
  Value isNothing =
      arith::CmpFOp::create(inner, arith::CmpFPredicate::OEQ, maximum, nothing);
  Value safe = arith::SelectOp::create(inner, isNothing, createNumber(inner, 0),
                                       maximum);
  return arith::SubFOp::create(inner, score, safe);
}

Value AttentionDecomposer::getBlock(Value tensor, int64_t dim,
                                    OpFoldResult start, OpFoldResult size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
      strides(sizes.size(), b.getIndexAttr(1));
  offsets[dim] = start;
  sizes[dim] = size;
  return tensor::ExtractSliceOp::create(b, loc, tensor, offsets, sizes,
                                        strides);
}

Value AttentionDecomposer::createScores(OpFoldResult start, OpFoldResult size) {
  SmallVector<OpFoldResult> sizes{batch, kvHeads, group, queryLength, size};
  Value keys = getBlock(op.getKey(), op.getSequenceDim(), start, size);
  Value products = createOp(
      {{query, getQueryMap()}, {keys, getKeyMap()}}, createFilled(sizes, 0),
      getScoreMap(),
      [&](ImplicitLocOpBuilder &inner, ValueRange args, Value sum) {
        return arith::AddFOp::create(
            inner, sum, arith::MulFOp::create(inner, args[0], args[1]));
      });

  SmallVector<GenericInput> inputs{{products, getScoreMap()}};
  if (mask) {
    int64_t keyDim = cast<RankedTensorType>(mask.getType()).getRank() - 1;
    Value block = mask;
    if (cast<RankedTensorType>(mask.getType()).getDimSize(keyDim) != 1)
      block = getBlock(mask, keyDim, start, size);
    // Dims of size 1 are the same for all.
    SmallVector<AffineExpr> exprs;
    SmallVector<Loop> loops{Batch, KvHead};
    if (maskHasHeads)
      loops.push_back(Group);
    loops.append({Query, Key});
    for (auto [dim, loop] : llvm::enumerate(loops)) {
      bool isShared =
          cast<RankedTensorType>(mask.getType()).getDimSize(dim) == 1;
      exprs.push_back(isShared ? getAffineConstantExpr(0, b.getContext())
                               : getAffineDimExpr(loop, b.getContext()));
    }
    inputs.push_back(
        {block, AffineMap::get(Inner + 1, 0, exprs, b.getContext())});
  }
  // Positions are counted from the end, where the sequences are aligned.
  Value firstKey, offset;
  if (op.getCausal()) {
    firstKey = getValueOrCreateConstantIndexOp(b, loc, start);
    offset = arith::SubIOp::create(
        b, loc, getValueOrCreateConstantIndexOp(b, loc, keyLength),
        getValueOrCreateConstantIndexOp(b, loc, queryLength));
  }
  Value empty = tensor::EmptyOp::create(b, loc, sizes, accType);
  return createOp(
      inputs, empty, getScoreMap(),
      [&](ImplicitLocOpBuilder &inner, ValueRange args, Value) {
        Value score = arith::MulFOp::create(inner, args[0], scale);
        if (mask && isa<FloatType>(args[1].getType()))
          score = arith::AddFOp::create(inner, score, args[1]);
        else if (mask)
          score = arith::SelectOp::create(inner, args[1], score, fill);
        if (op.getCausal()) {
          Value row = linalg::IndexOp::create(inner, Query);
          Value column = linalg::IndexOp::create(inner, Key);
          Value last = arith::AddIOp::create(inner, row, offset);
          Value position = arith::AddIOp::create(inner, column, firstKey);
          Value isSeen = arith::CmpIOp::create(inner, arith::CmpIPredicate::sle,
                                               position, last);
          score = arith::SelectOp::create(
              inner, isSeen, score,
              createNumber(inner, -std::numeric_limits<double>::infinity()));
        }
        return score;
      });
}

/// One block of key positions; ends in the yield of the new state.
void AttentionDecomposer::createBody(Value start, ValueRange state) {
  Value oldMaximum = state[0], oldTotal = state[1], oldSum = state[2];
  OpFoldResult size = affine::makeComposedFoldedAffineMin(
      b, loc,
      AffineMap::get(1, 1,
                     {b.getAffineConstantExpr(blockSize),
                      b.getAffineSymbolExpr(0) - b.getAffineDimExpr(0)},
                     b.getContext()),
      {start, keyLength});
  if (std::optional<int64_t> length = getConstantIntValue(keyLength);
      length && *length % blockSize == 0)
    size = b.getIndexAttr(blockSize);

  Value scores = createScores(start, size);
  Value maximum =
      createOp({{scores, getScoreMap()}}, oldMaximum, getRowMap(),
               [](ImplicitLocOpBuilder &inner, ValueRange args, Value out) {
                 return arith::MaximumFOp::create(inner, out, args[0]);
               });
  SmallVector<OpFoldResult> rowSizes{batch, kvHeads, group, queryLength};
  Value emptyRows = tensor::EmptyOp::create(b, loc, rowSizes, accType);
  Value rescale = createOp(
      {{oldMaximum, getRowMap()}, {maximum, getRowMap()}}, emptyRows,
      getRowMap(), [&](ImplicitLocOpBuilder &inner, ValueRange args, Value) {
        return math::ExpOp::create(inner,
                                   subtractMaximum(inner, args[0], args[1]));
      });
  Value emptyScores = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, scores), accType);
  Value weights = createOp(
      {{scores, getScoreMap()}, {maximum, getRowMap()}}, emptyScores,
      getScoreMap(), [&](ImplicitLocOpBuilder &inner, ValueRange args, Value) {
        return math::ExpOp::create(inner,
                                   subtractMaximum(inner, args[0], args[1]));
      });
  auto multiply = [](ImplicitLocOpBuilder &inner, ValueRange args, Value) {
    return arith::MulFOp::create(inner, args[0], args[1]);
  };
  Value total = createOp({{oldTotal, getRowMap()}, {rescale, getRowMap()}},
                         emptyRows, getRowMap(), multiply);
  total = createOp({{weights, getScoreMap()}}, total, getRowMap(),
                   [](ImplicitLocOpBuilder &inner, ValueRange args, Value out) {
                     return arith::AddFOp::create(inner, out, args[0]);
                   });
  Value emptySum = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, oldSum), accType);
  Value sum = createOp({{oldSum, getSumMap()}, {rescale, getRowMap()}},
                       emptySum, getSumMap(), multiply);
  Value values = getBlock(op.getValue(), op.getSequenceDim(), start, size);
  sum = createOp(
      {{weights, getScoreMap()}, {values, getKeyMap()}}, sum, getSumMap(),
      [](ImplicitLocOpBuilder &inner, ValueRange args, Value out) {
        return arith::AddFOp::create(
            inner, out, arith::MulFOp::create(inner, args[0], args[1]));
      });
  scf::YieldOp::create(b, loc, ValueRange{maximum, total, sum});
}

Value AttentionDecomposer::run() {
  auto getSize = [&](Value tensor, int64_t dim) {
    return tensor::getMixedSize(b, loc, tensor, dim);
  };
  batch = getSize(op.getQuery(), op.getBatchDim());
  kvHeads = getSize(op.getKey(), op.getHeadsDim());
  queryLength = getSize(op.getQuery(), op.getSequenceDim());
  keyLength = getSize(op.getKey(), op.getSequenceDim());
  valueDepth = getSize(op.getValue(), op.getDepthDim());
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  group = affine::makeComposedFoldedAffineApply(
      b, loc, s0.floorDiv(s1),
      {getSize(op.getQuery(), op.getHeadsDim()), kvHeads});

  query = splitHeads(op.getQuery(), op.getHeadsDim());
  mask = op.getMask();
  maskHasHeads =
      mask && cast<RankedTensorType>(mask.getType()).getDimSize(1) != 1;
  if (maskHasHeads)
    mask = splitHeads(mask, /*dim=*/1);
  scale = convertFloat(b, loc, op.getScale(), accType);
  fill = op.getFill()
             ? convertFloat(b, loc, op.getFill(), accType)
             : createNumber(b, -std::numeric_limits<double>::infinity());
  blockSize = op.getBlockSize();
  if (std::optional<int64_t> length = getConstantIntValue(keyLength);
      length && *length > 0)
    blockSize = std::min(blockSize, *length);

  SmallVector<OpFoldResult> rowSizes{batch, kvHeads, group, queryLength};
  SmallVector<OpFoldResult> sumSizes(rowSizes);
  sumSizes.push_back(valueDepth);
  SmallVector<Value> state{
      createFilled(rowSizes, -std::numeric_limits<double>::infinity()),
      createFilled(rowSizes, 0), createFilled(sumSizes, 0)};
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = arith::ConstantIndexOp::create(b, loc, blockSize);
  auto loop = scf::ForOp::create(
      b, loc, zero, getValueOrCreateConstantIndexOp(b, loc, keyLength), step,
      state);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    createBody(loop.getInductionVar(), loop.getRegionIterArgs());
  }

  Value init = splitHeads(op.getInit(), op.getHeadsDim());
  Value result = createOp(
      {{loop.getResult(2), getSumMap()}, {loop.getResult(1), getRowMap()}},
      init, getQueryMap(),
      [](ImplicitLocOpBuilder &inner, ValueRange args, Value) {
        return arith::DivFOp::create(inner, args[0], args[1]);
      });
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0, next = 0; dim < 4; ++dim) {
    ReassociationIndices &indices = groups.emplace_back();
    indices.push_back(next++);
    if (dim == op.getHeadsDim())
      indices.push_back(next++);
  }
  return tensor::CollapseShapeOp::create(
      b, loc, cast<RankedTensorType>(op.getInit().getType()), result, groups);
}

FailureOr<SmallVector<Value>> AttentionOp::decomposeOperation(OpBuilder &b) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(*this);
  return SmallVector<Value>{AttentionDecomposer(*this, b).run()};
}
