//===- NPUFusedOpInterface.cpp - What a fused operator costs --------------===//

#include "NPUFusedOp.h"
#include "NPUNorm.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;

#include "npuprof/Dialect/NPU/IR/NPUInterfaces.cpp.inc"

static int64_t getElementBytes(Value tensor) {
  return llvm::divideCeil(getElementTypeOrSelf(tensor).getIntOrFloatBitWidth(),
                          8);
}

std::optional<int64_t>
npu::detail::getTrafficBytes(DestinationStyleOpInterface op) {
  int64_t bytes = 0;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return true;
    if (!type.hasStaticShape())
      return false;
    bytes += type.getNumElements() * getElementBytes(value);
    return true;
  };
  // The inits are where results go; their contents are not read.
  if (!llvm::all_of(op.getDpsInputs(), add) ||
      !llvm::all_of(op->getResults(), add))
    return std::nullopt;
  return bytes;
}

std::optional<Verdict>
npu::detail::checkConstraints(DestinationStyleOpInterface op, OperatorCall call,
                              const Device &device) {
  SmallVector<std::string> types;
  auto addType = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()) &&
        isa<FloatType>(getElementTypeOrSelf(value)))
      llvm::raw_string_ostream(types.emplace_back())
          << getElementTypeOrSelf(value);
  };
  llvm::for_each(op.getDpsInputs(), addType);
  llvm::for_each(op->getResults(), addType);
  call.elementTypes.assign(types.begin(), types.end());
  return checkOperatorLimits(call, device);
}

LogicalResult npu::detail::verifyElements(Operation *op, StringRef name,
                                          Value value) {
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  if (type && type.getWidth() <= 64)
    return success();
  return op->emitOpError() << "expects " << name
                           << " to have floating-point elements of at most 64 "
                              "bits, got "
                           << value.getType();
}

LogicalResult npu::detail::verifyShape(Operation *op, StringRef name,
                                       Value value, ArrayRef<int64_t> shape,
                                       StringRef expected) {
  if (succeeded(verifyCompatibleShape(
          cast<RankedTensorType>(value.getType()).getShape(), shape)))
    return success();
  return op->emitOpError() << "expects " << name << " to have the shape of "
                           << expected << ", got " << value.getType();
}

FloatType npu::detail::getAccumulatorType(ValueRange values) {
  for (Value value : values)
    if (auto type = dyn_cast<Float64Type>(getElementTypeOrSelf(value)))
      return type;
  return Float32Type::get(values.front().getContext());
}

Operation *npu::detail::cloneTile(OpBuilder &b, Operation *op, TypeRange types,
                                  ValueRange operands) {
  Operation *tile = clone(b, op, types, operands);
  // They describe the whole operation: the profile is not that of a tile, and
  // the tiling has been done.
  tile->removeDiscardableAttr(NPUDialect::getProfileAttrName());
  tile->removeDiscardableAttr(NPUDialect::getTilingAttrName());
  return tile;
}

std::optional<int64_t> npu::detail::getFlops(const Norm &norm) {
  RankedTensorType type = norm.getXType();
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t rows =
      ShapedType::getNumElements(type.getShape().drop_back(norm.normRank));

  // The arithmetic of the decomposition, one FLOP for each scalar operation:
  // square, accumulate and scale; then / N, + eps and rsqrt once a row.
  int64_t perElement = 3, perRow = 3;
  if (norm.isCentered) {
    // Accumulate for the mean, subtract it twice; / N once a row.
    perElement += 3;
    perRow += 1;
  }
  perElement += norm.addends.size() - 1;
  perElement +=
      llvm::count_if(ArrayRef<Value>{norm.bias, norm.gamma, norm.beta},
                     [](Value value) { return value != nullptr; });
  return type.getNumElements() * perElement + rows * perRow;
}

std::optional<Verdict> npu::detail::checkConstraints(const Norm &norm,
                                                     const Device &device) {
  OperatorCall call;
  call.operatorName = norm.aclnnName;
  call.shape.assign(norm.getXType().getShape().begin(),
                    norm.getXType().getShape().end());
  return checkConstraints(cast<DestinationStyleOpInterface>(norm.op),
                          std::move(call), device);
}
