//===- ExprMatcher.cpp - Does a value compute a pattern? ------------------===//

#include "npuprof/Analysis/ExprMatcher.h"
#include "ExprEquality.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace npuprof;
using namespace mlir;

namespace {

/// A set of pattern variables.
using VarSet = uint64_t;

struct Binding {
  const Expr *expr = nullptr;
  ArrayRef<Coord> patternCoords;
  bool isMissing = false;
};

/// A reduction of the model and the pattern's that it was matched with.
struct MatchedReduction {
  ArrayRef<VarId> pattern;
  ArrayRef<VarId> model;
};

/// All that a choice may have to take back.
struct State {
  /// Pattern and model expression that are still to be matched; last first.
  SmallVector<std::pair<const Expr *, const Expr *>> goals;
  SmallVector<Binding> holes;
  llvm::SmallDenseMap<VarId, VarSet, 16> standsFor;
  /// Model variables that run along the same axis.
  SmallVector<std::pair<VarId, VarId>> sameAxis;
  SmallVector<MatchedReduction> reductions;
  /// Variables of the pattern that are numbers there, and the model's.
  SmallVector<std::pair<VarId, Coord>> indices;
  SmallVector<const Expr *> results;
};

class Matcher {
public:
  Matcher(const FusionPattern &pattern, ExprExpander &model, Value root)
      : pattern(pattern), model(model), root(root),
        steps(400 + 40 * static_cast<int>(pattern.getSize())) {}

  std::optional<ExprMatch> run();

private:
  /// Works off all goals; false if one cannot be met.
  bool solve(State &state);
  bool solveApply(State &state, const Expr *p, const Expr *m);
  /// Whether the operations at the top agree: cheap, and most choices end here.
  bool mayMatch(const Expr *p, const Expr *m);
  bool solveWith(State &state,
                 ArrayRef<std::pair<const Expr *, const Expr *>> goals);
  bool bindHole(State &state, const Expr *p, const Expr *m);
  /// Whether `constant` is the number `wanted`, or its reciprocal's reciprocal,
  /// as the model's types hold it. Never within a tolerance: a formula with
  /// another constant is another formula.
  bool isConstant(double wanted, double constant) const;
  bool restrict(State &state, VarId var, VarSet allowed);
  bool relate(State &state, ArrayRef<Coord> coords0, ArrayRef<Coord> coords1,
              ArrayRef<std::pair<VarId, VarId>> pairs);
  /// Axes of the pattern and what runs along them in the model.
  struct Axes {
    llvm::EquivalenceClasses<VarId> classes;
    /// Of the root, each for itself.
    SmallVector<VarId> rootVars;
    llvm::MapVector<unsigned, SmallVector<VarId>> tuples;
    /// Whether `vars` are what runs along `axis`: if nothing yet does, they
    /// are.
    bool unite(unsigned axis, ArrayRef<VarId> vars);
    /// The variable in a tuple that runs where `var` does.
    VarId getLeader(VarId var) const;
  };
  /// Gives each variable of the root one of the dims it may stand for.
  bool chooseDims(const State &state, const Axes &axes,
                  ArrayRef<VarId> rootVars,
                  llvm::DenseMap<VarId, VarSet> &stands);
  /// Fills in the dims of an operator of fixed rank.
  bool findDims(const State &state, const Axes &axes, ArrayRef<VarId> rootVars,
                const llvm::DenseMap<VarId, VarSet> &stands, ExprMatch &match);
  /// How many different elements `m` has along `var`.
  Extent getShare(const Expr *m, VarId var, const Axes &axes);
  std::optional<Extent> getSplit(const Expr *expr, VarId var, const Axes &axes);
  std::optional<ExprMatch> finish(const State &state);
  void noteResult(State &state, Value patternValue, const Expr *m);

