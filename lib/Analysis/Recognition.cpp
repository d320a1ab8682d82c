//===- Recognition.cpp - Where a model computes a fusion ------------------===//

#include "npuprof/Analysis/Recognition.h"
#include "FusionCandidate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cmath>

using namespace npuprof;
using namespace mlir;

/// Whether rules may turn `op` into `anchor`.
static bool mayBecome(Operation *op, Opcode anchor) {
  switch (anchor) {
  case Opcode::Rsqrt: {
    // A power of a known number that is no root is told apart at once: GELU has
    // a cube.
    llvm::APFloat exponent(0.0);
    if (isa<math::PowFOp>(op) &&
        matchPattern(op->getOperand(1), m_ConstantFloat(&exponent))) {
      double magnitude = std::fabs(exponent.convertToDouble());
      return magnitude == 0.5;
    }
    return isa<math::RsqrtOp, math::SqrtOp, math::PowFOp, tosa::RsqrtOp,
               tosa::PowOp>(op);
  }
  case Opcode::Erf:
    return isa<math::ErfOp, tosa::ErfOp>(op);
  case Opcode::Tanh:
    return isa<math::TanhOp, tosa::TanhOp>(op);
  case Opcode::Sigmoid:
    return isa<tosa::SigmoidOp, math::ExpOp, tosa::ExpOp>(op);
  case Opcode::Exp:
    return isa<math::ExpOp, math::Exp2Op, tosa::ExpOp, linalg::SoftmaxOp>(op);
  case Opcode::Exp2:
    return isa<math::Exp2Op>(op);
  case Opcode::Other:
    // What puts pieces together.
    return isa<tensor::ConcatOp, tensor::InsertSliceOp, tosa::ConcatOp,
               linalg::IndexOp>(op);
  default:
    return false;
  }
}

static bool holdsAnchor(Operation *op, Opcode anchor) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return llvm::any_of(*linalgOp.getBlock(), [&](Operation &inner) {
      return mayBecome(&inner, anchor);
    });
  return mayBecome(op, anchor);
}

/// Whether the root of a fusion may be behind `op`: an elementwise operation or
/// a view. A contraction or a reduction starts something else.
static bool isPassedThrough(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getNumReductionLoops() == 0;
  return op->hasTrait<OpTrait::Elementwise>() ||
         op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>() ||
         isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
             tensor::ConcatOp, tensor::InsertSliceOp, tosa::ConcatOp,
             tosa::MulOp, tosa::ReshapeOp, tosa::CastOp, tosa::IdentityOp,
             tosa::TransposeOp>(op);
}

static bool isContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return isa<tosa::MatMulOp>(op) ||
         (linalgOp && linalg::isaContractionOpInterface(linalgOp));
}

/// Values that may be the root of a fusion with its anchor in `anchor`, behind
/// one contraction if `isContracted`.
static llvm::SetVector<Value> getPossibleRoots(Operation *anchor,
                                               bool isContracted) {
  // Steps from the anchor to the root of the longest spelling, with a
  // broadcast, a cast and a reshape for each of its operations.
  constexpr unsigned maxDepth = 16;
  auto walk = [&](llvm::SetVector<Value> &roots, auto isWanted) {
    unsigned begin = 0;
    for (unsigned depth = 0; depth < maxDepth && begin < roots.size();
         ++depth) {
      unsigned end = roots.size();
      for (; begin < end; ++begin)
        for (Operation *user : roots[begin].getUsers())
          if (user->getBlock() == anchor->getBlock() && isWanted(user))
            roots.insert_range(user->getResults());
    }
  };
  llvm::SetVector<Value> roots;
  roots.insert_range(anchor->getResults());
  walk(roots, isPassedThrough);
  if (!isContracted)
    return roots;
  llvm::SetVector<Value> behind;
  for (Value root : roots)
    for (Operation *user : root.getUsers())
      if (user->getBlock() == anchor->getBlock() && isContraction(user))
        behind.insert_range(user->getResults());
  // The division by the sum may come last.
  walk(behind, isPassedThrough);
  return behind;
}

/// Values that `root` leads to through views alone, each with one user.
static SmallVector<Value> getViewsBehind(Value root, ExprExpander &model) {
  SmallVector<Value> views;
  while (root.hasOneUse()) {
    Operation *user = *root.user_begin();
    if (user->getBlock() != root.getParentBlock() || !isView(user, model) ||
        getElementTypeOrSelf(user->getResult(0)) != getElementTypeOrSelf(root))
      break;
    root = user->getResult(0);
    views.push_back(root);
  }
  return views;
}

