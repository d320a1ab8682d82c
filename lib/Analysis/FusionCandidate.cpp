//===- FusionCandidate.cpp - From a match to a candidate ------------------===//

#include "FusionCandidate.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "npuprof/Analysis/OperationKind.h"
#include <algorithm>

using namespace npuprof;
using namespace mlir;

namespace {

/// A dim that an operand should have: where its indices run, its size, and the
/// size as types say it.
struct Dim {
  Coord coord;
  Extent extent;
  int64_t size = 1;
};

class CandidateBuilder {
public:
  CandidateBuilder(const FusionPattern &pattern, const FusionForm &form,
                   ExprExpander &model, Value root, const ExprMatch &match)
      : model(model), root(root), match(match) {
    candidate.pattern = &pattern;
    candidate.form = &form;
    candidate.root = root;
  }

  std::optional<FusionCandidate> build();

private:
  void groupDims();
  void resolveInputs();
  void resolveScalar(const Expr *expr, FusionInput &input);
  /// Where and how large the input is along the dim `dim` of the root.
  std::pair<Coord, Extent> getWanted(int64_t dim, const PatternHole &hole,
                                     ArrayRef<VarId> vars) const;
  Dim getDim(unsigned axis) const;
  SmallVector<Dim> getWantedDims(const PatternHole &hole, const Expr *expr,
                                 ArrayRef<Coord> patternCoords);
  /// Whether the value of `expr`, or what it is a view of, has these dims.
  bool resolveTensor(const Expr *expr, ArrayRef<Dim> dims, FusionInput &input);
  /// The same where dims of size 1 may stand for dims that the value lacks.
  bool resolveBroadcast(const Expr *expr, ArrayRef<Dim> dims,
                        FusionInput &input);
  /// The same where the value has them in another order.
  bool resolveTransposed(const Expr *expr, ArrayRef<Dim> dims,
                         FusionInput &input);
  void refuseTensor(const Expr *expr);
  void resolveResults();
  /// Whether each dynamic size can be read off an input.
  bool resolveSizes();
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
  /// Dim of the pattern's root that each dim of the root belongs to; none for
  /// an operator of fixed rank.
  SmallVector<int64_t> groups;
  /// Dims of the operator's results, and of each input.
  SmallVector<Dim> resultDims;
  SmallVector<SmallVector<Dim>> inputDims;
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

//===----------------------------------------------------------------------===//
// Dims and inputs
//===----------------------------------------------------------------------===//

void CandidateBuilder::groupDims() {
  const FusionPattern &pattern = *candidate.pattern;
  if (pattern.hasFixedRank()) {
    for (VarId var : pattern.getRootVars())
      resultDims.push_back(getDim(pattern.getAxis(var)));
    if (!candidate.form->resultPerm.empty())
      applyPermutationToVector(resultDims, candidate.form->resultPerm);
    return;
  }
  candidate.dimGroups.assign(pattern.getRootVars().size(), 0);
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
  for (auto [dim, coord] : llvm::enumerate(match.results[0]->getCoords()))
    resultDims.push_back(
        {coord, model.getSizes().getExtent(root, dim),
         cast<RankedTensorType>(root.getType()).getDimSize(dim)});
}

static int64_t getTypeSize(const Extent &extent) {
  return extent.getStatic().value_or(ShapedType::kDynamic);
}

Dim CandidateBuilder::getDim(unsigned axis) const {
  ExprMatch::Dim dim = match.dims.lookup(axis);
  return {dim.coord, dim.extent, getTypeSize(dim.extent)};
}

SmallVector<Dim>
CandidateBuilder::getWantedDims(const PatternHole &hole, const Expr *expr,
                                ArrayRef<Coord> patternCoords) {
  const FusionPattern &pattern = *candidate.pattern;
  SmallVector<Dim> dims;
  if (!pattern.hasFixedRank()) {
    // The pattern's dims of the hole, in the dims of this root.
    int64_t rank = cast<RankedTensorType>(hole.argument.getType()).getRank();
    int64_t firstGroup = candidate.dimGroups.size() - rank;
    SmallVector<const Expr *> chain = model.getViewChain(expr);
    SmallVector<VarId> vars;
    if (!chain.empty())
      vars = getFreeVars(chain.back());
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (group < firstGroup)
        continue;
      if (expr->isConstant()) {
        dims.push_back(resultDims[dim]);
        continue;
      }
      auto [coord, extent] = getWanted(dim, hole, vars);
      int64_t size = cast<RankedTensorType>(root.getType()).getDimSize(dim);
      // A dim of static size in the root has one in the input.
      if (!ShapedType::isDynamic(size) || extent.isOne())
        size = *extent.getStatic();
      dims.push_back({coord, extent, size});
    }
    return dims;
  }
  for (auto [i, coord] : llvm::enumerate(patternCoords)) {
    Dim dim = getDim(pattern.getAxis(coord.getDigits().front().var));
    if (hole.groupedDim == i) {
      std::optional<Coord> group = divideCoord(dim.coord, match.groupSize);
      std::optional<Extent> extent = dim.extent.divide(match.groupSize);
      if (!group || !extent)
        return {};
      dim = {*group, *extent, getTypeSize(*extent)};
    }
    dims.push_back(std::move(dim));
  }
  const SmallVector<int64_t> &perm =
      candidate.form->inputPerms[hole.argument.getArgNumber()];
  if (!perm.empty())
    applyPermutationToVector(dims, perm);
  return dims;
}

void CandidateBuilder::resolveInputs() {
  for (auto [hole, expr, patternCoords] : llvm::zip_equal(
           candidate.pattern->getHoles(), match.holes, match.patternCoords)) {
    FusionInput &input = candidate.inputs.emplace_back();
    inputDims.emplace_back();
    if (!expr)
      continue;
    if (hole.isScalar) {
      resolveScalar(expr, input);
      continue;
    }
    SmallVector<Dim> dims = getWantedDims(hole, expr, patternCoords);
    if (expr->isConstant()) {
      input.kind = FusionInput::Kind::Constant;
      input.constant = expr->getConstant();
      inputDims.back() = hole.isBroadcast && candidate.pattern->hasFixedRank()
                             ? SmallVector<Dim>(dims.size())
                             : dims;
      continue;
    }
    if (dims.empty() || !(hole.isBroadcast && candidate.pattern->hasFixedRank()
                              ? resolveBroadcast(expr, dims, input)
                              : resolveTensor(expr, dims, input) ||
                                    (candidate.pattern->hasFixedRank() &&
                                     resolveTransposed(expr, dims, input))))
      refuseTensor(expr);
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

/// The position of an element in a tensor of these dims: whole variables,
/// never an offset.
static Coord getPosition(ArrayRef<Dim> dims) {
  SmallVector<Coord> coords;
  SmallVector<Extent> extents;
  for (const Dim &dim : dims) {
    coords.push_back(dim.coord);
    extents.push_back(dim.extent);
  }
  return *linearize(coords, extents);
}

static RankedTensorType getType(ArrayRef<Dim> dims, Value value) {
  SmallVector<int64_t> shape;
  for (const Dim &dim : dims)
    shape.push_back(dim.size);
  return RankedTensorType::get(shape, getElementTypeOrSelf(value));
}

bool CandidateBuilder::resolveTensor(const Expr *expr, ArrayRef<Dim> dims,
                                     FusionInput &input) {
  SmallVector<const Expr *> chain = model.getViewChain(expr);
  SmallVector<Coord> wantedCoords;
  SmallVector<Extent> wantedExtents;
  for (const Dim &dim : dims) {
    wantedCoords.push_back(dim.coord);
    wantedExtents.push_back(dim.extent);
  }
  Coord wantedPosition = getPosition(dims);

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
                          getType(dims, value))) {
      chosen = i;
      input.kind = FusionInput::Kind::Reshape;
    }
  }
  if (!chosen)
    return false;
  input.value = chain[*chosen]->getValue();
  inputDims.back().assign(dims.begin(), dims.end());
  for (const Expr *link : ArrayRef(chain).drop_front(*chosen))
    stops.insert(link->getValue());
  return true;
}

