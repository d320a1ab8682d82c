//===- FusionCandidate.cpp - From a match to a candidate ------------------===//

#include "FusionCandidate.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace npuprof;
using namespace mlir;

namespace {

class CandidateBuilder {
public:
  CandidateBuilder(const FusionPattern &pattern, ExprExpander &model,
                   Value root, const ExprMatch &match)
      : model(model), root(root), match(match) {
    candidate.pattern = &pattern;
    candidate.root = root;
  }

  std::optional<FusionCandidate> build();

private:
  void groupDims();
  void resolveInputs();
  void resolveScalar(const Expr *expr, FusionInput &input);
  void resolveTensor(const Expr *expr, const PatternHole &hole,
                     FusionInput &input);
  /// Where and how large the input is along the dim `dim` of the root.
  std::pair<Coord, Extent> getWanted(int64_t dim, const PatternHole &hole,
                                     ArrayRef<VarId> vars) const;
  void resolveResults();
  bool collectOps();
  void checkUsers();
  void checkCycles();

  bool isStop(Value value) const { return stops.contains(value); }
  void refuse(Reason reason, std::string detail = {}) {
    if (!candidate.refusal)
      candidate.refusal = Verdict::refuse(reason, std::move(detail));
  }

  ExprExpander &model;
  Value root;
  const ExprMatch &match;
  FusionCandidate candidate;
  /// Dim of the pattern's root that each dim of the root belongs to.
  SmallVector<int64_t> groups;
  /// Values that the operator reads, and what they are views of.
  llvm::SmallDenseSet<Value, 16> stops;
};

} // namespace

static Extent multiply(ArrayRef<Extent> extents) {
  Extent product;
  for (const Extent &extent : extents)
    product = product * extent;
  return product;
}

static unsigned getFloatWidth(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element ? element.getWidth() : 0;
}

/// Whether a tensor can be given the other shape: any static one; with dynamic
/// sizes, where each of them can be read off the tensor.
static bool canReshape(RankedTensorType from, RankedTensorType to) {
  if (from.hasStaticShape() && to.hasStaticShape())
    return true;
  if (from.getRank() == to.getRank())
    return false;
  std::optional<SmallVector<ReassociationIndices>> groups =
      getReassociationIndicesForReshape(from, to);
  return groups &&
         (from.getRank() > to.getRank() ||
          llvm::all_of(*groups, [&](const ReassociationIndices &group) {
            return llvm::count_if(group, [&](int64_t dim) {
                     return to.isDynamicDim(dim);
                   }) <= 1;
          }));
}

