//===- FusionRewrite.cpp - Put a fused operator in place ------------------===//

#include "FusionRewrite.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

using namespace npuprof;
using namespace mlir;

namespace {
/// Notes each operation that a rewriter inserts.
struct InsertionRecorder : RewriterBase::Listener {
  explicit InsertionRecorder(SmallVectorImpl<Operation *> &ops) : ops(ops) {}
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    ops.push_back(op);
  }
  SmallVectorImpl<Operation *> &ops;
};
} // namespace

FusionRewrite::FusionRewrite(RewriterBase &rewriter,
                             const FusionCandidate &candidate)
    : rewriter(rewriter), candidate(candidate) {
  InsertionRecorder recorder(built);
  rewriter.setListener(&recorder);
  setInsertionPoint();

  Operation *example = candidate.pattern->getFusedOp();
  SmallVector<Location> locs;
  for (Operation *op : candidate.ops)
    locs.push_back(op->getLoc());
  OperationState state(rewriter.getFusedLoc(locs), example->getName());
  state.addAttributes(example->getAttrs());

  // A constant may take its size from an input that has all dims: those first.
  arguments.resize(candidate.inputs.size());
  for (bool constants : {false, true})
    for (auto [argument, input, hole] : llvm::zip_equal(
             arguments, candidate.inputs, candidate.pattern->getHoles()))
      if ((input.kind == FusionInput::Kind::Constant) == constants)
        argument = buildInput(input, hole);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < candidate.results.size(); ++i) {
    state.addTypes(getResultType(i));
    inits.push_back(buildInit(getResultType(i)));
  }
  // A missing argument takes its operand along.
  SmallVector<int32_t> segments;
  auto exampleSegments =
      example->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  if (exampleSegments)
    segments.assign(exampleSegments.asArrayRef().begin(),
                    exampleSegments.asArrayRef().end());
  unsigned segment = 0, nextInit = 0;
  for (Value operand : example->getOperands()) {
    while (exampleSegments && exampleSegments[segment] == 0)
      ++segment;
    Value value;
    if (auto argument = dyn_cast<BlockArgument>(operand))
      value = arguments[argument.getArgNumber()];
    else
      value = inits[nextInit++];
    if (value)
      state.operands.push_back(value);
    else if (exampleSegments)
      --segments[segment];
    ++segment;
  }
  if (exampleSegments)
    state.attributes.set("operandSegmentSizes",
                         rewriter.getDenseI32ArrayAttr(segments));
  fused = rewriter.create(state);
  cast<npu::NPUFusedOpInterface>(fused).expandDims(candidate.dimGroups);
  rewriter.setListener(nullptr);
}

void FusionRewrite::setInsertionPoint() {
  // As early as the inputs allow: results of the operator may be used between
  // its parts.
  Operation *point = candidate.ops.front();
  for (const FusionInput &input : candidate.inputs) {
    Operation *def = input.value ? input.value.getDefiningOp() : nullptr;
    if (def && def->getBlock() == point->getBlock() &&
        !def->isBeforeInBlock(point))
      point = def->getNextNode();
  }
  rewriter.setInsertionPoint(point);
}

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

RankedTensorType FusionRewrite::getResultType(unsigned result) const {
  auto rootType = cast<RankedTensorType>(candidate.root.getType());
  Value value = candidate.results[result];
  // A result that is no value of the model has the type of the first input.
  if (!value)
    for (const FusionInput &input : candidate.inputs)
      if (input.value && isa<RankedTensorType>(input.value.getType())) {
        value = input.value;
        break;
      }
  return rootType.clone(getElementTypeOrSelf(value ? value : candidate.root));
}

SmallVector<OpFoldResult> FusionRewrite::getRootSizes() {
  auto rootType = cast<RankedTensorType>(candidate.root.getType());
  if (rootType.hasStaticShape())
    return getAsIndexOpFoldResult(rewriter.getContext(), rootType.getShape());
  // Never from the root itself, which is about to go.
  for (auto [input, argument] : llvm::zip_equal(candidate.inputs, arguments))
    if (input.value && hasSizesOf(input, rootType)) {
      SmallVector<OpFoldResult> sizes =
          getAsIndexOpFoldResult(rewriter.getContext(), rootType.getShape());
      for (int64_t dim = 0; dim < rootType.getRank(); ++dim)
        if (rootType.isDynamicDim(dim))
          sizes[dim] = tensor::getMixedSize(rewriter, candidate.root.getLoc(),
                                            argument, dim);
      return sizes;
    }
  llvm_unreachable("a candidate of dynamic shape has such an input");
}

Value FusionRewrite::buildInit(RankedTensorType type) {
  return tensor::EmptyOp::create(rewriter, candidate.root.getLoc(),
                                 getRootSizes(), type.getElementType());
}

