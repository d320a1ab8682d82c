//===- KernelWork.h - What an operation has to do ---------------*- C++ -*-===//

#ifndef NPUPROF_ANALYSIS_KERNELWORK_H
#define NPUPROF_ANALYSIS_KERNELWORK_H

#include "mlir/IR/Operation.h"
#include "npuprof/Device/CostModel.h"

namespace npuprof {

/// Bytes and FLOP of one run of `op` as a kernel of its own: each tensor
/// operand read once, each result written once. A dynamic dim counts as
/// `assumedDynamicSize`, so that parts and whole of a fusion are compared
/// alike.
KernelWork getKernelWork(mlir::Operation *op);

/// Bytes of a tensor; 0 for anything else.
int64_t getTensorBytes(mlir::Type type);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_KERNELWORK_H