bool npuprof::hasSizesOf(const FusionInput &input, RankedTensorType root) {
  if (static_cast<int64_t>(input.rootDims.size()) != root.getRank())
    return false;
  for (int64_t dim = 0; dim < root.getRank(); ++dim)
    if (root.isDynamicDim(dim) && !ShapedType::isDynamic(input.shape[dim]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Dims and inputs
//===----------------------------------------------------------------------===//

void CandidateBuilder::groupDims() {
  candidate.dimGroups.assign(candidate.pattern->getRootVars().size(), 0);
  int64_t last = 0;
  for (int dim : match.rootDims) {
    // A dim of size 1 goes with the one before it.
    if (dim >= 0) {
      if (dim < last)
        refuse(Reason::AxisNotLast);
      last = dim;
    }
    groups.push_back(last);
    ++candidate.dimGroups[last];
  }
}

void CandidateBuilder::resolveInputs() {
  for (auto [hole, expr] :
       llvm::zip_equal(candidate.pattern->getHoles(), match.holes)) {
    FusionInput &input = candidate.inputs.emplace_back();
    if (!expr)
      continue;
    if (hole.isScalar) {
      resolveScalar(expr, input);
      continue;
    }
    // The pattern's dims of the hole, in the dims of this root.
    int64_t rank = cast<RankedTensorType>(hole.argument.getType()).getRank();
    int64_t firstGroup = candidate.dimGroups.size() - rank;
    for (auto [dim, group] : llvm::enumerate(groups))
      if (group >= firstGroup)
        input.rootDims.push_back(dim);
    resolveTensor(expr, hole, input);
  }
}

void CandidateBuilder::resolveScalar(const Expr *expr, FusionInput &input) {
  if (expr->isConstant()) {
    input.kind = FusionInput::Kind::Constant;
    input.constant = expr->getConstant();
    return;
  }
  SmallVector<const Expr *> chain = model.getViewChain(expr);
  for (const Expr *link : chain) {
    Value value = link->getValue();
    if (isa<FloatType>(value.getType()) && link->getCoords().empty()) {
      input.kind = FusionInput::Kind::Value;
      input.value = value;
      return;
    }
  }
  if (chain.empty() ||
      !isa<RankedTensorType>(chain.back()->getValue().getType())) {
    refuse(Reason::SplitBody);
    return;
  }
  input.kind = FusionInput::Kind::Element;
  input.value = chain.back()->getValue();
  for (const Coord &coord : chain.back()->getCoords())
    input.position.push_back(coord.getOffset());
  stops.insert(input.value);
}

std::pair<Coord, Extent>
CandidateBuilder::getWanted(int64_t dim, const PatternHole &hole,
                            ArrayRef<VarId> vars) const {
  Coord coord = match.results[0]->getCoords()[dim];
  Extent extent = model.getSizes().getExtent(root, dim);
  auto isAlong = [&](const Digit &digit) {
    return llvm::is_contained(vars, digit.var);
  };
  bool isLast = dim == cast<RankedTensorType>(root.getType()).getRank() - 1;
  if (!isLast || !hole.pairs)
    return hole.isBroadcast && llvm::none_of(coord.getDigits(), isAlong)
               ? std::pair(Coord(), Extent())
               : std::pair(coord, extent);
  // The dim of the root counts elements or, where only the input has pairs,
  // pairs; the input may be the same for both of a pair.
  VarId member = model.getMember();
  const Digit *pair = llvm::find_if(coord.getDigits(), [&](const Digit &digit) {
    return digit.var != member;
  });
  ExprContext &context = model.getContext();
  Coord pairCoord = context.makeCoord(pair->var);
  Extent pairs = context.getExtent(pair->var);
  if (!llvm::is_contained(vars, member))
    return {pairCoord, pairs};
  Coord memberCoord = context.makeCoord(member);
  return {*hole.pairs == PairMode::Half
              ? pairCoord + *memberCoord.scaled(pairs)
              : *pairCoord.scaled(Extent(2)) + memberCoord,
          pairs * Extent(2)};
}

void CandidateBuilder::resolveTensor(const Expr *expr, const PatternHole &hole,
                                     FusionInput &input) {
  auto rootType = cast<RankedTensorType>(root.getType());
  for (int64_t dim : input.rootDims)
    input.shape.push_back(rootType.getDimSize(dim));
  if (expr->isConstant()) {
    input.kind = FusionInput::Kind::Constant;
    input.constant = expr->getConstant();
    return;
  }
  SmallVector<const Expr *> chain = model.getViewChain(expr);
  SmallVector<VarId> vars;
  if (!chain.empty())
    vars = getFreeVars(chain.back());
  SmallVector<Coord> wantedCoords;
  SmallVector<Extent> wantedExtents;
  for (auto [dim, size] : llvm::zip_equal(input.rootDims, input.shape)) {
    auto [coord, extent] = getWanted(dim, hole, vars);
    // A dim of static size in the root has one in the input.
    if (!ShapedType::isDynamic(size) || extent.isOne())
      size = *extent.getStatic();
    wantedCoords.push_back(coord);
    wantedExtents.push_back(extent);
  }
  auto getInputType = [&](Value value) {
    return RankedTensorType::get(input.shape, getElementTypeOrSelf(value));
  };
  // Whole variables: never an offset.
  Coord wantedPosition = *linearize(wantedCoords, wantedExtents);

  // The value farthest from the match that has the wanted shape: what is
  // between is a view or widens the type, and the operator needs neither. A
  // cast that narrows changes the value and stays outside.
  std::optional<unsigned> chosen;
  for (auto [i, link] : llvm::enumerate(chain)) {
    Value value = link->getValue();
    if (i > 0 && getFloatWidth(value.getType()) >
                     getFloatWidth(chain[i - 1]->getValue().getType()))
      break;
    if (!isa<RankedTensorType>(value.getType()))
      break;
    SmallVector<Extent> extents = model.getSizes().getExtents(value);
    if (link->getCoords() == ArrayRef(wantedCoords) &&
        ArrayRef(extents) == ArrayRef(wantedExtents)) {
      chosen = i;
      input.kind = FusionInput::Kind::Value;
    } else if (input.kind != FusionInput::Kind::Value &&
               linearize(link->getCoords(), extents) == wantedPosition &&
               multiply(extents) == multiply(wantedExtents) &&
               canReshape(cast<RankedTensorType>(value.getType()),
                          getInputType(value))) {
      chosen = i;
      input.kind = FusionInput::Kind::Reshape;
    }
  }
  if (!chosen) {
    bool isValue =
        !chain.empty() && isa<RankedTensorType>(chain[0]->getValue().getType());
    refuse(isValue ? Reason::AxisNotLast : Reason::SplitBody);
    for (const Expr *link : chain)
      stops.insert(link->getValue());
    return;
  }
  input.value = chain[*chosen]->getValue();
  for (const Expr *link : ArrayRef(chain).drop_front(*chosen))
    stops.insert(link->getValue());
}

void CandidateBuilder::resolveResults() {
  candidate.results.push_back(root);
  SmallVector<Extent> rootExtents = model.getSizes().getExtents(root);
  Coord rootPosition = *linearize(match.results[0]->getCoords(), rootExtents);
  for (const Expr *result : ArrayRef(match.results).drop_front()) {
    candidate.results.push_back(nullptr);
    // Only the same elements in the same order can be handed on.
    if (!result || !isa<RankedTensorType>(result->getValue().getType()) ||
        isStop(result->getValue()))
      continue;
    Value value = result->getValue();
    auto type = cast<RankedTensorType>(value.getType());
    auto rootType = cast<RankedTensorType>(root.getType());
    bool sameShape = type.getShape() == rootType.getShape();
    if (!sameShape && !canReshape(rootType, type))
      continue;
    if (linearize(result->getCoords(), model.getSizes().getExtents(value)) ==
        rootPosition)
      candidate.results.back() = value;
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool CandidateBuilder::collectOps() {
  SmallVector<Value> worklist{root};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (isStop(value) || !isa<RankedTensorType>(value.getType()) ||
        model.isConstant(value))
      continue;
    Operation *op = value.getDefiningOp();
    // A value that is no input and cannot be looked through.
    if (!op)
      return false;
    if (isa<tensor::EmptyOp>(op) || !candidate.ops.insert(op))
      continue;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    for (OpOperand &operand : op->getOpOperands())
      if (!linalgOp || linalgOp.payloadUsesValueFromOperand(&operand))
        worklist.push_back(operand.get());
  }
  if (candidate.ops.empty())
    return false;
  Block *block = candidate.ops.front()->getBlock();
  if (llvm::any_of(candidate.ops,
                   [&](Operation *op) { return op->getBlock() != block; })) {
    refuse(Reason::AcrossRegions);
    return true;
  }
  SmallVector<Operation *> sorted = candidate.ops.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  candidate.ops.insert_range(sorted);
  return true;
}

/// Whether `op` only rearranges its operand (or casts between floats).
static bool isView(Operation *op, ExprExpander &model) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResultTypes()[0]))
    return false;
  const Expr *element = model.getElement(op->getResult(0));
  if (!element->isRef())
    return true;
  const Expr *source = model.expand(element);
  return source != element && source->isRef();
}

void CandidateBuilder::checkUsers() {
  // From each value that something outside reads, back through views to what
  // must go on existing.
  for (Operation *op : candidate.ops)
    for (Value value : op->getResults()) {
      if (llvm::is_contained(candidate.results, value))
        continue;
      for (Operation *user : value.getUsers()) {
        if (candidate.ops.contains(user) || isOpTriviallyDead(user))
          continue;
        Value needed = value;
        while (needed && !isStop(needed) && !model.isConstant(needed) &&
               !llvm::is_contained(candidate.results, needed)) {
          Operation *def = needed.getDefiningOp();
          if (!def || !isView(def, model)) {
            std::string detail;
            llvm::raw_string_ostream(detail)
                << "result of '" << op->getName() << "' is used by '"
                << user->getName() << "'";
            refuse(Reason::ExtraUser, detail);
            return;
          }
          candidate.kept.insert(def);
          const Expr *source = model.expand(model.getElement(needed));
          needed = source->isRef() ? source->getValue() : Value();
        }
      }
    }
}

void CandidateBuilder::checkCycles() {
  // An input that is computed from another result of the operator.
  llvm::SetVector<Operation *> outside;
  for (Value result : ArrayRef(candidate.results).drop_front())
    if (result)
      for (Operation *user : result.getUsers())
        if (!candidate.ops.contains(user) || candidate.kept.contains(user))
          outside.insert(user);
  if (outside.empty())
    return;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  Operation *first = candidate.ops.front();
  // What stands before all of the fused operations depends on none of them.
  options.filter = [&](Operation *op) {
    return op->getBlock() == first->getBlock() && first->isBeforeInBlock(op);
  };
  for (const FusionInput &input : candidate.inputs) {
    if (!input.value)
      continue;
    llvm::SetVector<Operation *> slice;
    (void)getBackwardSlice(input.value, &slice, options);
    for (Operation *user : outside)
      if (slice.contains(user)) {
        refuse(Reason::Cycle);
        return;
      }
  }
}

std::optional<FusionCandidate> CandidateBuilder::build() {
  groupDims();
  resolveInputs();
  resolveResults();
  // Dynamic sizes of the results are those of an input that has all dims.
  auto rootType = cast<RankedTensorType>(root.getType());
  if (!candidate.refusal && !rootType.hasStaticShape() &&
      llvm::none_of(candidate.inputs, [&](const FusionInput &input) {
        return input.value && hasSizesOf(input, rootType);
      }))
    return std::nullopt;
  if (!collectOps())
    return std::nullopt;
  if (!candidate.refusal)
    checkUsers();
  if (!candidate.refusal)
    checkCycles();
  return std::move(candidate);
}

std::optional<FusionCandidate>
npuprof::makeCandidate(const FusionPattern &pattern, ExprExpander &model,
                       Value root, const ExprMatch &match) {
  return CandidateBuilder(pattern, model, root, match).build();
}