  const PatternHole *getHole(const Expr *p) const {
    auto argument = dyn_cast<BlockArgument>(p->getValue());
    return argument ? &pattern.getHoles()[argument.getArgNumber()] : nullptr;
  }
  /// The hole that an operand of `p` is, if `p` computes the same without it.
  const PatternHole *getOptionalHole(const Expr *p, unsigned operand) const;
  bool hasOptionalOperand(const Expr *p) const {
    return getOptionalHole(p, 0) || getOptionalHole(p, 1);
  }

  /// Where the binding of the hole that `p` is stands: each member of a pair
  /// has one of its own.
  unsigned getSlot(const Expr *p) const;
  static unsigned getSlot(const PatternHole &hole, unsigned member) {
    return 2 * hole.argument.getArgNumber() + member;
  }
  /// The expression that the hole is bound to, its members combined.
  const Expr *getBound(const State &state, const PatternHole &hole);

  const FusionPattern &pattern;
  ExprExpander &model;
  Value root;
  /// An element of the root; the first member of a pair.
  const Expr *element = nullptr;
  /// A safety net: ten times what any root needed in eight real models.
  int steps;
};

} // namespace

static VarId getVar(const Coord &patternCoord) {
  return patternCoord.getDigits().front().var;
}

static VarSet bit(VarId patternVar) { return VarSet(1) << patternVar; }

static VarSet getVars(ArrayRef<Coord> patternCoords) {
  VarSet vars = 0;
  for (const Coord &coord : patternCoords)
    vars |= bit(getVar(coord));
  return vars;
}

bool Matcher::isConstant(double wanted, double constant) const {
  // f32 stands for arithmetic that is widened, f64 for constants that are.
  SmallVector<const llvm::fltSemantics *> types = {
      &llvm::APFloat::IEEEdouble(), &llvm::APFloat::IEEEsingle()};
  if (auto type = dyn_cast<FloatType>(getElementTypeOrSelf(root)))
    types.push_back(&type.getFloatSemantics());
  return llvm::any_of(types, [&](const llvm::fltSemantics *type) {
    return constant == roundTo(wanted, *type) ||
           constant == 1 / roundTo(1 / wanted, *type);
  });
}

const PatternHole *Matcher::getOptionalHole(const Expr *p,
                                            unsigned operand) const {
  if (p->getOpcode() != Opcode::Add && p->getOpcode() != Opcode::Mul)
    return nullptr;
  double identity = p->getOpcode() == Opcode::Mul ? 1.0 : 0.0;
  const Expr *head = pattern.getExpander().getHead(p->getOperand(operand));
  const PatternHole *hole = head->isRef() ? getHole(head) : nullptr;
  return hole && hole->identity == identity ? hole : nullptr;
}

std::optional<ExprMatch> Matcher::run() {
  SmallVector<const Expr *, 2> elements;
  if (std::optional<PairMode> mode = pattern.getRootPairs()) {
    for (int64_t member : {0, 1})
      elements.push_back(model.getPairElement(root, *mode, Coord(member)));
    if (!elements.front())
      return std::nullopt;
  } else {
    elements.push_back(model.getElement(root));
  }
  element = elements.front();
  State state;
  state.holes.resize(2 * pattern.getHoles().size());
  state.results.resize(pattern.getResults().size());
  VarSet all = 0;
  for (VarId var : pattern.getRootVars())
    all |= bit(var);
  for (VarId var : getFreeVars(element))
    state.standsFor[var] = all;
  for (auto goal : llvm::zip_equal(pattern.getRoots(), elements))
    state.goals.emplace_back(std::get<0>(goal), std::get<1>(goal));
  if (!solve(state))
    return std::nullopt;
  return finish(state);
}

