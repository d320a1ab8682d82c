//===- NPUAttention.cpp - npu.attention -----------------------------------===//

#include "NPUFusedOp.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// A dim of an operand, and the words that messages use for it.
struct NamedDim {
  StringRef operand;
  Value value;
  int64_t dim;

  int64_t getSize() const {
    return cast<RankedTensorType>(value.getType()).getDimSize(dim);
  }
};
} // namespace

static bool mayBeEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// An error unless the dims, which `what` names, may have one size.
static LogicalResult verifyEqual(Operation *op, StringRef what, NamedDim a,
                                 NamedDim b) {
  if (mayBeEqual(a.getSize(), b.getSize()))
    return success();
  return op->emitOpError() << "expects " << b.operand << " to have the " << what
                           << " of " << a.operand << " (" << a.getSize()
                           << "), got " << b.getSize();
}

LogicalResult AttentionOp::verify() {
  Value query = getQuery(), key = getKey(), value = getValue(),
        mask = getMask(), init = getInit();
  std::pair<StringRef, Value> tensors[] = {{"query", query},
                                           {"key", key},
                                           {"value", value},
                                           {"mask", mask},
                                           {"init", init}};
  for (auto [name, tensor] : tensors) {
    if (!tensor)
      continue;
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getRank() != 4)
      return emitOpError() << "expects " << name << " to have 4 dims ("
                           << (name == StringRef("mask")
                                   ? "BNSS"
                                   : stringifyAttentionLayout(getLayout()))
                           << "), got " << type;
    if (name == StringRef("mask") && type.getElementType().isInteger(1))
      continue;
    if (failed(detail::verifyElements(*this, name, tensor)))
      return failure();
  }
  if (failed(detail::verifyElements(*this, "scale", getScale())))
    return failure();
  if (Value fill = getFill()) {
    if (failed(detail::verifyElements(*this, "fill", fill)))
      return failure();
    if (!mask || !getElementTypeOrSelf(mask).isInteger(1))
      return emitOpError("expects a mask of i1 with fill: it is what places "
                         "take that the mask does not keep");
  }

  int64_t batch = getBatchDim(), heads = getHeadsDim(),
          sequence = getSequenceDim(), depth = getDepthDim();
  if (failed(verifyEqual(*this, "batch size", {"query", query, batch},
                         {"key", key, batch})) ||
      failed(verifyEqual(*this, "batch size", {"query", query, batch},
                         {"value", value, batch})) ||
      failed(verifyEqual(*this, "number of heads", {"key", key, heads},
                         {"value", value, heads})) ||
      failed(verifyEqual(*this, "sequence length", {"key", key, sequence},
                         {"value", value, sequence})) ||
      failed(verifyEqual(*this, "head dim", {"query", query, depth},
                         {"key", key, depth})) ||
      failed(verifyEqual(*this, "batch size", {"query", query, batch},
                         {"init", init, batch})) ||
      failed(verifyEqual(*this, "number of heads", {"query", query, heads},
                         {"init", init, heads})) ||
      failed(verifyEqual(*this, "sequence length", {"query", query, sequence},
                         {"init", init, sequence})) ||
      failed(verifyEqual(*this, "head dim", {"value", value, depth},
                         {"init", init, depth})))
    return failure();

  auto getSize = [](Value tensor, int64_t dim) {
    return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  };
  int64_t numHeads = getSize(query, heads), numKvHeads = getSize(key, heads);
  if (!ShapedType::isDynamic(numHeads) && !ShapedType::isDynamic(numKvHeads) &&
      (numKvHeads == 0 || numHeads % numKvHeads != 0))
    return emitOpError() << "expects the number of heads of key to divide that "
                            "of query, got "
                         << numKvHeads << " and " << numHeads;
  int64_t queryLength = getSize(query, sequence),
          keyLength = getSize(key, sequence);
  if (getCausal() && !ShapedType::isDynamic(queryLength) &&
      !ShapedType::isDynamic(keyLength) && queryLength > keyLength)
    return emitOpError() << "expects no more query positions than key "
                            "positions where it is causal, got "
                         << queryLength << " and " << keyLength;
  if (mask) {
    int64_t expected[] = {getSize(query, batch), numHeads, queryLength,
                          keyLength};
    StringRef names[] = {"batch size", "number of heads",
                         "number of query positions",
                         "number of key positions"};
    for (int64_t dim = 0; dim < 4; ++dim)
      if (getSize(mask, dim) != 1 &&
          !mayBeEqual(getSize(mask, dim), expected[dim]))
        return emitOpError()
               << "expects dim " << dim << " of mask to be 1 or the "
               << names[dim] << " (" << expected[dim] << "), got "
               << getSize(mask, dim);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

MutableOperandRange AttentionOp::getDpsInitsMutable() {
  return getInitMutable();
}

LogicalResult AttentionOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  // The init is the last operand.
  types.push_back(operands.back().getType());
  return success();
}

