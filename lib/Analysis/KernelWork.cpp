//===- KernelWork.cpp - What an operation has to do -----------------------===//

#include "npuprof/Analysis/KernelWork.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "npuprof/Device/Thresholds.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

using namespace npuprof;
using namespace mlir;

static int64_t getAssumedSize(int64_t size) {
  return ShapedType::isDynamic(size) ? getThresholds().dynamicSize : size;
}

static int64_t getNumElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    count *= getAssumedSize(size);
  return count;
}

int64_t npuprof::getTensorBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrFloat())
    return 0;
  return llvm::divideCeil(
      getNumElements(type) * tensor.getElementTypeBitWidth(), 8);
}

/// FLOP of a linalg operation: its body's operations for each point of its
/// loops.
static int64_t getFlops(linalg::LinalgOp op) {
  int64_t points = 1;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (int64_t range : ranges)
    points *= getAssumedSize(range);
  int64_t ops = op.getBlock()->without_terminator().empty()
                    ? 0
                    : llvm::range_size(op.getBlock()->without_terminator());
  return points * ops;
}

KernelWork npuprof::getKernelWork(Operation *op) {
  KernelWork work;
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    // An init that is not read is where the result goes.
    bool isWritten =
        dps && dps.isDpsInit(&operand) &&
        !(linalgOp && linalgOp.payloadUsesValueFromOperand(&operand) &&
          !operand.get().getDefiningOp<linalg::FillOp>());
    if (!isWritten)
      work.bytes += getTensorBytes(operand.get().getType());
  }
  for (Type type : op->getResultTypes())
    work.bytes += getTensorBytes(type);

  if (linalgOp) {
    double flops = static_cast<double>(getFlops(linalgOp));
    bool onCube = linalg::isaContractionOpInterface(linalgOp) ||
                  linalg::isaConvolutionOpInterface(linalgOp);
    (onCube ? work.cubeFlops : work.vectorFlops) = flops;
  } else if (auto matmul = dyn_cast<tosa::MatMulOp>(op)) {
    auto type = cast<ShapedType>(matmul.getA().getType());
    int64_t inner = getAssumedSize(type.getDimSize(2));
    work.cubeFlops = 2.0 * getNumElements(matmul.getType()) * inner;
  } else if (isa<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
                 tosa::TransposeConv2DOp>(op)) {
    // Each element of the filter meets each element of the result once, but for
    // that of other channels.
    auto filter = cast<ShapedType>(op->getOperand(1).getType());
    int64_t channels =
        cast<ShapedType>(op->getResult(0).getType()).getShape().back();
    work.cubeFlops = 2.0 * getNumElements(op->getResult(0).getType()) *
                     getNumElements(filter) / getAssumedSize(channels);
  } else if (auto fused = dyn_cast<npu::NPUFusedOpInterface>(op)) {
    work.vectorFlops = static_cast<double>(fused.getFlops().value_or(0));
    work.cubeFlops = static_cast<double>(fused.getCubeFlops().value_or(0));
  } else {
    // Elementwise and reductions: one operation an element of the larger side.
    int64_t elements = 0;
    for (Type type : op->getOperandTypes())
      elements = std::max(elements, getNumElements(type));
    for (Type type : op->getResultTypes())
      elements = std::max(elements, getNumElements(type));
    work.vectorFlops = static_cast<double>(elements);
  }
  return work;
}