bool CandidateBuilder::resolveBroadcast(const Expr *expr, ArrayRef<Dim> dims,
                                        FusionInput &input) {
  // The smallest value that will do.
  SmallVector<unsigned> choices =
      llvm::to_vector(llvm::seq<unsigned>(1u << dims.size()));
  llvm::sort(choices, [](unsigned a, unsigned b) {
    return std::pair(llvm::popcount(a), a) < std::pair(llvm::popcount(b), b);
  });
  for (unsigned whole : choices) {
    SmallVector<Dim> some(dims);
    bool isSame = false;
    for (auto [i, dim] : llvm::enumerate(some)) {
      if (whole & (1u << i))
        isSame |= dim.extent.isOne();
      else
        dim = Dim();
    }
    // A dim of size 1 is the same either way.
    if (!isSame && resolveTensor(expr, some, input))
      return true;
  }
  return false;
}

bool CandidateBuilder::resolveTransposed(const Expr *expr, ArrayRef<Dim> dims,
                                         FusionInput &input) {
  // Of what order the value is: its i-th dim is dims[order[i]].
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(dims.size()));
  while (std::next_permutation(order.begin(), order.end())) {
    SmallVector<Dim> ordered(dims);
    applyPermutationToVector(ordered, order);
    if (!resolveTensor(expr, ordered, input))
      continue;
    input.permutation = invertPermutationVector(order);
    inputDims.back().assign(dims.begin(), dims.end());
    return true;
  }
  return false;
}