bool Matcher::solve(State &state) {
  while (!state.goals.empty()) {
    if (--steps < 0)
      return false;
    auto [p, m] = state.goals.pop_back_val();
    if (p->isRef()) {
      if (getHole(p)) {
        if (!bindHole(state, p, m))
          return false;
        continue;
      }
      noteResult(state, p->getValue(), m);
      const Expr *next = pattern.getExpander().expand(p);
      if (next == p)
        return false;
      state.goals.emplace_back(next, m);
      continue;
    }
    const Expr *head = model.getHead(m);
    switch (p->getKind()) {
    case Expr::Kind::Constant:
      if (!head->isConstant() ||
          !isConstant(p->getConstant(), head->getConstant()))
        return false;
      continue;
    case Expr::Kind::Reduce: {
      if (!head->isReduce() || head->getReduceKind() != p->getReduceKind())
        return false;
      VarSet bound = 0;
      for (VarId var : p->getReduceVars())
        bound |= bit(var);
      for (VarId var : head->getReduceVars())
        if (!restrict(state, var, bound))
          return false;
      state.reductions.push_back({p->getReduceVars(), head->getReduceVars()});
      state.goals.emplace_back(p->getOperand(0), head->getOperand(0));
      continue;
    }
    case Expr::Kind::Index: {
      if (head->getKind() != Expr::Kind::Index)
        return false;
      VarId patternVar = getVar(p->getCoords().front());
      for (const Digit &digit : head->getCoords().front().getDigits())
        if (!restrict(state, digit.var, bit(patternVar)))
          return false;
      state.indices.emplace_back(patternVar, head->getCoords().front());
      continue;
    }
    case Expr::Kind::Apply:
      // The rest of the goals is solved inside, once for each choice.
      return solveApply(state, p, m);
    default:
      return false;
    }
  }
  return true;
}

bool Matcher::mayMatch(const Expr *p, const Expr *m) {
  const Expr *wanted = pattern.getExpander().getHead(p);
  if (wanted->isRef() || (wanted->isApply() && hasOptionalOperand(wanted)))
    return true;
  const Expr *head = model.getHead(m);
  if (wanted->isApply(Opcode::Mul) && head->isReduce() &&
      head->getReduceKind() == ReduceKind::Mean)
    return true;
  if (wanted->getKind() != head->getKind())
    return false;
  if (wanted->isApply())
    return wanted->getOpcode() == head->getOpcode();
  return !wanted->isReduce() ||
         wanted->getReduceKind() == head->getReduceKind();
}

bool Matcher::solveWith(State &state,
                        ArrayRef<std::pair<const Expr *, const Expr *>> goals) {
  if (!llvm::all_of(goals, [&](const auto &goal) {
        return mayMatch(goal.first, goal.second);
      }))
    return false;
  State attempt = state;
  // Holes take anything: what is more specific goes first.
  for (bool holes : {true, false})
    for (auto &goal : goals) {
      const Expr *p = pattern.getExpander().getHead(goal.first);
      if (p->isRef() == holes)
        attempt.goals.push_back(goal);
    }
  if (!solve(attempt))
    return false;
  state = std::move(attempt);
  return true;
}

