//===- NPUFusedOpInterface.cpp - What a fused operator costs --------------===//

#include "NPUNorm.h"
#include "npuprof/Device/OperatorLimits.h"

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

std::optional<int64_t> npu::detail::getTrafficBytes(const Norm &norm) {
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
  if (!llvm::all_of(norm.getInputs(), add) ||
      !llvm::all_of(norm.op->getResults(), add))
    return std::nullopt;
  return bytes;
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
  SmallVector<std::string> types;
  auto addType = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()))
      llvm::raw_string_ostream(types.emplace_back())
          << getElementTypeOrSelf(value);
  };
  llvm::for_each(norm.getInputs(), addType);
  llvm::for_each(norm.op->getResults(), addType);

  OperatorCall call;
  call.operatorName = norm.aclnnName;
  call.shape.assign(norm.getXType().getShape().begin(),
                    norm.getXType().getShape().end());
  call.elementTypes.assign(types.begin(), types.end());
  return checkOperatorLimits(call, device);
}
