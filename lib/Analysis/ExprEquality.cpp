//===- ExprEquality.cpp - Are two values of a model equal? ----------------===//

#include "ExprEquality.h"

using namespace npuprof;
using namespace mlir;

/// Pairs the variables of two coordinates digit by digit, by weight.
static bool compareCoords(const Coord &a, const Coord &b, VarPairs &pairs) {
  if (a.getOffset() != b.getOffset() ||
      a.getDigits().size() != b.getDigits().size())
    return false;
  for (const Digit &digit : a.getDigits()) {
    // Two digits of one weight (a sum of two variables) have no order.
    if (llvm::count_if(a.getDigits(), [&](const Digit &d) {
          return d.weight == digit.weight;
        }) != 1)
      return false;
    const Digit *other = llvm::find_if(b.getDigits(), [&](const Digit &d) {
      return d.weight == digit.weight;
    });
    if (other == b.getDigits().end() || other->stride != digit.stride ||
        other->extent != digit.extent)
      return false;
    pairs.emplace_back(digit.var, other->var);
  }
  return true;
}

static bool compare(ExprExpander &model, const Expr *a, const Expr *b,
                    VarPairs &pairs, int &steps, unsigned depth) {
  // A recomputed value is equal if what it is computed from is; deeper than a
  // norm's own formula nobody recomputes.
  constexpr unsigned maxDepth = 24;
  if (depth > maxDepth || --steps < 0)
    return false;
  SmallVector<const Expr *> chainA = model.getViewChain(a);
  SmallVector<const Expr *> chainB = model.getViewChain(b);
  if (!chainA.empty() && !chainB.empty() &&
      chainA.back()->getValue() == chainB.back()->getValue()) {
    SmallVector<std::pair<VarId, VarId>> here(pairs.begin(), pairs.end());
    bool equal = true;
    for (auto [coordA, coordB] : llvm::zip_equal(chainA.back()->getCoords(),
                                                 chainB.back()->getCoords()))
      equal = equal && compareCoords(coordA, coordB, here);
    if (equal) {
      pairs = std::move(here);
      return true;
    }
  }
  const Expr *headA = model.getHead(a), *headB = model.getHead(b);
  if (headA->getKind() != headB->getKind())
    return false;
  switch (headA->getKind()) {
  case Expr::Kind::Ref:
    return false;
  case Expr::Kind::Constant:
  case Expr::Kind::Size:
    return headA == headB;
  case Expr::Kind::Index:
    return compareCoords(headA->getCoords().front(), headB->getCoords().front(),
                         pairs);
  case Expr::Kind::Reduce: {
    ArrayRef<VarId> varsA = headA->getReduceVars();
    ArrayRef<VarId> varsB = headB->getReduceVars();
    if (headA->getReduceKind() != headB->getReduceKind() ||
        varsA.size() != varsB.size())
      return false;
    SmallVector<std::pair<VarId, VarId>> inner;
    if (!compare(model, headA->getOperand(0), headB->getOperand(0), inner,
                 steps, depth + 1))
      return false;
    // Bound variables pair with each other; the rest is said to the caller.
    for (auto pair : inner) {
      bool boundA = llvm::is_contained(varsA, pair.first);
      if (boundA != llvm::is_contained(varsB, pair.second))
        return false;
      if (!boundA)
        pairs.push_back(pair);
      else if (model.getContext().getExtent(pair.first) !=
               model.getContext().getExtent(pair.second))
        return false;
    }
    return true;
  }
  case Expr::Kind::Apply: {
    if (headA->getOpcode() != headB->getOpcode() ||
        headA->getOtherName() != headB->getOtherName() ||
        headA->getOtherAttrs() != headB->getOtherAttrs() ||
        headA->getOperands().size() != headB->getOperands().size())
      return false;
    auto compareAll = [&](ArrayRef<const Expr *> operandsB) {
      SmallVector<std::pair<VarId, VarId>> here(pairs.begin(), pairs.end());
      for (auto [operandA, operandB] :
           llvm::zip_equal(headA->getOperands(), operandsB))
        if (!compare(model, operandA, operandB, here, steps, depth + 1))
          return false;
      pairs = std::move(here);
      return true;
    };
    ArrayRef<const Expr *> operands = headB->getOperands();
    return compareAll(operands) || (isCommutative(headB->getOpcode()) &&
                                    compareAll({operands[1], operands[0]}));
  }
  }
  llvm_unreachable("an expression has a kind");
}

bool npuprof::areEqual(ExprExpander &model, const Expr *a, const Expr *b,
                       VarPairs &pairs, int &steps) {
  return compare(model, a, b, pairs, steps, /*depth=*/0);
}
