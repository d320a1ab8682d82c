//===- OperationKind.h - What an operation is on the device -----*- C++ -*-===//
//
// Which operations of a model run as kernels, and under which keys
// data/op_types.json lists the operator types that they may appear as.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_OPERATIONKIND_H
#define NPUPROF_ANALYSIS_OPERATIONKIND_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace npuprof {

enum class OperationRole {
  /// Nothing on the device: terminators, scalar arithmetic, constants.
  None,
  /// Data is only seen in another way, or copied: often without a launch.
  View,
  /// One launch.
  Kernel,
  /// What counts are the operations in its regions.
  Nested,
};

struct OperationKind {
  OperationRole role = OperationRole::None;
  /// Keys of op_types.json: of what the operation computes, and of what goes
  /// into a body of several steps.
  llvm::SmallVector<std::string, 2> keys, bodyKeys;
};

OperationKind getOperationKind(mlir::Operation *op);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_OPERATIONKIND_H
