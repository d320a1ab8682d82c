//===- NPUActivation.cpp - What the activations share ---------------------===//

#include "NPUActivation.h"
#include "NPUDecomposition.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

static Activation::Function getGelu(GeluApproximation approximation) {
  return approximation == GeluApproximation::Tanh
             ? Activation::Function::GeluTanh
             : Activation::Function::Gelu;
}

Activation npu::detail::getActivation(Operation *op) {
  return TypeSwitch<Operation *, Activation>(op)
      .Case([](GeluOp op) {
        return Activation{op, "aclnnGeluV2", getGelu(op.getApproximate()),
                          op.getX(), /*up=*/{}};
      })
      .Case([](SiluOp op) {
        return Activation{op, "aclnnSilu", Activation::Function::Silu,
                          op.getX(), /*up=*/{}};
      })
      .Case([](SwigluOp op) {
        return Activation{op,
                          "aclnnSwiGlu",
                          Activation::Function::Silu,
                          op.getGate(),
                          op.getUp(),
                          /*isGated=*/true};
      })
      .Case([](GegluOp op) {
        return Activation{op,
                          "aclnnGeGluV3",
                          getGelu(op.getApproximate()),
                          op.getGate(),
                          op.getUp(),
                          /*isGated=*/true,
                          op.getGateLast()};
      });
}

MutableOperandRange npu::detail::getInitsMutable(const Activation &activation) {
  return MutableOperandRange(activation.op, activation.op->getNumOperands() - 1,
                             1);
}

LogicalResult npu::detail::reifyShapes(const Activation &activation,
                                       OpBuilder &b,
                                       ReifiedRankedShapedTypeDims &shapes) {
  Value whole = activation.holdsBoth() ? activation.getInit() : activation.x;
  shapes.assign(1, tensor::getMixedSizes(b, activation.op->getLoc(), whole));
  return success();
}

LogicalResult npu::detail::verify(const Activation &activation) {
  Operation *op = activation.op;
  StringRef xName = activation.isGated ? "gate" : "x";
  RankedTensorType xType = activation.getXType();
  if (failed(verifyElements(op, xName, activation.x)) ||
      failed(verifyElements(op, "init", activation.getInit())))
    return failure();
  std::string xText = llvm::formatv("{0} ('{1}')", xName, xType);
  if (!activation.holdsBoth()) {
    if (activation.isGateLast)
      return op->emitOpError("expects gate_last only where one operand holds "
                             "gate and up");
    if (activation.up &&
        (failed(verifyElements(op, "up", activation.up)) ||
         failed(verifyShape(op, "up", activation.up, xType.getShape(), xText))))
      return failure();
    return verifyShape(op, "init", activation.getInit(), xType.getShape(),
                       xText);
  }

  if (xType.getRank() == 0 || (!xType.isDynamicDim(xType.getRank() - 1) &&
                               xType.getShape().back() % 2 != 0))
    return op->emitOpError("expects an operand that holds gate and up to have "
                           "a last axis of even size, got ")
           << xType;
  SmallVector<int64_t> shape(xType.getShape());
  if (!ShapedType::isDynamic(shape.back()))
    shape.back() /= 2;
  return verifyShape(op, "init", activation.getInit(), shape,
                     "half of " + xText);
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// Where the gate and the second factor stand along the last axis of an `x`
/// that holds both, for a result tile at `offset`.
static std::pair<OpFoldResult, OpFoldResult>
getHalves(const Activation &activation, OpBuilder &b, OpFoldResult offset) {
  Location loc = activation.op->getLoc();
  int64_t last = activation.getResultType().getRank() - 1;
  AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
  OpFoldResult size = tensor::getMixedSize(b, loc, activation.getInit(), last);
  OpFoldResult second =
      affine::makeComposedFoldedAffineApply(b, loc, d0 + d1, {offset, size});
  if (activation.isGateLast)
    return {second, offset};
  return {offset, second};
}

/// The function that `activation` takes of its gate.
static Value createFunction(Activation::Function function,
                            ImplicitLocOpBuilder &b, Value x) {
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getFloatAttr(x.getType(), value));
  };
  auto add = [&](Value a, Value c) -> Value {
    return arith::AddFOp::create(b, a, c);
  };
  auto mul = [&](Value a, Value c) -> Value {
    return arith::MulFOp::create(b, a, c);
  };
  switch (function) {
  case Activation::Function::Gelu: {
    Value erf = math::ErfOp::create(b, mul(x, number(0.70710678118654752440)));
    return mul(mul(x, number(0.5)), add(erf, number(1)));
  }
  case Activation::Function::GeluTanh: {
    Value cube = mul(mul(x, x), x);
    Value inner = add(x, mul(cube, number(0.044715)));
    // sqrt(2 / pi)
    Value tanh =
        math::TanhOp::create(b, mul(inner, number(0.79788456080286535588)));
    return mul(mul(x, number(0.5)), add(tanh, number(1)));
  }
  case Activation::Function::Silu: {
    Value exp = math::ExpOp::create(b, arith::NegFOp::create(b, x));
    return arith::DivFOp::create(b, x, add(exp, number(1)));
  }
  }
  llvm_unreachable("an activation has a function");
}

