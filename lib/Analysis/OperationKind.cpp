//===- OperationKind.cpp - What an operation is on the device -------------===//

#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace npuprof;

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

static std::string getKey(Operation *op) {
  return op->getName().getStringRef().str();
}

/// The operations of a body that work on its elements: not those that only
/// prepare a constant.
static SetVector<Operation *> getElementOps(Block &body) {
  SetVector<Operation *> ops;
  for (Operation &op : body.without_terminator()) {
    bool onElements = isa<linalg::IndexOp>(op) ||
                      llvm::any_of(op.getOperands(), [&](Value operand) {
                        auto argument = dyn_cast<BlockArgument>(operand);
                        return (argument && argument.getOwner() == &body) ||
                               ops.contains(operand.getDefiningOp());
                      });
    if (onElements)
      ops.insert(&op);
  }
  return ops;
}

static bool isCast(Operation *op) { return isa<CastOpInterface>(op); }

/// How a body without computation moves its input.
static StringRef getDataMovement(linalg::LinalgOp op, Value yielded) {
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument)
    return isa_and_present<linalg::IndexOp>(yielded.getDefiningOp())
               ? "generic:iota"
               : "generic:fill";
  AffineMap from =
      op.getMatchingIndexingMap(&op->getOpOperand(argument.getArgNumber()));
  AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (from == to)
    return "generic:copy";
  bool permutes = from.isProjectedPermutation() &&
                  from.getNumResults() == to.getNumResults();
  return permutes ? "generic:transpose" : "generic:broadcast";
}

/// An operation without a name of its own is told by its body.
static OperationKind getBodyKind(linalg::LinalgOp op) {
  if (linalg::isaContractionOpInterface(op))
    return {OperationRole::Kernel, {"generic:contraction"}, {}};
  if (linalg::isaConvolutionOpInterface(op))
    return {OperationRole::Kernel, {"generic:convolution"}, {}};

  Block &body = *op.getBlock();
  Value yielded = body.getTerminator()->getOperand(0);
  SetVector<Operation *> ops = getElementOps(body);
  if (llvm::any_of(ops, llvm::IsaPred<tensor::ExtractOp>))
    return {OperationRole::Kernel, {"generic:gather"}, {}};

  // Casts around a computation belong to it.
  Operation *root = yielded.getDefiningOp();
  while (root && isCast(root) && ops.contains(root) &&
         root->getOperand(0).getDefiningOp())
    root = root->getOperand(0).getDefiningOp();
  if (!ops.contains(root) || isa<linalg::IndexOp>(root))
    return {OperationRole::View, {getDataMovement(op, yielded).str()}, {}};
  if (isCast(root))
    return {OperationRole::Kernel, {"generic:cast"}, {}};

  OperationKind kind{OperationRole::Kernel, {}, {}};
  kind.keys.push_back((op.getNumReductionLoops() ? "reduce:" : "") +
                      getKey(root));
  for (Operation *other : ops)
    if (other != root && !isCast(other))
      kind.bodyKeys.push_back(getKey(other));
  return kind;
}

static OperationKind getLinalgKind(Operation *op) {
  if (isa<linalg::YieldOp, linalg::IndexOp>(op))
    return {};
  std::string key = getKey(op);
  if (const auto *entry = OperatorTypeTable::get().lookup(key))
    return {
        entry->isView ? OperationRole::View : OperationRole::Kernel, {key}, {}};
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return getBodyKind(linalgOp);
  return {OperationRole::Kernel, {key}, {}};
}

//===----------------------------------------------------------------------===//
// Other dialects
//===----------------------------------------------------------------------===//

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// An addition of zero only broadcasts.
static bool addsZero(Operation *op) {
  return op->getName().getStringRef().ends_with(".add") &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           return matchPattern(operand, m_AnyZeroFloat()) ||
                  matchPattern(operand, m_Zero());
         });
}

/// What a call of a foreign function is named: custom calls carry the name of
/// their operation in an attribute.
static StringRef getCustomCallTarget(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (!name.ends_with("custom_call") && name != "operator")
    return {};
  for (StringRef attribute : {"call_target_name", "name"})
    if (auto target = op->getAttrOfType<StringAttr>(attribute))
      return target.getValue();
  return {};
}

/// An operation on tensors of tosa, arith, math, npu, or of a dialect that is
/// not known here.
static OperationKind getTensorOpKind(Operation *op) {
  OperationKind kind{OperationRole::Kernel, {getKey(op)}, {}};
  if (StringRef target = getCustomCallTarget(op); !target.empty())
    kind.keys.push_back(target.str());
  bool view = op->getNumOperands() == 0 || addsZero(op);
  for (const std::string &key : kind.keys)
    if (const auto *entry = OperatorTypeTable::get().lookup(key))
      view |= entry->isView;
  if (view)
    kind.role = OperationRole::View;
  return kind;
}

static OperationKind getKernelOpKind(npu::KernelOp kernel) {
  OperationKind kind{OperationRole::Kernel, {}, {}};
  kernel->walk([&](Operation *op) {
    if (op == kernel)
      return;
    OperationKind inner = getOperationKind(op);
    if (inner.role == OperationRole::Kernel)
      llvm::append_range(kind.bodyKeys, inner.keys);
  });
  return kind;
}

/// Operations with regions, other than those above. Loop nests without tensor
/// operations work on buffers, as one kernel that nothing is known of.
static OperationKind getRegionOpKind(Operation *op) {
  bool hasKernels = false, hasStores = false;
  for (Region &region : op->getRegions()) {
    region.walk([&](Operation *nested) {
      if (isa<CallOpInterface>(nested))
        hasKernels = true;
      else if (nested->getNumRegions() == 0 || isa<linalg::LinalgOp>(nested))
        hasKernels |= getOperationKind(nested).role != OperationRole::None;
      hasStores |= nested->getNumResults() == 0 &&
                   llvm::any_of(nested->getOperandTypes(),
                                llvm::IsaPred<BaseMemRefType>);
      return hasKernels ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (hasKernels)
      return {OperationRole::Nested, {}, {}};
  }
  if (hasStores)
    return {OperationRole::Kernel, {}, {}};
  return {};
}

OperationKind npuprof::getOperationKind(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return {};
  if (auto kernel = dyn_cast<npu::KernelOp>(op))
    return getKernelOpKind(kernel);
  if (isa_and_present<linalg::LinalgDialect>(op->getDialect()))
    return getLinalgKind(op);

  bool hasTensorResult = llvm::any_of(op->getResultTypes(), isTensor);
  if (op->getNumRegions() > 0) {
    // A foreign operation's region is often a comparator or a combiner.
    bool foreign = !op->isRegistered() && hasTensorResult;
    if (!foreign)
      return getRegionOpKind(op);
  }
  if (!hasTensorResult)
    return {};
  if (isa_and_present<tensor::TensorDialect>(op->getDialect())) {
    const auto *entry = OperatorTypeTable::get().lookup(getKey(op));
    if (!entry)
      return {};
    return getTensorOpKind(op);
  }
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "bufferization" || dialect == "memref" || dialect == "shape")
    return {};
  return getTensorOpKind(op);
}
