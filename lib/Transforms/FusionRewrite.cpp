//===- FusionRewrite.cpp - Put a fused operator in place ------------------===//

#include "FusionRewrite.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"
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

  Operation *example = candidate.form->op;
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
    Value value = operand.getDefiningOp<tensor::EmptyOp>()
                      ? inits[nextInit++]
                      : buildOperand(operand);
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
  for (auto [result, value] :
       llvm::zip_equal(fused->getResults(), candidate.results)) {
    replacements.push_back(nullptr);
    if (!value)
      continue;
    Value replacement = result;
    if (!candidate.resultPermutation.empty())
      replacement = transpose(replacement, candidate.resultPermutation);
    auto type = cast<RankedTensorType>(value.getType());
    if (failed(verifyCompatibleShape(replacement.getType(), type)))
      replacement = reshape(replacement, type);
    if (replacement.getType() != type)
      replacement =
          tensor::CastOp::create(rewriter, value.getLoc(), type, replacement);
    replacements.back() = replacement;
  }
  // What folding has used up.
  for (Operation *op : SmallVector<Operation *>(llvm::reverse(built)))
    if (op->hasTrait<OpTrait::ConstantLike>() && op->use_empty()) {
      llvm::erase(built, op);
      rewriter.eraseOp(op);
    }
  rewriter.setListener(nullptr);
}

Value FusionRewrite::buildScalar(Value value, FloatType type) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (Value bound = arguments[argument.getArgNumber()])
      return convertScalarToDtype(rewriter, bound.getLoc(), bound, type,
                                  /*isUnsignedCast=*/false);
    const PatternHole &hole =
        candidate.pattern->getHoles()[argument.getArgNumber()];
    return arith::ConstantOp::create(
        rewriter, candidate.root.getLoc(),
        rewriter.getFloatAttr(type, hole.identity.value_or(1.0)));
  }
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, buildScalar(operand, type));
  Operation *clone = rewriter.clone(*op, mapping);
  clone->getResult(0).setType(
      clone->getNumOperands() ? Type(type) : clone->getResult(0).getType());
  clone->setLoc(candidate.root.getLoc());
  SmallVector<Value> folded;
  if (clone->getNumOperands() == 0 || failed(rewriter.tryFold(clone, folded)) ||
      folded.empty())
    return convertScalarToDtype(rewriter, clone->getLoc(), clone->getResult(0),
                                type, /*isUnsignedCast=*/false);
  built.erase(llvm::find(built, clone));
  rewriter.eraseOp(clone);
  return folded.front();
}

Value FusionRewrite::buildOperand(Value operand) {
  if (BlockArgument argument = FusionForm::getArgument(operand))
    return arguments[argument.getArgNumber()];
  // Of scalars that may all be missing: then the operator's would be, too,
  // if it had none.
  Type element = getElementTypeOrSelf(candidate.root);
  return buildScalar(operand, element.isF64() ? cast<FloatType>(element)
                                              : rewriter.getF32Type());
}

Value FusionRewrite::transpose(Value value, ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, value.getLoc(), value);
  applyPermutationToVector(sizes, permutation);
  Value empty = tensor::EmptyOp::create(rewriter, value.getLoc(), sizes,
                                        getElementTypeOrSelf(value));
  return linalg::TransposeOp::create(rewriter, value.getLoc(), value, empty,
                                     permutation)
      ->getResult(0);
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

static RankedTensorType getTensorType(ArrayRef<FusionInput::Size> shape,
                                      Type element) {
  SmallVector<int64_t> sizes;
  for (const FusionInput::Size &size : shape)
    sizes.push_back(size.number);
  return RankedTensorType::get(sizes, element);
}

RankedTensorType FusionRewrite::getResultType(unsigned result) const {
  Value value = candidate.results[result];
  // A result that is no value of the model has the type of the first input.
  if (!value)
    for (const FusionInput &input : candidate.inputs)
      if (input.value && isa<RankedTensorType>(input.value.getType())) {
        value = input.value;
        break;
      }
  return getTensorType(candidate.resultShape,
                       getElementTypeOrSelf(value ? value : candidate.root));
}

SmallVector<OpFoldResult>
FusionRewrite::getSizes(ArrayRef<FusionInput::Size> shape) {
  // Never from the root itself, which is about to go.
  return llvm::map_to_vector(
      shape, [&](const FusionInput::Size &size) -> OpFoldResult {
        if (!ShapedType::isDynamic(size.number))
          return rewriter.getIndexAttr(size.number);
        return tensor::getMixedSize(rewriter, candidate.root.getLoc(),
                                    arguments[size.input], size.dim);
      });
}

Value FusionRewrite::buildInit(RankedTensorType type) {
  return tensor::EmptyOp::create(rewriter, candidate.root.getLoc(),
                                 getSizes(candidate.resultShape),
                                 type.getElementType());
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
    return input.permutation.empty()
               ? input.value
               : transpose(input.value, input.permutation);
  case FusionInput::Kind::Reshape: {
    SmallVector<FusionInput::Size> shape(input.shape.begin(),
                                         input.shape.end());
    if (!input.permutation.empty())
      applyPermutationToVector(shape,
                               invertPermutationVector(input.permutation));
    Value reshaped = reshape(
        input.value, getTensorType(shape, getElementTypeOrSelf(input.value)));
    return input.permutation.empty() ? reshaped
                                     : transpose(reshaped, input.permutation);
  }
  case FusionInput::Kind::Constant: {
    if (hole.identity == input.constant)
      return nullptr;
    Type element = rootType.getElementType();
    if (hole.isScalar)
      element = element.isF64() ? element : rewriter.getF32Type();
    if (Type own = getElementTypeOrSelf(hole.argument); own.isInteger())
      return arith::ConstantOp::create(
          rewriter, loc,
          DenseElementsAttr::get(
              getTensorType(input.shape, own),
              rewriter.getIntegerAttr(own,
                                      static_cast<int64_t>(input.constant))));
    FloatAttr number = rewriter.getFloatAttr(element, input.constant);
    if (hole.isScalar)
      return arith::ConstantOp::create(rewriter, loc, number);
    RankedTensorType type = getTensorType(input.shape, element);
    if (type.hasStaticShape())
      return arith::ConstantOp::create(
          rewriter, loc, DenseElementsAttr::get(type, number.getValue()));
    Value scalar = arith::ConstantOp::create(rewriter, loc, number);
    return tensor::SplatOp::create(rewriter, loc, scalar,
                                   getSizes(input.shape));
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
    rewriter.replaceAllUsesWith(value, replacements[number]);
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
