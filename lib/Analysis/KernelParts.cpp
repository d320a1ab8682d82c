//===- KernelParts.cpp - What an operation can be in a kernel -------------===//

#include "npuprof/Analysis/KernelParts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Device/Thresholds.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace npuprof;
using namespace mlir;

static int64_t getSize(int64_t size) {
  return ShapedType::isDynamic(size) ? getThresholds().dynamicSize : size;
}

static int64_t getPoints(ArrayRef<int64_t> sizes) {
  int64_t points = 1;
  for (int64_t size : sizes)
    points *= getSize(size);
  return points;
}

static PartInfo alone(Reason reason) {
  PartInfo info;
  info.reason = reason;
  return info;
}

static PartInfo view(PartKind kind, Value source) {
  PartInfo info;
  info.kind = kind;
  info.points = getPoints(cast<ShapedType>(source.getType()).getShape());
  info.shares = info.points;
  info.accesses.push_back({source, info.points, /*isBijective=*/true});
  return info;
}

static bool isRankedTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// How loops of these sizes reach a tensor through `map`.
static PartAccess getAccess(Value value, ArrayRef<int64_t> loops,
                            AffineMap map) {
  PartAccess access{value, 1, false};
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  unsigned dim = 0;
  auto skipUnitDims = [&] {
    while (dim < shape.size() && shape[dim] == 1)
      ++dim;
  };
  skipUnitDims();
  for (auto [loop, size] : llvm::enumerate(loops)) {
    if (size == 1)
      continue;
    bool isInOrder =
        dim < shape.size() &&
        map.getResult(dim) == getAffineDimExpr(loop, map.getContext());
    if (!isInOrder) {
      // The same dims in another order still are each element once.
      access.isBijective =
          map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
          getPoints(loops) == getPoints(shape);
      return access;
    }
    access.shares *= getSize(size);
    ++dim;
    skipUnitDims();
  }
  access.isBijective = dim == shape.size();
  return access;
}

/// Whether the body only passes on what it reads.
static std::optional<unsigned> getPassedOperand(linalg::LinalgOp op) {
  Operation *terminator = op.getBlock()->getTerminator();
  if (op->getNumResults() != 1 || op.getNumReductionLoops() != 0)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(terminator->getOperand(0));
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= static_cast<unsigned>(op.getNumDpsInputs()))
    return std::nullopt;
  return argument.getArgNumber();
}

/// The permutation that an operation that only moves its input applies.
static std::optional<SmallVector<int64_t>>
getLinalgPermutation(linalg::LinalgOp op) {
  std::optional<unsigned> passed = getPassedOperand(op);
  if (!passed)
    return std::nullopt;
  OpOperand &input = op->getOpOperand(*passed);
  if (op.getNumDpsInputs() != 1 || !isRankedTensor(input.get()))
    return std::nullopt;
  AffineMap from = op.getMatchingIndexingMap(&input);
  AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!from.isPermutation() || !to.isPermutation())
    return std::nullopt;
  // Dim i of the result is loop to(i), and a dim of the input by from().
  return llvm::map_to_vector(to.getResults(), [&](AffineExpr loop) {
    return static_cast<int64_t>(*from.getResultPosition(loop));
  });
}

/// Whether the body reads tensors at positions that it computes, or may stop.
static bool readsElsewhere(linalg::LinalgOp op) {
  WalkResult walk = op.getBlock()->walk([](Operation *inner) {
    return isa<tensor::ExtractOp>(inner) || !isMemoryEffectFree(inner)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

static bool isConstantValue(Value value) {
  return matchPattern(value, m_Constant());
}

static PartInfo getLinalgInfo(linalg::LinalgOp op) {
  PartInfo info;
  if (!op.hasPureTensorSemantics())
    return alone(Reason::Opaque);
  if (isa<linalg::FillOp>(op) &&
      isConstantValue(op.getDpsInputOperand(0)->get()) &&
      op.getDpsInitOperand(0)->get().getDefiningOp<tensor::EmptyOp>()) {
    info.kind = PartKind::Free;
    return info;
  }
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  info.points = getPoints(loops);
  // Pooling has the loops of a convolution, and nothing for the Cube.
  if (op->getName().stripDialect().starts_with("pooling"))
    return alone(Reason::WindowReduction);
  bool isHead = linalg::isaContractionOpInterface(op) ||
                linalg::isaConvolutionOpInterface(op);
  if (!isHead && readsElsewhere(op))
    return alone(Reason::DataMovement);
  if (!isHead && !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      }))
    return alone(op.getNumReductionLoops() ? Reason::WindowReduction
                                           : Reason::DataMovement);

  info.kind = isHead ? PartKind::Head : PartKind::Vector;
  info.isReduction = op.getNumReductionLoops() != 0;
  info.shares = info.points;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isRankedTensor(operand.get()))
      continue;
    PartAccess access =
        getAccess(operand.get(), loops, op.getMatchingIndexingMap(&operand));
    if (op.isDpsInit(&operand))
      info.shares = std::gcd(info.shares, access.shares);
    if (op.payloadUsesValueFromOperand(&operand))
      info.accesses.push_back(access);
  }
  if (std::optional<SmallVector<int64_t>> permutation =
          getLinalgPermutation(op)) {
    // What keeps the order of the dims that count is a copy.
    if (info.accesses.size() == 1 && info.accesses[0].shares != info.points)
      info.kind = PartKind::Transpose;
  }
  return info;
}

