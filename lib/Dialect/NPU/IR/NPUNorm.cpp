//===- NPUNorm.cpp - What the norm operations share -----------------------===//

#include "NPUNorm.h"
#include "NPUFusedOp.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

Norm npu::detail::getNorm(Operation *op) {
  return TypeSwitch<Operation *, Norm>(op)
      .Case([](LayerNormOp op) {
        return Norm{op,
                    "aclnnLayerNorm",
                    {op.getX()},
                    /*bias=*/{},
                    op.getGamma(),
                    op.getBeta(),
                    op.getEps(),
                    static_cast<int64_t>(op.getNormRank()),
                    /*isCentered=*/true};
      })
      .Case([](RmsNormOp op) {
        return Norm{op,
                    "aclnnRmsNorm",
                    {op.getX()},
                    /*bias=*/{},
                    op.getGamma(),
                    /*beta=*/{},
                    op.getEps(),
                    static_cast<int64_t>(op.getNormRank()),
                    /*isCentered=*/false};
      })
      .Case([](AddLayerNormOp op) {
        return Norm{op,
                    "aclnnAddLayerNorm",
                    {op.getX1(), op.getX2()},
                    op.getBias(),
                    op.getGamma(),
                    op.getBeta(),
                    op.getEps(),
                    static_cast<int64_t>(op.getNormRank()),
                    /*isCentered=*/true};
      })
      .Case([](AddRmsNormOp op) {
        return Norm{op,
                    "aclnnAddRmsNorm",
                    {op.getX1(), op.getX2()},
                    /*bias=*/{},
                    op.getGamma(),
                    /*beta=*/{},
                    op.getEps(),
                    static_cast<int64_t>(op.getNormRank()),
                    /*isCentered=*/false};
      });
}

FloatType Norm::getAccumulatorType() const {
  return npu::detail::getAccumulatorType(addends);
}

std::optional<int64_t> Norm::getRowSize() const {
  if (ShapedType::isDynamicShape(getNormShape()))
    return std::nullopt;
  return ShapedType::getNumElements(getNormShape());
}

MutableOperandRange npu::detail::getInitsMutable(const Norm &norm) {
  return MutableOperandRange(norm.op, norm.getInputs().size(),
                             norm.getInits().size());
}

LogicalResult npu::detail::reifyShapes(const Norm &norm, OpBuilder &b,
                                       ReifiedRankedShapedTypeDims &shapes) {
  shapes.assign(norm.op->getNumResults(),
                tensor::getMixedSizes(b, norm.op->getLoc(), norm.getX()));
  return success();
}

void npu::detail::expandDims(const Norm &norm, ArrayRef<int64_t> groups) {
  int64_t rank = llvm::sum_of(groups.take_back(norm.normRank));
  TypeSwitch<Operation *>(norm.op)
      .Case<LayerNormOp, RmsNormOp, AddLayerNormOp, AddRmsNormOp>(
          [&](auto op) { op.setNormRank(rank); });
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult npu::detail::verify(const Norm &norm) {
  Operation *op = norm.op;
  StringRef xName = norm.hasSum() ? "x1" : "x";
  RankedTensorType xType = norm.getXType();
  std::string xText = llvm::formatv("{0} ('{1}')", xName, xType);

  if (failed(verifyElements(op, xName, norm.getX())) ||
      failed(verifyElements(op, "eps", norm.eps)))
    return failure();
  if (norm.normRank > xType.getRank())
    return op->emitOpError() << "expects norm_rank to be at most the rank of "
                             << xText << ", got " << norm.normRank;

  SmallVector<std::pair<StringRef, Value>, 4> whole;
  if (norm.hasSum())
    whole.emplace_back("x2", norm.addends[1]);
  whole.emplace_back("init", norm.getInits().front());
  if (norm.hasSum())
    whole.emplace_back("sum_init", norm.getInits().back());
  for (auto [name, value] : whole)
    if (failed(verifyElements(op, name, value)) ||
        failed(verifyShape(op, name, value, xType.getShape(), xText)))
      return failure();

  std::string lastDims =
      norm.normRank == 1
          ? "the last dim of " + xText
          : llvm::formatv("the last {0} dims of {1}", norm.normRank, xText);
  std::pair<StringRef, Value> parameters[] = {
      {"bias", norm.bias}, {"gamma", norm.gamma}, {"beta", norm.beta}};
  for (auto [name, value] : parameters)
    if (value &&
        (failed(verifyElements(op, name, value)) ||
         failed(verifyShape(op, name, value, norm.getNormShape(), lastDims))))
      return failure();
  return success();
}