SmallVector<Value> npu::detail::decompose(const Activation &activation,
                                          OpBuilder &b) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(activation.op);
  Location loc = activation.op->getLoc();
  AffineMap map =
      b.getMultiDimIdentityMap(activation.getResultType().getRank());

  SmallVector<GenericInput> inputs;
  if (activation.holdsBoth()) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, loc, activation.getInit());
    SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
    auto halves = getHalves(activation, b, b.getIndexAttr(0));
    for (OpFoldResult half : {halves.first, halves.second}) {
      SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
      offsets.back() = half;
      inputs.push_back({tensor::ExtractSliceOp::create(b, loc, activation.x,
                                                       offsets, sizes, strides),
                        map});
    }
  } else {
    inputs.push_back({activation.x, map});
    if (activation.up)
      inputs.push_back({activation.up, map});
  }
  return {createGeneric(
      b, loc, activation.getAccumulatorType(), inputs, activation.getInit(),
      map, getIteratorTypes(activation),
      [&](ImplicitLocOpBuilder &inner, ValueRange scalars, Value) -> Value {
        Value value =
            createFunction(activation.function, inner, scalars.front());
        return activation.isGated
                   ? arith::MulFOp::create(inner, value, scalars.back())
                   : value;
      })};
}

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType>
npu::detail::getIteratorTypes(const Activation &activation) {
  return SmallVector<utils::IteratorType>(activation.getResultType().getRank(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> npu::detail::getIterationDomain(const Activation &activation,
                                                   OpBuilder &b) {
  Value whole = activation.holdsBoth() ? activation.getInit() : activation.x;
  return llvm::map_to_vector(
      tensor::getMixedSizes(b, activation.op->getLoc(), whole),
      [&](OpFoldResult size) {
        return Range{b.getIndexAttr(0), size, b.getIndexAttr(1)};
      });
}

FailureOr<TilingResult> npu::detail::tile(const Activation &activation,
                                          OpBuilder &b,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes) {
  TilingResult result;
  SmallVector<Value> operands;
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  auto slice = [&](Value value, ArrayRef<OpFoldResult> at) {
    auto op = tensor::ExtractSliceOp::create(b, activation.op->getLoc(), value,
                                             at, sizes, strides);
    result.generatedSlices.push_back(op);
    operands.push_back(op);
  };
  if (!activation.holdsBoth()) {
    for (Value operand : activation.op->getOperands())
      slice(operand, offsets);
  } else {
    // A tile of the result reads two tiles that are apart: they become operands
    // of their own.
    auto halves = getHalves(activation, b, offsets.back());
    for (OpFoldResult half : {halves.first, halves.second}) {
      SmallVector<OpFoldResult> at(offsets);
      at.back() = half;
      slice(activation.x, at);
    }
    slice(activation.getInit(), offsets);
  }
  Operation *tiled =
      cloneTile(b, activation.op, operands.back().getType(), operands);
  if (auto geglu = dyn_cast<GegluOp>(tiled))
    geglu.setGateLast(false);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

//===----------------------------------------------------------------------===//
// Cost and limits
//===----------------------------------------------------------------------===//

std::optional<int64_t> npu::detail::getFlops(const Activation &activation) {
  RankedTensorType type = activation.getResultType();
  if (!type.hasStaticShape())
    return std::nullopt;
  // One for each scalar operation of createFunction.
  int64_t perElement = activation.isGated ? 1 : 0;
  switch (activation.function) {
  case Activation::Function::Gelu:
    perElement += 5;
    break;
  case Activation::Function::GeluTanh:
    perElement += 9;
    break;
  case Activation::Function::Silu:
    perElement += 4;
    break;
  }
  return type.getNumElements() * perElement;
}

std::optional<Verdict>
npu::detail::checkConstraints(const Activation &activation,
                              const Device &device) {
  // The operator's one tensor holds both factors.
  SmallVector<int64_t> shape(activation.getXType().getShape());
  if (activation.up && !shape.empty() && !ShapedType::isDynamic(shape.back()))
    shape.back() *= 2;
  OperatorCall call;
  call.operatorName = activation.aclnnName;
  call.shape.assign(shape.begin(), shape.end());
  return checkConstraints(cast<DestinationStyleOpInterface>(activation.op),
                          std::move(call), device);
}