bool Matcher::solveApply(State &state, const Expr *p, const Expr *m) {
  const Expr *head = model.getHead(m);
  // A sum that is scaled by one over its length was taken for a mean.
  if (p->isApply(Opcode::Mul) && head->isReduce() &&
      head->getReduceKind() == ReduceKind::Mean) {
    Extent count;
    for (VarId var : head->getReduceVars())
      count = count * model.getContext().getExtent(var);
    if (std::optional<int64_t> number = count.getStatic())
      head = model.getContext().apply(
          Opcode::Mul,
          {model.getContext().reduce(ReduceKind::Sum, head->getReduceVars(),
                                     head->getOperand(0)),
           model.getContext().constant(1.0 / static_cast<double>(*number))});
  }
  bool alike = head->isApply() && head->getOpcode() == p->getOpcode() &&
               head->getOtherName() == p->getOtherName() &&
               head->getOtherAttrs() == p->getOtherAttrs() &&
               head->getOperands().size() == p->getOperands().size();
  if (alike) {
    if (!isCommutative(p->getOpcode())) {
      SmallVector<std::pair<const Expr *, const Expr *>> goals;
      for (auto [a, b] : llvm::zip_equal(p->getOperands(), head->getOperands()))
        goals.emplace_back(a, b);
      if (solveWith(state, goals))
        return true;
    } else {
      const Expr *p0 = p->getOperand(0), *p1 = p->getOperand(1);
      auto tryBoth = [&](const Expr *m0, const Expr *m1) {
        return solveWith(state, {{p0, m0}, {p1, m1}}) ||
               (m0 != m1 && solveWith(state, {{p0, m1}, {p1, m0}}));
      };
      const Expr *m0 = head->getOperand(0), *m1 = head->getOperand(1);
      if (tryBoth(m0, m1))
        return true;
      // a * (b * c) is (a * b) * c: one step finds every place that frontends
      // fold a weight into. Sums are never taken apart.
      if (p->getOpcode() == Opcode::Mul)
        for (auto [single, product] : {std::pair(m0, m1), std::pair(m1, m0)}) {
          const Expr *inner = model.getHead(product);
          if (!inner->isApply(Opcode::Mul))
            continue;
          for (unsigned i : {0u, 1u})
            if (tryBoth(model.getContext().apply(
                            Opcode::Mul, {single, inner->getOperand(i)}),
                        inner->getOperand(1 - i)))
              return true;
        }
    }
  }
  // An argument that changes nothing may be missing.
  for (unsigned i : {0u, 1u}) {
    const PatternHole *hole = getOptionalHole(p, i);
    if (!hole)
      continue;
    unsigned slot = getSlot(*hole, /*member=*/0);
    if (state.holes[slot].expr)
      continue;
    State attempt = state;
    attempt.holes[slot].isMissing = true;
    attempt.goals.emplace_back(p->getOperand(1 - i), m);
    if (solve(attempt)) {
      state = std::move(attempt);
      return true;
    }
  }
  return false;
}

bool Matcher::restrict(State &state, VarId var, VarSet allowed) {
  auto [it, inserted] = state.standsFor.try_emplace(var, allowed);
  it->second &= allowed;
  return it->second != 0;
}

unsigned Matcher::getSlot(const Expr *p) const {
  const PatternHole *hole = getHole(p);
  if (!hole->pairs)
    return getSlot(*hole, /*member=*/0);
  int64_t offset = p->getCoords().back().getOffset();
  if (*hole->pairs == PairMode::Half)
    offset /=
        cast<RankedTensorType>(p->getValue().getType()).getShape().back() / 2;
  return getSlot(*hole, static_cast<unsigned>(offset));
}

const Expr *Matcher::getBound(const State &state, const PatternHole &hole) {
  const Expr *first = state.holes[getSlot(hole, 0)].expr;
  if (!hole.pairs)
    return first;
  return model.joinPair(first, state.holes[getSlot(hole, 1)].expr);
}

bool Matcher::bindHole(State &state, const Expr *p, const Expr *m) {
  unsigned slot = getSlot(p);
  Binding &binding = state.holes[slot];
  if (binding.isMissing)
    return false;
  if (!binding.expr) {
    VarSet allowed = getVars(p->getCoords());
    for (VarId var : model.getOwnVars(m))
      if (!restrict(state, var, allowed))
        return false;
    binding.expr = m;
    binding.patternCoords = p->getCoords();
    // Here, and not in the end: which factor is which often shows in nothing
    // else.
    if (!getHole(p)->pairs || !state.holes[slot ^ 1].expr)
      return true;
    return getBound(state, *getHole(p)) != nullptr;
  }
  SmallVector<std::pair<VarId, VarId>> pairs;
  return areEqual(model, binding.expr, m, pairs, steps) &&
         relate(state, binding.patternCoords, p->getCoords(), pairs);
}