//===----------------------------------------------------------------------===//
// Operations on whole tensors: tosa, arith, math
//===----------------------------------------------------------------------===//

/// Shapes are aligned at the last dim; a dim of one, or one that is not there,
/// is broadcast.
static PartAccess getBroadcastAccess(Value value, ArrayRef<int64_t> result) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  PartAccess access{value, 1, true};
  if (shape.size() > result.size())
    return {value, 1, false};
  size_t missing = result.size() - shape.size();
  for (auto [dim, size] : llvm::enumerate(result)) {
    int64_t own = dim < missing ? 1 : shape[dim - missing];
    if (own != size)
      access.isBijective = false;
    else if (access.isBijective)
      access.shares *= getSize(size);
  }
  return access;
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>() ||
         OpTrait::hasElementwiseMappableTraits(op) ||
         isa<tosa::MulOp, tosa::CastOp, tosa::RescaleOp, tosa::NegateOp,
             tosa::TableOp, tosa::IdentityOp>(op);
}

static PartInfo getElementwiseInfo(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return alone(Reason::Opaque);
  PartInfo info;
  info.kind = PartKind::Vector;
  info.points = info.shares = getPoints(type.getShape());
  for (Value operand : op->getOperands())
    if (isRankedTensor(operand))
      info.accesses.push_back(getBroadcastAccess(operand, type.getShape()));
  return info;
}

/// A reduction of tosa along one axis.
static PartInfo getReductionInfo(Operation *op, uint64_t axis) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type)
    return alone(Reason::Opaque);
  PartInfo info;
  info.kind = PartKind::Vector;
  info.isReduction = true;
  info.points = getPoints(type.getShape());
  info.shares = getPoints(type.getShape().take_front(axis));
  info.accesses.push_back({op->getOperand(0), info.points, true});
  return info;
}

static std::optional<uint64_t> getReducedAxis(Operation *op) {
  if (!isa<tosa::ReduceAllOp, tosa::ReduceAnyOp, tosa::ReduceMaxOp,
           tosa::ReduceMinOp, tosa::ReduceProductOp, tosa::ReduceSumOp,
           tosa::ArgMaxOp>(op))
    return std::nullopt;
  return op->getAttrOfType<IntegerAttr>("axis").getValue().getZExtValue();
}

static PartInfo getHeadInfo(Operation *op) {
  PartInfo info;
  info.kind = PartKind::Head;
  info.points =
      getPoints(cast<ShapedType>(op->getResult(0).getType()).getShape());
  for (Value operand : op->getOperands())
    if (isRankedTensor(operand))
      info.accesses.push_back({operand, 1, false});
  return info;
}

/// Whether the operation shows a single operand, the others being constants.
static bool hasOneSource(Operation *op) {
  return op->getNumResults() == 1 && isRankedTensor(op->getResult(0)) &&
         isRankedTensor(op->getOperand(0)) &&
         llvm::all_of(op->getOperands().drop_front(), isConstantValue);
}

