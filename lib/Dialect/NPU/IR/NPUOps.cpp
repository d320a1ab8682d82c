//===- NPUOps.cpp - Operations of the npu dialect -------------------------===//

#include "NPUActivation.h"
#include "NPUFusedOp.h"
#include "NPUNorm.h"
#include "NPURotary.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace npuprof::npu;

#define GET_OP_CLASSES
#include "npuprof/Dialect/NPU/IR/NPUOps.cpp.inc"

void NPUDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "npuprof/Dialect/NPU/IR/NPUOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 0)
    return emitOpError("expects a body without arguments: it reads values from "
                       "outside directly");
  // A body that does not end in npu.yield is reported by the trait.
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return success();
  TypeRange yielded = yield.getOperandTypes();
  if (yielded == getResultTypes())
    return success();
  InFlightDiagnostic error = emitOpError("expects to yield the types of its "
                                         "results (");
  error << getResultTypes() << "), got (" << yielded << ")";
  error.attachNote(yield.getLoc()) << "yielded here";
  return error;
}

void KernelOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent())
    successors.emplace_back(&getBody());
  else
    successors.emplace_back(getOperation(), getResults());
}