bool Matcher::relate(State &state, ArrayRef<Coord> coords0,
                     ArrayRef<Coord> coords1,
                     ArrayRef<std::pair<VarId, VarId>> pairs) {
  ExprContext &context = model.getContext();
  for (auto [var0, var1] : pairs) {
    VarSet set0 = 0, set1 = 0;
    for (auto [coord0, coord1] : llvm::zip_equal(coords0, coords1)) {
      VarSet bit0 = bit(getVar(coord0)), bit1 = bit(getVar(coord1));
      // Where the pattern keeps a variable of the root the model must, and
      // where it takes another the model must take another of the same size. A
      // reduction that is computed twice has two variables for the pattern's
      // one.
      bool isRootVar =
          llvm::is_contained(pattern.getRootVars(), getVar(coord0));
      if ((bit0 != bit1 && var0 == var1) ||
          (bit0 == bit1 && var0 != var1 && isRootVar) ||
          !(state.standsFor.lookup(var0) & bit0) ||
          !(state.standsFor.lookup(var1) & bit1))
        continue;
      set0 |= bit0;
      set1 |= bit1;
    }
    if (!restrict(state, var0, set0) || !restrict(state, var1, set1))
      return false;
    if (var0 == var1)
      continue;
    if (context.getExtent(var0) != context.getExtent(var1))
      return false;
    state.sameAxis.emplace_back(var0, var1);
  }
  return true;
}

void Matcher::noteResult(State &state, Value patternValue, const Expr *m) {
  for (auto [result, value] : llvm::enumerate(pattern.getResults())) {
    if (value != patternValue || state.results[result])
      continue;
    SmallVector<const Expr *> chain = model.getViewChain(m);
    // Inside of a reduction it runs along bound variables; the value is noted
    // where it runs along the root's.
    if (!chain.empty() &&
        llvm::all_of(getFreeVars(chain.back()), [&](VarId var) {
          return llvm::is_contained(getFreeVars(element), var);
        }))
      state.results[result] = chain.back();
  }
}

bool Matcher::Axes::unite(unsigned axis, ArrayRef<VarId> vars) {
  auto [it, inserted] = tuples.try_emplace(axis, vars);
  if (inserted)
    return true;
  // Over all of the axis, and once.
  ArrayRef<VarId> tuple = it->second;
  return tuple.size() == vars.size() && llvm::all_of(vars, [&](VarId var) {
           return llvm::count_if(tuple, [&](VarId other) {
                    return var == other || classes.isEquivalent(var, other);
                  }) == 1;
         });
}

VarId Matcher::Axes::getLeader(VarId var) const {
  auto isLeader = [&](VarId leader) {
    return leader == var || classes.isEquivalent(var, leader);
  };
  if (const VarId *leader = llvm::find_if(rootVars, isLeader);
      leader != rootVars.end())
    return *leader;
  for (const auto &entry : tuples)
    if (const VarId *leader = llvm::find_if(entry.second, isLeader);
        leader != entry.second.end())
      return *leader;
  return var;
}

Extent Matcher::getShare(const Expr *m, VarId var, const Axes &axes) {
  SmallVector<const Expr *> chain = model.getViewChain(m);
  Extent share;
  if (!chain.empty()) {
    for (const Coord &coord : chain.back()->getCoords())
      for (const Digit &digit : coord.getDigits())
        if (axes.getLeader(digit.var) == var)
          share = share * digit.extent;
    return share;
  }
  for (const Expr *operand : m->getOperands()) {
    Extent next = getShare(operand, var, axes);
    if (share < next)
      share = next;
  }
  return share;
}