LogicalResult
AttentionOp::reifyResultShapes(OpBuilder &b,
                               ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, getLoc(), getQuery());
  sizes[getDepthDim()] =
      tensor::getMixedSize(b, getLoc(), getValue(), getDepthDim());
  shapes.push_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// NPUFusedOpInterface
//===----------------------------------------------------------------------===//

StringRef AttentionOp::getAclnnName() { return "aclnnFlashAttentionScore"; }

std::optional<int64_t> AttentionOp::getTrafficBytes() {
  return detail::getTrafficBytes(*this);
}

/// Rows of scores, and key positions of each, if static.
static std::optional<std::pair<int64_t, int64_t>> getScores(AttentionOp op) {
  auto queryType = cast<RankedTensorType>(op.getQuery().getType());
  auto keyType = cast<RankedTensorType>(op.getKey().getType());
  if (!queryType.hasStaticShape() || !keyType.hasStaticShape())
    return std::nullopt;
  int64_t rows = queryType.getNumElements();
  if (int64_t depth = queryType.getDimSize(op.getDepthDim()))
    rows /= depth;
  return std::pair(rows, keyType.getDimSize(op.getSequenceDim()));
}

std::optional<int64_t> AttentionOp::getFlops() {
  auto scores = getScores(*this);
  auto valueType = cast<RankedTensorType>(getValue().getType());
  if (!scores || valueType.isDynamicDim(getDepthDim()))
    return std::nullopt;
  auto [rows, keys] = *scores;
  // Scale, maximum, subtract, exp and sum for each score; the division for
  // each element of the result.
  int64_t perScore = 5 + (getMask() ? 1 : 0) + (getCausal() ? 1 : 0);
  return rows * (keys * perScore + valueType.getDimSize(getDepthDim()));
}

std::optional<int64_t> AttentionOp::getCubeFlops() {
  auto scores = getScores(*this);
  auto queryType = cast<RankedTensorType>(getQuery().getType());
  auto valueType = cast<RankedTensorType>(getValue().getType());
  if (!scores || valueType.isDynamicDim(getDepthDim()))
    return std::nullopt;
  return 2 * scores->first * scores->second *
         (queryType.getDimSize(getDepthDim()) +
          valueType.getDimSize(getDepthDim()));
}

FloatType AttentionOp::getAccumulatorType() {
  return detail::getAccumulatorType(getQuery());
}

bool AttentionOp::hasFixedRank() { return true; }

void AttentionOp::expandDims(ArrayRef<int64_t>) {}

std::optional<Verdict> AttentionOp::checkConstraints(const Device &device) {
  auto queryType = cast<RankedTensorType>(getQuery().getType());
  auto keyType = cast<RankedTensorType>(getKey().getType());
  auto valueType = cast<RankedTensorType>(getValue().getType());
  OperatorCall call;
  call.operatorName = getAclnnName();
  call.shape.assign(queryType.getShape().begin(), queryType.getShape().end());
  call.sizes = {
      {"batch", queryType.getDimSize(getBatchDim())},
      {"heads", queryType.getDimSize(getHeadsDim())},
      {"kv heads", keyType.getDimSize(getHeadsDim())},
      {"query length", queryType.getDimSize(getSequenceDim())},
      {"key length", keyType.getDimSize(getSequenceDim())},
      {"head dim", queryType.getDimSize(getDepthDim())},
      {"value head dim", valueType.getDimSize(getDepthDim())},
  };
  if (Value mask = getMask()) {
    // A dim that is 1 anyway may be told either way.
    ArrayRef<int64_t> shape = cast<RankedTensorType>(mask.getType()).getShape();
    int64_t full[] = {queryType.getDimSize(getBatchDim()),
                      queryType.getDimSize(getHeadsDim()),
                      queryType.getDimSize(getSequenceDim()),
                      keyType.getDimSize(getSequenceDim())};
    for (auto [size, whole] : llvm::zip_equal(shape, full))
      call.maskDims.push_back(whole == 1  ? OperatorCall::MaskDim::Either
                              : size == 1 ? OperatorCall::MaskDim::One
                                          : OperatorCall::MaskDim::Full);
  }
  return detail::checkConstraints(*this, std::move(call), device);
}