Value FusionRewrite::reshape(Value value, RankedTensorType type) {
  Location loc = value.getLoc();
  auto source = cast<RankedTensorType>(value.getType());
  auto isCollapse = [](RankedTensorType from, RankedTensorType to) {
    return from.getRank() > to.getRank();
  };
  if (source.getRank() != type.getRank())
    if (std::optional<SmallVector<ReassociationIndices>> groups =
            getReassociationIndicesForReshape(source, type)) {
      if (isCollapse(source, type))
        return tensor::CollapseShapeOp::create(rewriter, loc, type, value,
                                               *groups);
      return tensor::ExpandShapeOp::create(rewriter, loc, type, value, *groups);
    }
  // Through one dim, which every shape collapses into.
  auto flat =
      RankedTensorType::get({source.getNumElements()}, source.getElementType());
  return reshape(reshape(value, flat), type);
}

Value FusionRewrite::buildInput(const FusionInput &input,
                                const PatternHole &hole) {
  Location loc = candidate.root.getLoc();
  auto rootType = cast<RankedTensorType>(candidate.root.getType());
  switch (input.kind) {
  case FusionInput::Kind::Missing:
    return nullptr;
  case FusionInput::Kind::Value:
    return input.value;
  case FusionInput::Kind::Reshape:
    return reshape(
        input.value,
        RankedTensorType::get(input.shape, getElementTypeOrSelf(input.value)));
  case FusionInput::Kind::Constant: {
    if (hole.identity == input.constant)
      return nullptr;
    Type element = rootType.getElementType();
    if (hole.isScalar)
      element = element.isF64() ? element : rewriter.getF32Type();
    FloatAttr number = rewriter.getFloatAttr(element, input.constant);
    if (hole.isScalar)
      return arith::ConstantOp::create(rewriter, loc, number);
    auto type = RankedTensorType::get(input.shape, element);
    if (type.hasStaticShape())
      return arith::ConstantOp::create(
          rewriter, loc, DenseElementsAttr::get(type, number.getValue()));
    SmallVector<OpFoldResult> rootSizes = getRootSizes(), sizes;
    for (int64_t dim : input.rootDims)
      sizes.push_back(rootSizes[dim]);
    Value scalar = arith::ConstantOp::create(rewriter, loc, number);
    return tensor::SplatOp::create(rewriter, loc, scalar, sizes);
  }
  case FusionInput::Kind::Element: {
    SmallVector<Value> position;
    for (int64_t index : input.position)
      position.push_back(arith::ConstantIndexOp::create(rewriter, loc, index));
    return tensor::ExtractOp::create(rewriter, loc, input.value, position);
  }
  }
  llvm_unreachable("an input has a kind");
}

//===----------------------------------------------------------------------===//
// Commit or drop
//===----------------------------------------------------------------------===//

LogicalResult FusionRewrite::commit() {
  for (auto [number, value] : llvm::enumerate(candidate.results)) {
    if (!value)
      continue;
    Value result = fused->getResult(number);
    if (result.getType() != value.getType()) {
      rewriter.setInsertionPointAfter(fused);
      result = reshape(result, cast<RankedTensorType>(value.getType()));
      built.push_back(result.getDefiningOp());
    }
    rewriter.replaceAllUsesWith(value, result);
  }

  // Users come before what they use: backwards, each is dead before its
  // operands are looked at. Inits and constants that only these operations used
  // go along.
  llvm::SetVector<Operation *> dead;
  for (Operation *op : llvm::reverse(candidate.ops))
    dead.insert(op);
  for (unsigned i = 0; i < dead.size(); ++i) {
    Operation *op = dead[i];
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Value> used;
    used.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    SmallVector<Operation *> operands;
    for (Value value : used)
      if (Operation *def = value.getDefiningOp())
        operands.push_back(def);
    llvm::erase(built, op);
    rewriter.eraseOp(op);
    for (Operation *def : operands)
      if (isOpTriviallyDead(def))
        dead.insert(def);
  }

  // A user of another result may stand between the parts: the operator, and
  // what its inputs need, go in front of it.
  Operation *first = nullptr;
  for (Operation *op : built)
    for (Operation *user : op->getUsers()) {
      Operation *inBlock = fused->getBlock()->findAncestorOpInBlock(*user);
      if (inBlock && inBlock->isBeforeInBlock(fused) &&
          !llvm::is_contained(built, inBlock) &&
          (!first || inBlock->isBeforeInBlock(first)))
        first = inBlock;
    }
  if (!first)
    return success();
  if (failed(moveOperationDependencies(rewriter, fused, first)))
    return failure();
  rewriter.moveOpBefore(fused, first);
  for (Operation *op : built)
    if (first->isBeforeInBlock(op) && op != fused)
      rewriter.moveOpBefore(op, first);
  return success();
}

void FusionRewrite::drop() {
  for (Operation *op : llvm::reverse(built))
    rewriter.eraseOp(op);
}