bool Matcher::chooseDims(const State &state, const Axes &axes,
                         ArrayRef<VarId> rootVars,
                         llvm::DenseMap<VarId, VarSet> &stands) {
  if (llvm::all_of(rootVars,
                   [&](VarId var) { return llvm::popcount(stands[var]) == 1; }))
    return true;
  if (!pattern.hasFixedRank())
    return false;
  // Any choice computes the same. Heads are the dim that groups share; the
  // dims in front of it are batch, the dim that only the query has behind it
  // are rows.
  VarSet grouped = 0;
  const Expr *groupedValue = nullptr, *mask = nullptr;
  for (const PatternHole &hole : pattern.getHoles()) {
    const Binding &binding = state.holes[getSlot(hole, 0)];
    if (!binding.expr)
      continue;
    if (hole.groupedDim && !groupedValue) {
      groupedValue = binding.expr;
      grouped = bit(getVar(binding.patternCoords[*hole.groupedDim]));
    }
    if (hole.isBroadcast && !binding.expr->isConstant())
      mask = binding.expr;
  }
  if (!groupedValue)
    return false;
  auto isInMask = [&](VarId var) {
    return mask && !getShare(mask, var, axes).isOne();
  };
  SmallVector<VarId> batchOrHead, headOrRow;
  bool hasSharedHead = false;
  for (VarId var : rootVars) {
    if (llvm::popcount(stands[var]) == 1) {
      hasSharedHead |= stands[var] == grouped;
      continue;
    }
    if (llvm::popcount(stands[var]) != 2 || !(stands[var] & grouped))
      return false;
    (getShare(groupedValue, var, axes).isOne() ? headOrRow : batchOrHead)
        .push_back(var);
  }
  // Rows are what the mask tells apart, else the last.
  bool maskDecides =
      llvm::any_of(headOrRow, isInMask) && !llvm::all_of(headOrRow, isInMask);
  unsigned numHeads = 0;
  for (VarId var : headOrRow) {
    bool isRow = maskDecides ? isInMask(var) : var == headOrRow.back();
    numHeads += !isRow;
    stands[var] = isRow ? stands[var] & ~grouped : grouped;
  }
  // One that groups share leaves no other heads; one that they do not see goes
  // behind those that they do.
  for (VarId var : batchOrHead) {
    bool isHead = !hasSharedHead && var == batchOrHead.back() &&
                  (numHeads == 0 || batchOrHead.size() > 1);
    stands[var] = isHead ? grouped : stands[var] & ~grouped;
  }
  return true;
}

/// The places where the values that lead to `expr` take `var` apart: batch and
/// heads that a reshape has joined.
std::optional<Extent> Matcher::getSplit(const Expr *expr, VarId var,
                                        const Axes &axes) {
  for (const Expr *link : model.getViewChain(expr))
    for (const Coord &coord : link->getCoords())
      for (const Digit &digit : coord.getDigits())
        if (axes.getLeader(digit.var) == var && digit.stride.isOne() &&
            digit.extent != model.getContext().getExtent(var))
          return digit.extent;
  return std::nullopt;
}