static PartInfo getTensorOpInfo(Operation *op) {
  if (std::optional<uint64_t> axis = getReducedAxis(op))
    return getReductionInfo(op, *axis);
  if (isa<tosa::MatMulOp, tosa::Conv2DOp, tosa::Conv3DOp,
          tosa::DepthwiseConv2DOp, tosa::TransposeConv2DOp>(op))
    return isRankedTensor(op->getResult(0)) ? getHeadInfo(op)
                                            : alone(Reason::Opaque);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
          tosa::ReshapeOp>(op))
    return hasOneSource(op) ? view(PartKind::Reshape, op->getOperand(0))
                            : alone(Reason::DataMovement);
  if (auto transpose = dyn_cast<tosa::TransposeOp>(op))
    return hasOneSource(op) ? view(PartKind::Transpose, transpose.getInput1())
                            : alone(Reason::Opaque);
  if (isElementwise(op))
    return getElementwiseInfo(op);
  if (isa<tosa::MaxPool2dOp, tosa::AvgPool2dOp>(op))
    return alone(Reason::WindowReduction);
  if (isa<tosa::GatherOp, tosa::ScatterOp, tosa::SliceOp, tosa::ConcatOp,
          tosa::PadOp, tosa::TileOp, tosa::ReverseOp, tosa::ResizeOp>(op) ||
      isa_and_present<tensor::TensorDialect>(op->getDialect()))
    return alone(Reason::DataMovement);
  return alone(Reason::Opaque);
}

//===----------------------------------------------------------------------===//
// Any operation
//===----------------------------------------------------------------------===//

/// Attention and softmax of other dialects: what op_types.json lists as such.
static bool isFusedElsewhere(Operation *op) {
  if (isa<linalg::SoftmaxOp, npu::KernelOp>(op))
    return true;
  const auto *entry =
      OperatorTypeTable::get().lookup(op->getName().getStringRef());
  return entry && llvm::is_contained(entry->types.classes, "Attention");
}

PartInfo npuprof::getPartInfo(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgInfo(linalgOp);
  if (auto fused = dyn_cast<npu::NPUFusedOpInterface>(op)) {
    if (!fused.isElementwise())
      return alone(Reason::AlreadyFused);
    PartInfo info = getElementwiseInfo(op);
    if (info.kind == PartKind::Vector)
      info.kind = PartKind::NamedElementwise;
    // Where results go is not read.
    auto dps = cast<DestinationStyleOpInterface>(op);
    llvm::erase_if(info.accesses, [&](const PartAccess &access) {
      return llvm::is_contained(dps.getDpsInits(), access.value);
    });
    return info;
  }
  if (isFusedElsewhere(op))
    return alone(Reason::AlreadyFused);
  bool needsNothing = op->getNumRegions() == 0 &&
                      llvm::all_of(op->getOperands(), isConstantValue);
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      (isa<tensor::EmptyOp, tensor::SplatOp>(op) && needsNothing)) {
    PartInfo info;
    info.kind = PartKind::Free;
    return info;
  }
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 ||
      !op->isRegistered() || !isPure(op))
    return alone(Reason::Opaque);
  return getTensorOpInfo(op);
}

Value npuprof::getViewedValue(Operation *view) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(view))
    return linalgOp.getDpsInputOperand(0)->get();
  return view->getOperand(0);
}

SmallVector<int64_t> npuprof::getPermutation(Operation *transpose) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(transpose))
    return *getLinalgPermutation(linalgOp);
  return llvm::to_vector_of<int64_t>(
      cast<tosa::TransposeOp>(transpose).getPerms());
}

OpOperand &npuprof::getWeightOperand(Operation *head) {
  return head->getOpOperand(1);
}

std::string npuprof::getPartName(Operation *op) {
  OperationKind kind = getOperationKind(op);
  StringRef name = kind.keys.empty() ? op->getName().getStringRef()
                                     : StringRef(kind.keys.front());
  // arith names the kind of number too: addf, addi.
  if (name.contains("arith."))
    name = name.rtrim("fi");
  return name.substr(name.find_last_of(".:") + 1).str();
}

void npuprof::forEachLaunch(Operation *root,
                            llvm::function_ref<void(Operation *)> visit) {
  SymbolTableCollection symbolTables;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root)
      return WalkResult::advance();
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      // The launches of a function that is here count there.
      auto function = dyn_cast_or_null<FunctionOpInterface>(
          call.resolveCallableInTable(&symbolTables));
      if ((!function || function.isExternal()) &&
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
        visit(op);
      return WalkResult::advance();
    }
    OperationRole role = getOperationKind(op).role;
    if (role == OperationRole::Kernel)
      visit(op);
    return role == OperationRole::Kernel || isa<linalg::LinalgOp>(op)
               ? WalkResult::skip()
               : WalkResult::advance();
  });
}