/// The candidate of a match at `root`, or of one at a view behind it: where the
/// operator has its dims in an order of its own, they may be what it gives by
/// itself.
static std::optional<FusionCandidate>
makeBestCandidate(const FusionPattern &pattern, ExprExpander &model, Value root,
                  const ExprMatch &match) {
  std::optional<FusionCandidate> best =
      makeCandidate(pattern, model, root, match);
  if (pattern.getForms().size() == 1)
    return best;
  for (Value view : getViewsBehind(root, model))
    if (std::optional<ExprMatch> behind = matchPattern(pattern, model, view))
      if (std::optional<FusionCandidate> candidate =
              makeCandidate(pattern, model, view, *behind))
        if (!best || isBetter(*candidate, *best))
          best = std::move(candidate);
  return best;
}

namespace {
/// What to look for: an anchor, and the number of reductions between it and the
/// root.
using Place = std::pair<Opcode, unsigned>;
} // namespace

static Place getPlace(const FusionPattern &pattern) {
  return {pattern.getAnchor(), pattern.getAnchorDepth()};
}

Recognition::Recognition(Operation *module) : library(module->getContext()) {
  module->walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      findIn(function);
  });
}

void Recognition::findIn(Operation *function) {
  llvm::SmallSetVector<Place, 8> places;
  for (const auto &pattern : library.getPatterns())
    places.insert(getPlace(*pattern));
  std::vector<std::pair<Operation *, Place>> anchorOps;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op->getParentOp()))
      return WalkResult::skip();
    for (Place place : places)
      if (holdsAnchor(op, place.first))
        anchorOps.emplace_back(op, place);
    return WalkResult::advance();
  });
  if (anchorOps.empty())
    return;

  ExprExpander model(function);
  // Each value that may be a root, and the places that lead to it.
  llvm::MapVector<Value, llvm::SmallDenseSet<Place, 2>> roots;
  for (auto [op, place] : anchorOps)
    for (Value root : getPossibleRoots(op, place.second > 0))
      roots[root].insert(place);
  llvm::SmallDenseSet<Value, 8> matchedPairs;
  unsigned begin = candidates.size();
  for (auto &[root, rootPlaces] : roots) {
    if (!isa<RankedTensorType>(root.getType()) || model.isConstant(root))
      continue;
    const Expr *element = model.getElement(root);
    // A reshape behind a norm is no other norm; a cast may be its last step.
    const Expr *source = model.expand(element);
    bool isView =
        source != element && source->isRef() &&
        getElementTypeOrSelf(source->getValue()) == getElementTypeOrSelf(root);
    // But a reshape may be what puts pairs side by side.
    bool isViewOfMatch = isView && matchedPairs.contains(source->getValue());
    for (const auto &pattern : library.getPatterns()) {
      if (!rootPlaces.contains(getPlace(*pattern)) ||
          (isView && (!pattern->getRootPairs() || isViewOfMatch)))
        continue;
      std::optional<ExprMatch> match = matchPattern(*pattern, model, root);
      if (!match)
        continue;
      if (pattern->getRootPairs())
        matchedPairs.insert(root);
      if (std::optional<FusionCandidate> candidate =
              makeBestCandidate(*pattern, model, root, *match))
        candidates.push_back(std::move(*candidate));
    }
    if (isViewOfMatch)
      matchedPairs.insert(root);
  }

  // What keeps the type of its input first, then the larger.
  auto getRank = [](const FusionCandidate &candidate) {
    Value input = candidate.inputs.front().value;
    bool keepsType = input && getElementTypeOrSelf(input.getType()) ==
                                  getElementTypeOrSelf(candidate.root);
    return std::make_pair(keepsType, candidate.ops.size());
  };
  auto order = llvm::to_vector(llvm::seq<unsigned>(begin, candidates.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    auto rankA = getRank(candidates[a]), rankB = getRank(candidates[b]);
    return rankA != rankB ? rankA > rankB : a < b;
  });
  std::vector<FusionCandidate> sorted;
  for (unsigned i : order)
    sorted.push_back(std::move(candidates[i]));
  std::move(sorted.begin(), sorted.end(), candidates.begin() + begin);
}

bool npuprof::overlaps(const FusionCandidate &a, const FusionCandidate &b) {
  return llvm::any_of(a.ops, [&](Operation *op) {
    return b.ops.contains(op) && !(a.kept.contains(op) && b.kept.contains(op));
  });
}

SmallVector<OpGroup> Recognition::getOpGroups() const {
  SmallVector<const FusionCandidate *> chosen;
  for (const FusionCandidate &candidate : candidates)
    if (llvm::none_of(chosen, [&](const FusionCandidate *other) {
          return overlaps(candidate, *other) &&
                 (candidate.root != other->root ||
                  candidate.pattern->getFusion() ==
                      other->pattern->getFusion());
        }))
      chosen.push_back(&candidate);
  return llvm::map_to_vector(chosen, [](const FusionCandidate *candidate) {
    OpGroup group;
    group.fusion = candidate->pattern->getFusion().str();
    group.root = candidate->root.getDefiningOp();
    llvm::append_range(group.ops, candidate->ops);
    return group;
  });
}