bool Matcher::findDims(const State &state, const Axes &axes,
                       ArrayRef<VarId> rootVars,
                       const llvm::DenseMap<VarId, VarSet> &stands,
                       ExprMatch &match) {
  ExprContext &context = model.getContext();
  llvm::DenseMap<unsigned, SmallVector<Digit>> digits;
  auto getWhole = [&](VarId var) {
    return Digit{Extent(1), var, Extent(1), context.getExtent(var)};
  };
  for (VarId var : pattern.getRootVars())
    digits[pattern.getAxis(var)];
  for (const auto &[axis, tuple] : axes.tuples)
    if (!pattern.isRootAxis(axis))
      for (VarId var : tuple)
        digits[axis].push_back(getWhole(var));
  // In the order of the root's dims.
  SmallVector<VarId> ordered;
  for (const Coord &coord : element->getCoords())
    for (const Digit &digit : coord.getDigits())
      ordered.push_back(digit.var);
  for (VarId var : ordered)
    digits[pattern.getAxis(llvm::countr_zero(stands.lookup(var)))].push_back(
        getWhole(var));

  const Binding *grouped = nullptr;
  unsigned groupedDim = 0;
  for (const PatternHole &hole : pattern.getHoles())
    if (const Binding &binding = state.holes[getSlot(hole, 0)];
        hole.groupedDim && binding.expr && !grouped) {
      grouped = &binding;
      groupedDim = *hole.groupedDim;
    }
  if (grouped) {
    unsigned headAxis =
        pattern.getAxis(getVar(grouped->patternCoords[groupedDim]));
    SmallVector<Digit> &heads = digits[headAxis];
    // Batch and heads in one variable: apart where the query has them apart.
    if (heads.size() == 1 && groupedDim > 0) {
      unsigned batchAxis =
          pattern.getAxis(getVar(grouped->patternCoords[groupedDim - 1]));
      Digit whole = heads.front();
      for (const Binding &binding : state.holes) {
        if (!binding.expr || !digits[batchAxis].empty())
          continue;
        std::optional<Extent> split = getSplit(binding.expr, whole.var, axes);
        std::optional<Extent> batch =
            split ? whole.extent.divide(*split) : std::nullopt;
        if (!batch || batch->isOne())
          continue;
        digits[batchAxis].push_back(
            Digit{Extent(1), whole.var, *split, *batch});
        heads.front().extent = *split;
        break;
      }
    }
    for (const Digit &digit : heads) {
      Extent share = getShare(grouped->expr, digit.var, axes);
      // Of the heads' part of the variable.
      if (std::optional<Extent> batch =
              context.getExtent(digit.var).divide(digit.extent))
        share = share.divide(*batch).value_or(share);
      std::optional<Extent> size = digit.extent.divide(share);
      if (!size)
        return false;
      match.groupSize = match.groupSize * *size;
    }
  }
  for (const auto &[axis, axisDigits] : digits) {
    ExprMatch::Dim &dim = match.dims[axis];
    SmallVector<Digit, 1> placed;
    for (Digit digit : llvm::reverse(axisDigits)) {
      digit.weight = dim.extent;
      dim.extent = dim.extent * digit.extent;
      placed.push_back(std::move(digit));
    }
    dim.coord = Coord(0, std::move(placed));
  }
  return true;
}

