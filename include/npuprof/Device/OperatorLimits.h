//===- OperatorLimits.h - What a CANN operator takes ------------*- C++ -*-===//
//
// Limits of the aclnn operators by chip family: data/operators.json, each with
// its source. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_DEVICE_OPERATORLIMITS_H
#define NPUPROF_DEVICE_OPERATORLIMITS_H

#include "npuprof/Device/Device.h"
#include "npuprof/Device/Verdict.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace npuprof {

/// A call of an operator, in plain shapes.
struct OperatorCall {
  /// "aclnnAddRmsNorm".
  llvm::StringRef operatorName;
  /// Main input; a negative dim is dynamic.
  llvm::SmallVector<int64_t, 4> shape;
  /// Element types of the tensors that must agree with the operator's type
  /// list, MLIR's spelling ("f16"): main input first.
  llvm::SmallVector<llvm::StringRef, 4> elementTypes;
  /// Sizes that limits speak of by name ("heads"); negative where dynamic.
  llvm::SmallVector<std::pair<llvm::StringRef, int64_t>, 0> sizes;
  /// The dims of an attention's mask (batch, heads, query and key positions),
  /// whether each is 1 or of full size; none without a mask.
  enum class MaskDim { One, Full, Either };
  llvm::SmallVector<MaskDim, 4> maskDims;
};

/// Nothing when the operator takes the call on that chip; otherwise the
/// refusal, its detail naming the limit. Every operator is allowed on `host`;
/// elsewhere one that the file does not list is refused.
std::optional<Verdict> checkOperatorLimits(const OperatorCall &call,
                                           const Device &device);

} // namespace npuprof

#endif // NPUPROF_DEVICE_OPERATORLIMITS_H
