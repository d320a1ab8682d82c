//===- NPUAttentionCanonicalization.cpp - Transposes into the layout ------===//

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace npuprof::npu;

/// What `value` is the transpose of, heads with sequence; null if it is none.
static Value getUntransposed(Value value) {
  constexpr int64_t swapped[] = {0, 2, 1, 3};
  Operation *def = value.getDefiningOp();
  if (auto transpose = dyn_cast_or_null<linalg::TransposeOp>(def))
    return transpose.getPermutation() == ArrayRef(swapped)
               ? transpose.getInput()
               : Value();
  auto generic = dyn_cast_or_null<linalg::GenericOp>(def);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 || generic.getNumLoops() != 4 ||
      generic.getNumParallelLoops() != 4)
    return Value();
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  if (yield.getOperand(0) != generic.getBody()->getArgument(0))
    return Value();
  AffineMap from =
      generic.getMatchingIndexingMap(generic.getDpsInputOperand(0));
  AffineMap to = generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
  if (!from.isPermutation() || !to.isPermutation())
    return Value();
  // Result dim i is loop to[i], and so operand dim swapped[i].
  for (int64_t dim = 0; dim < 4; ++dim)
    if (to.getResult(dim) != from.getResult(swapped[dim]))
      return Value();
  return generic.getDpsInputs().front();
}

namespace {

/// An attention whose operands are transposes of heads with sequence, or whose
/// only use is one, reads and writes the other layout itself. The rewrite moves
/// at most one of the four transposes to the result and removes at least two,
/// so that it never comes back.
struct AbsorbTransposes : public OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    Operation *user =
        op->hasOneUse() ? *op->user_begin() : static_cast<Operation *>(nullptr);
    bool absorbsResult = user && user->getNumResults() == 1 &&
                         getUntransposed(user->getResult(0)) == op.getResult();
    SmallVector<Value> inputs;
    int64_t numAbsorbed = absorbsResult ? 1 : 0;
    for (Value operand : {op.getQuery(), op.getKey(), op.getValue()}) {
      Value source = getUntransposed(operand);
      numAbsorbed += source ? 1 : 0;
      inputs.push_back(source);
    }
    // Each of the four that is no transpose now becomes one.
    if (numAbsorbed <= 2)
      return rewriter.notifyMatchFailure(
          op, "as many transposes would be put in as are taken out");

    auto transpose = [&](Value value) -> Value {
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(rewriter, op.getLoc(), value);
      std::swap(sizes[1], sizes[2]);
      Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes,
                                            getElementTypeOrSelf(value));
      return linalg::TransposeOp::create(rewriter, op.getLoc(), value, empty,
                                         {0, 2, 1, 3})
          ->getResult(0);
    };
    for (auto [input, operand] : llvm::zip_equal(
             inputs, ValueRange{op.getQuery(), op.getKey(), op.getValue()}))
      if (!input)
        input = transpose(operand);
    auto initType = cast<RankedTensorType>(op.getInit().getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getInit());
    std::swap(sizes[1], sizes[2]);
    Value init = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes,
                                         initType.getElementType());
    auto other = op.getLayout() == AttentionLayout::BNSD
                     ? AttentionLayout::BSND
                     : AttentionLayout::BNSD;
    auto swapped = AttentionOp::create(
        rewriter, op.getLoc(), init.getType(), inputs[0], inputs[1], inputs[2],
        op.getMask(), op.getFill(), op.getScale(), init, op.getCausal(), other,
        op.getBlockSize());
    swapped->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (absorbsResult) {
      rewriter.replaceOp(user, swapped.getResult());
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.replaceOp(op, transpose(swapped.getResult()));
    return success();
  }
};

} // namespace

void AttentionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<AbsorbTransposes>(context);
}