std::optional<ExprMatch> Matcher::finish(const State &state) {
  ExprContext &context = model.getContext();
  SmallVector<VarId> rootVars = getFreeVars(element);
  VarSet allRoot = 0;
  for (VarId var : pattern.getRootVars())
    allRoot |= bit(var);

  Axes axes;
  axes.rootVars = rootVars;
  for (auto [var0, var1] : state.sameAxis)
    axes.classes.unionSets(var0, var1);
  // An axis that the root does not have is what is reduced over first; every
  // other reduction over it must be the same.
  for (const MatchedReduction &reduction : state.reductions) {
    unsigned axis = pattern.getAxis(reduction.pattern.front());
    if (!pattern.isRootAxis(axis) && !axes.unite(axis, reduction.model))
      return std::nullopt;
  }

  // Where a hole has a dim, its value must run along all that the dim stands
  // for: otherwise something else makes the result larger than its input. One
  // that may be the same along some dims has the last, unless the operator says
  // which it has.
  llvm::DenseMap<VarId, VarSet> stands;
  for (VarId var : rootVars)
    stands[var] = state.standsFor.lookup(var) & allRoot;
  for (const PatternHole &hole : pattern.getHoles()) {
    const Binding &binding = state.holes[getSlot(hole, 0)];
    const Expr *value = getBound(state, hole);
    if (!value || value->isConstant() ||
        (hole.isBroadcast && pattern.hasFixedRank()))
      continue;
    auto isWanted = [&](VarId var) {
      return !hole.isBroadcast ||
             llvm::any_of(element->getCoords().back().getDigits(),
                          [&](const Digit &digit) { return digit.var == var; });
    };
    auto runsAlong = [&](VarId var) {
      return getShare(value, var, axes) == context.getExtent(var);
    };
    for (auto [dim, coord] : llvm::enumerate(binding.patternCoords)) {
      if (hole.groupedDim == dim)
        continue;
      unsigned axis = pattern.getAxis(getVar(coord));
      if (!pattern.isRootAxis(axis)) {
        if (!llvm::all_of(axes.tuples[axis], runsAlong))
          return std::nullopt;
        continue;
      }
      VarSet ofAxis = 0;
      for (VarId patternVar : pattern.getRootVars())
        if (pattern.getAxis(patternVar) == axis)
          ofAxis |= bit(patternVar);
      for (VarId var : rootVars)
        if (isWanted(var) && !runsAlong(var))
          stands[var] &= ~ofAxis;
    }
  }
  // Each variable of the root stands for one dim of the pattern's root.
  if (llvm::any_of(rootVars, [&](VarId var) { return stands[var] == 0; }) ||
      !chooseDims(state, axes, rootVars, stands))
    return std::nullopt;

  // A reduction over an axis of the root runs over all of that axis, once.
  for (const MatchedReduction &reduction : state.reductions) {
    unsigned axis = pattern.getAxis(reduction.pattern.front());
    if (!pattern.isRootAxis(axis))
      continue;
    SmallVector<VarId> along;
    for (VarId var : rootVars)
      if (pattern.getAxis(llvm::countr_zero(stands[var])) == axis)
        along.push_back(var);
    axes.tuples.try_emplace(axis, along);
    if (!axes.unite(axis, reduction.model))
      return std::nullopt;
  }

  ExprMatch match;
  if (pattern.hasFixedRank() && !findDims(state, axes, rootVars, stands, match))
    return std::nullopt;
  // An index is that of the whole dim.
  for (auto [patternVar, coord] : state.indices) {
    auto dim = match.dims.find(pattern.getAxis(patternVar));
    if (dim == match.dims.end() || coord.getDigits().size() != 1)
      return std::nullopt;
    Digit digit = coord.getDigits().front();
    digit.var = axes.getLeader(digit.var);
    if (!(Coord(coord.getOffset(), {digit}) == dim->second.coord))
      return std::nullopt;
  }

  // A hole may have been met inside of a reduction first; its value is wanted
  // along the root's variables.
  for (const PatternHole &hole : pattern.getHoles()) {
    const Binding &binding = state.holes[getSlot(hole, 0)];
    match.patternCoords.push_back(binding.patternCoords);
    match.holes.push_back(nullptr);
    const Expr *bound = getBound(state, hole);
    if (!bound) {
      if (hole.isUsed && !binding.isMissing)
        return std::nullopt;
      continue;
    }
    // What has all dims is data; a constant there asks for an operator that
    // reads less.
    if (bound->isConstant() && !hole.identity && !pattern.hasFixedRank() &&
        binding.patternCoords.size() == pattern.getRootVars().size())
      return std::nullopt;
    match.holes.back() = bound;
    if (!bound->isRef())
      continue;
    SmallVector<Coord> coords;
    for (const Coord &coord : bound->getCoords()) {
      SmallVector<Digit, 1> digits(coord.getDigits());
      for (Digit &digit : digits)
        digit.var = axes.getLeader(digit.var);
      coords.emplace_back(coord.getOffset(), std::move(digits));
    }
    match.holes.back() = context.ref(bound->getValue(), coords);
  }

  for (const Coord &coord : element->getCoords()) {
    int dim = -1;
    if (!coord.getDigits().empty()) {
      VarSet stood = stands[coord.getDigits().front().var];
      dim = llvm::find(pattern.getRootVars(), llvm::countr_zero(stood)) -
            pattern.getRootVars().begin();
    }
    match.rootDims.push_back(dim);
  }
  match.results = state.results;
  match.results[0] = element;
  if (std::optional<PairMode> mode = pattern.getRootPairs())
    match.results[0] =
        model.getPairElement(root, *mode, context.makeCoord(model.getMember()));
  return match;
}

std::optional<ExprMatch> npuprof::matchPattern(const FusionPattern &pattern,
                                               ExprExpander &model,
                                               Value root) {
  return Matcher(pattern, model, root).run();
}
