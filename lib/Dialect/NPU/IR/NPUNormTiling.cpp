//===- NPUNormTiling.cpp - TilingInterface of the norm operations ---------===//
//
// The loops are the dims of x. Rows are independent; the loops within a row are
// reductions, and a tile always holds whole rows.
//
//===----------------------------------------------------------------------===//

#include "NPUFusedOp.h"
#include "NPUNorm.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

SmallVector<utils::IteratorType>
npu::detail::getIteratorTypes(const Norm &norm) {
  SmallVector<utils::IteratorType> types(norm.getXType().getRank(),
                                         utils::IteratorType::parallel);
  std::fill(types.begin() + norm.getRowRank(), types.end(),
            utils::IteratorType::reduction);
  return types;
}

SmallVector<Range> npu::detail::getIterationDomain(const Norm &norm,
                                                   OpBuilder &b) {
  return llvm::map_to_vector(
      tensor::getMixedSizes(b, norm.op->getLoc(), norm.getX()),
      [&](OpFoldResult size) {
        return Range{b.getIndexAttr(0), size, b.getIndexAttr(1)};
      });
}

/// The first normalised dim that `sizes` does not cover, if any.
static std::optional<int64_t> findSplitDim(const Norm &norm,
                                           ArrayRef<OpFoldResult> sizes) {
  using Variable = ValueBoundsConstraintSet::Variable;
  ArrayRef<int64_t> shape = norm.getXType().getShape();
  for (int64_t dim = norm.getRowRank(); dim < norm.getXType().getRank();
       ++dim) {
    if (ShapedType::isStatic(shape[dim]) &&
        getConstantIntValue(sizes[dim]) == shape[dim])
      continue;
    FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
        Variable(sizes[dim]), Variable(norm.getX(), dim));
    if (failed(equal) || !*equal)
      return dim;
  }
  return std::nullopt;
}

/// A tile that holds whole rows.
static TilingResult tileRows(const Norm &norm, OpBuilder &b,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes) {
  Location loc = norm.op->getLoc();
  SmallVector<OpFoldResult> tileOffsets(offsets);
  SmallVector<OpFoldResult> tileSizes =
      tensor::getMixedSizes(b, loc, norm.getX());
  int64_t rowRank = norm.getRowRank();
  std::fill(tileOffsets.begin() + rowRank, tileOffsets.end(),
            b.getIndexAttr(0));
  llvm::copy(sizes.take_front(rowRank), tileSizes.begin());
  SmallVector<OpFoldResult> strides(tileSizes.size(), b.getIndexAttr(1));

  TilingResult result;
  SmallVector<Value> operands(norm.op->getOperands());
  auto slice = [&](MutableArrayRef<Value> values) {
    for (Value &value : values) {
      auto op = tensor::ExtractSliceOp::create(b, loc, value, tileOffsets,
                                               tileSizes, strides);
      result.generatedSlices.push_back(op);
      value = op;
    }
  };
  unsigned numInits = norm.op->getNumResults();
  MutableArrayRef<Value> all(operands);
  slice(all.take_front(norm.addends.size()));
  slice(all.take_back(numInits));

  Operation *tiled = cloneTile(
      b, norm.op, ValueRange(all.take_back(numInits)).getTypes(), operands);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

FailureOr<TilingResult> npu::detail::tile(const Norm &norm, OpBuilder &b,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes) {
  if (std::optional<int64_t> dim = findSplitDim(norm, sizes))
    return norm.op->emitOpError()
           << "cannot be tiled along dim " << *dim
           << ": it is normalised, and a row is not split; use tile size 0 or "
              "the extent";
  return tileRows(norm, b, offsets, sizes);
}

FailureOr<TilingResult> npu::detail::tileResult(const Norm &norm, OpBuilder &b,
                                                unsigned resultNumber,
                                                ArrayRef<OpFoldResult> offsets,
                                                ArrayRef<OpFoldResult> sizes) {
  if (findSplitDim(norm, sizes))
    return failure();
  TilingResult result = tileRows(norm, b, offsets, sizes);
  result.tiledValues = {result.tiledValues[resultNumber]};
  return result;
}