void CandidateBuilder::refuseTensor(const Expr *expr) {
  SmallVector<const Expr *> chain = model.getViewChain(expr);
  bool isValue =
      !chain.empty() && isa<RankedTensorType>(chain[0]->getValue().getType());
  refuse(isValue ? Reason::AxisNotLast : Reason::SplitBody);
  for (const Expr *link : chain)
    stops.insert(link->getValue());
}

bool CandidateBuilder::resolveSizes() {
  auto getSize = [&](const Dim &wanted) -> std::optional<FusionInput::Size> {
    if (!ShapedType::isDynamic(wanted.size))
      return FusionInput::Size{wanted.size};
    for (auto [i, dims] : llvm::enumerate(inputDims)) {
      if (!candidate.inputs[i].value)
        continue;
      for (auto [d, dim] : llvm::enumerate(dims))
        if (dim.extent == wanted.extent)
          return FusionInput::Size{ShapedType::kDynamic,
                                   static_cast<unsigned>(i),
                                   static_cast<unsigned>(d)};
    }
    return std::nullopt;
  };
  auto resolve = [&](ArrayRef<Dim> dims,
                     SmallVectorImpl<FusionInput::Size> &shape) {
    for (const Dim &dim : dims) {
      std::optional<FusionInput::Size> size = getSize(dim);
      if (!size)
        return false;
      shape.push_back(*size);
    }
    return true;
  };
  for (auto [input, dims] : llvm::zip_equal(candidate.inputs, inputDims))
    if (!resolve(dims, input.shape))
      return false;
  return resolve(resultDims, candidate.resultShape);
}

void CandidateBuilder::resolveResults() {
  candidate.results.push_back(root);
  SmallVector<Extent> rootExtents = model.getSizes().getExtents(root);
  Coord rootPosition = *linearize(match.results[0]->getCoords(), rootExtents);
  auto rootType = cast<RankedTensorType>(root.getType());
  auto isRoot = [&](ArrayRef<Dim> dims) {
    RankedTensorType type = getType(dims, root);
    return getPosition(dims) == rootPosition &&
           (succeeded(verifyCompatibleShape(type, rootType)) ||
            canReshape(type, rootType));
  };
  // The operator's dims in another order than the root has them.
  if (candidate.pattern->hasFixedRank() && !isRoot(resultDims)) {
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(resultDims.size()));
    while (candidate.resultPermutation.empty() &&
           std::next_permutation(order.begin(), order.end())) {
      SmallVector<Dim> ordered(resultDims);
      applyPermutationToVector(ordered, order);
      if (isRoot(ordered))
        candidate.resultPermutation.assign(order.begin(), order.end());
    }
    if (candidate.resultPermutation.empty())
      refuse(Reason::AxisNotLast);
  }
  for (const Expr *result : ArrayRef(match.results).drop_front()) {
    candidate.results.push_back(nullptr);
    // Only the same elements in the same order can be handed on.
    if (!result || !isa<RankedTensorType>(result->getValue().getType()) ||
        isStop(result->getValue()))
      continue;
    Value value = result->getValue();
    auto type = cast<RankedTensorType>(value.getType());
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

bool npuprof::isView(Operation *op, ExprExpander &model) {
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
  if (!candidate.refusal && !resolveSizes())
    return std::nullopt;
  if (!collectOps())
    return std::nullopt;
  if (!candidate.refusal)
    checkUsers();
  if (!candidate.refusal)
    checkCycles();
  return std::move(candidate);
}

/// Launches that a candidate takes away, less those that it brings. A transpose
/// counts: it is not always done on the fly.
static int64_t countLaunches(const FusionCandidate &candidate) {
  int64_t count = llvm::count_if(candidate.ops, [&](Operation *op) {
    if (candidate.kept.contains(op))
      return false;
    OperationKind kind = getOperationKind(op);
    return kind.role == OperationRole::Kernel ||
           llvm::any_of(kind.keys, [](StringRef key) {
             return key.ends_with("transpose");
           });
  });
  for (const FusionInput &input : candidate.inputs)
    count -= !input.permutation.empty();
  return count - !candidate.resultPermutation.empty();
}

std::optional<FusionCandidate>
npuprof::makeCandidate(const FusionPattern &pattern, ExprExpander &model,
                       Value root, const ExprMatch &match) {
  std::optional<FusionCandidate> best;
  for (const FusionForm &form : pattern.getForms()) {
    std::optional<FusionCandidate> candidate =
        CandidateBuilder(pattern, form, model, root, match).build();
    if (candidate && (!best || isBetter(*candidate, *best)))
      best = std::move(candidate);
  }
  return best;
}

bool npuprof::isBetter(const FusionCandidate &a, const FusionCandidate &b) {
  if (a.refusal.has_value() != b.refusal.has_value())
    return !a.refusal;
  return countLaunches(a) > countLaunches(b);
}
