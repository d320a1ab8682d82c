//===- ExprExpander.cpp - From operations to expressions ------------------===//

#include "npuprof/Analysis/ExprExpander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace npuprof;
using namespace mlir;

ExprExpander::ExprExpander(Operation *root) : sizes(root) {
  findConstants(root);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

const Expr *ExprExpander::getElement(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return makeRef(value, {});
  return makeRef(value, getVariables(sizes.getExtents(value)));
}

ArrayRef<Coord> ExprExpander::getVariables(ArrayRef<Extent> extents) {
  // Values of one shape are looked at along the same variables, so that what
  // they are computed from is expanded once for all of them.
  auto [it, inserted] =
      elementCoords.try_emplace({extents.begin(), extents.end()});
  if (inserted)
    for (const Extent &extent : extents)
      it->second.push_back(extent.isOne()
                               ? Coord()
                               : context.makeCoord(context.makeVar(extent)));
  return it->second;
}

VarId ExprExpander::getMember() {
  if (!member)
    member = context.makeVar(Extent(2));
  return *member;
}

const Expr *ExprExpander::getPairElement(Value value, PairMode mode,
                                         const Coord &member) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() == 0 || type.isDynamicDim(type.getRank() - 1))
    return nullptr;
  int64_t size = type.getShape().back();
  if (size % 2 != 0 || size < 4)
    return nullptr;
  SmallVector<Extent> extents = sizes.getExtents(value);
  extents.back() = Extent(size / 2);
  SmallVector<Coord> coords(getVariables(extents));
  coords.back() = mode == PairMode::Half
                      ? coords.back() + *member.scaled(extents.back())
                      : *coords.back().scaled(Extent(2)) + member;
  return makeRef(value, coords);
}

const Expr *ExprExpander::makeRef(Value value, ArrayRef<Coord> coords) {
  auto constant = constants.find(value);
  if (constant != constants.end())
    return context.constant(constant->second);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return context.ref(value, coords);
  // The only place along a dim of size 1 is 0: this is what a broadcast is.
  SmallVector<Coord> canonical(coords);
  for (auto [dim, coord] : llvm::enumerate(canonical))
    if (type.getDimSize(dim) == 1)
      coord = Coord();
  return context.ref(value, canonical);
}

const Expr *ExprExpander::expand(const Expr *ref) {
  auto known = expansions.find(ref);
  if (known != expansions.end())
    return known->second;
  // A chain of a thousand scalings is no formula to recognise: deeper than any
  // pattern a value is taken as it is, and the stack stays bounded.
  constexpr unsigned maxDepth = 64;
  if (depth == maxDepth)
    return ref;
  ++depth;
  const Expr *expanded = expandOnce(ref->getValue(), ref->getCoords());
  --depth;
  if (!expanded)
    expanded = ref;
  // The memo also gives each reduction one binder, so that bound variables
  // never need renaming.
  expansions[ref] = expanded;
  return expanded;
}

const Expr *ExprExpander::getHead(const Expr *expr) {
  while (expr->isRef()) {
    const Expr *next = expand(expr);
    if (next == expr)
      break;
    expr = next;
  }
  return expr;
}

SmallVector<const Expr *> ExprExpander::getViewChain(const Expr *expr) {
  SmallVector<const Expr *> chain;
  while (expr->isRef()) {
    chain.push_back(expr);
    const Expr *next = expand(expr);
    if (next == expr)
      break;
    expr = next;
  }
  return chain;
}

SmallVector<VarId> ExprExpander::getOwnVars(const Expr *expr) {
  SmallVector<const Expr *> chain = getViewChain(expr);
  if (!chain.empty())
    return getFreeVars(chain.back());
  SmallVector<VarId> vars;
  for (const Expr *operand : expr->getOperands())
    for (VarId var : getOwnVars(operand))
      if (!llvm::is_contained(vars, var) &&
          !llvm::is_contained(expr->getReduceVars(), var))
        vars.push_back(var);
  return vars;
}

const Expr *ExprExpander::joinPair(const Expr *first, const Expr *second) {
  if (!first || !second)
    return nullptr;
  if (first == second)
    return first;
  Coord member = context.makeCoord(getMember());
  SmallVector<const Expr *> firstChain = getViewChain(first);
  SmallVector<const Expr *> secondChain = getViewChain(second);
  // The nearest value that both are elements of, at places that differ in an
  // offset only.
  for (const Expr *a : firstChain)
    for (const Expr *b : secondChain) {
      if (a->getValue() != b->getValue())
        continue;
      SmallVector<Coord> coords;
      for (auto [from, to] : llvm::zip_equal(a->getCoords(), b->getCoords())) {
        int64_t step = to.getOffset() - from.getOffset();
        if (step < 0 || from.getDigits() != to.getDigits())
          return nullptr;
        coords.push_back(from);
        if (step > 0)
          coords.back() = from + *member.scaled(Extent(step));
      }
      return context.ref(a->getValue(), coords);
    }
  return nullptr;
}

const Expr *ExprExpander::expandOnce(Value value, ArrayRef<Coord> coords) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  bool isTensor = isa<RankedTensorType>(value.getType());
  // A scalar at coordinates stands in a body, and is there because nothing is
  // known of it.
  if (!isTensor && !coords.empty())
    return nullptr;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return expandLinalg(linalgOp, cast<OpResult>(value).getResultNumber(),
                        coords);
  if (isa<tosa::TosaOp>(op))
    return expandTosa(op, coords);
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return expandSoftmax(softmax, coords);
  return expandTensorOp(op, coords);
}

//===----------------------------------------------------------------------===//
// Scalar operations
//===----------------------------------------------------------------------===//

/// Whether a number of type `type` holds this size or constant.
static bool holdsNumber(Type type, const Expr *expr) {
  // Sizes fit the integers that shapes are computed in.
  constexpr unsigned sizeWidth = 32;
  if (!expr->isConstant() && expr->getKind() != Expr::Kind::Size)
    return false;
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || integer.getWidth() >= sizeWidth)
    return true;
  return expr->isConstant() && expr->getConstant() >= 0 &&
         expr->getConstant() < std::ldexp(1.0, integer.getWidth() - 1);
}

/// Whether `cast` rounds a value that is widened again at once: as it has no
/// tensor of its own, nothing else would tell that the value was rounded.
static bool isRoundedInPlace(arith::TruncFOp cast) {
  return llvm::any_of(cast->getUsers(),
                      [](Operation *user) { return isa<arith::ExtFOp>(user); });
}

const Expr *ExprExpander::makeOther(Operation *op,
                                    ArrayRef<const Expr *> operands) {
  // Casts to i8 and to i32 differ in nothing but their type. A select is the
  // same in any type.
  NamedAttrList attrs(op->getAttrDictionary());
  if (!isa<arith::SelectOp>(op))
    attrs.set("result type",
              TypeAttr::get(getElementTypeOrSelf(op->getResult(0))));
  return context.other(op->getName().getIdentifier(),
                       attrs.getDictionary(op->getContext()), operands);
}

const Expr *ExprExpander::applyScalarOp(Operation *op,
                                        ArrayRef<const Expr *> operands) {
  using Result = const Expr *;
  auto make = [&](Opcode opcode) { return apply(opcode, operands); };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddFOp) { return make(Opcode::Add); })
      .Case([&](arith::SubFOp) { return make(Opcode::Sub); })
      .Case([&](arith::MulFOp) { return make(Opcode::Mul); })
      .Case([&](arith::DivFOp) { return divide(operands[0], operands[1]); })
      .Case([&](arith::NegFOp) { return make(Opcode::Neg); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return make(Opcode::Max); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return make(Opcode::Min); })
      .Case([&](math::SqrtOp) { return make(Opcode::Sqrt); })
      .Case([&](math::RsqrtOp) { return make(Opcode::Rsqrt); })
      .Case([&](math::ExpOp) { return make(Opcode::Exp); })
      .Case([&](math::Exp2Op) { return make(Opcode::Exp2); })
      .Case([&](math::LogOp) { return make(Opcode::Log); })
      .Case([&](math::TanhOp) { return make(Opcode::Tanh); })
      .Case([&](math::ErfOp) { return make(Opcode::Erf); })
      .Case([&](math::AbsFOp) { return make(Opcode::Abs); })
      .Case<math::PowFOp, math::FPowIOp>(
          [&](auto) { return make(Opcode::Pow); })
      // Casts between floats are transparent; a match notes their types.
      .Case([&](arith::ExtFOp) { return operands[0]; })
      .Case([&](arith::TruncFOp cast) -> Result {
        if (!operands[0]->isConstant())
          return isRoundedInPlace(cast) && !isa<ShapedType>(cast.getType())
                     ? makeOther(cast, operands)
                     : operands[0];
        return context.constant(
            roundTo(operands[0]->getConstant(),
                    mlir::cast<FloatType>(getElementTypeOrSelf(cast.getType()))
                        .getFloatSemantics()));
      })
      .Default([&](Operation *other) -> Result {
        // A size or an index stays what it is in any number type.
        if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::SIToFPOp,
                arith::UIToFPOp, arith::ExtSIOp, arith::ExtUIOp,
                arith::TruncIOp>(other)) {
          const Expr *head = getHead(operands[0]);
          if (head->getKind() == Expr::Kind::Index ||
              holdsNumber(other->getResultTypes().front(), head))
            return head;
        }
        if (other->getNumResults() != 1 || other->getNumRegions() != 0 ||
            !isPure(other))
          return nullptr;
        if (const Expr *position = applyToPositions(other, operands))
          return position;
        return makeOther(other, operands);
      });
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// `expr` with its dims at `loops`; none for what digits cannot say.
static std::optional<Coord> evaluate(AffineExpr expr, ArrayRef<Coord> loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Coord(constant.getValue());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Coord> lhs = evaluate(binary.getLHS(), loops);
  std::optional<Coord> rhs = evaluate(binary.getRHS(), loops);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return *lhs + *rhs;
  if (binary.getKind() == AffineExprKind::Mul && rhs->getDigits().empty() &&
      rhs->getOffset() > 0)
    return lhs->scaled(Extent(rhs->getOffset()));
  return std::nullopt;
}

/// None where only a memref has this loop.
static std::optional<Extent> getLoopExtent(linalg::LinalgOp op, unsigned loop,
                                           const DimSizes &sizes) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (expr == getAffineDimExpr(loop, op.getContext()))
        return sizes.getExtent(operand.get(), dim);
  }
  return std::nullopt;
}

const Expr *ExprExpander::expandLinalg(linalg::LinalgOp op, unsigned result,
                                       ArrayRef<Coord> coords) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  SmallVector<Coord> loops(op.getNumLoops());
  llvm::SmallBitVector known(op.getNumLoops());
  for (auto [expr, coord] : llvm::zip_equal(map.getResults(), coords)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      loops[dim.getPosition()] = coord;
      known.set(dim.getPosition());
    } else if (!isa<AffineConstantExpr>(expr)) {
      return nullptr;
    }
  }
  SmallVector<VarId> vars;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (known.test(loop))
      continue;
    std::optional<Extent> extent = getLoopExtent(op, loop, sizes);
    if (extent && extent->isOne())
      continue;
    if (!extent || kind != utils::IteratorType::reduction)
      return nullptr;
    vars.push_back(context.makeVar(*extent));
    loops[loop] = context.makeCoord(vars.back());
  }
  if (op.getNumReductionLoops() != 0)
    return expandReduction(op, result, loops, vars);
  Operation *yield = op.getBlock()->getTerminator();
  return expandBody(op, yield->getOperand(result), loops);
}

/// Whether reducing from `init` gives what reducing from nothing does.
static bool isNeutral(ReduceKind kind, double init) {
  // Frontends write the lowest finite value of the type, or NaN with maxnum.
  constexpr double hugeMagnitude = 65504; // The largest f16.
  switch (kind) {
  case ReduceKind::Sum:
    return init == 0;
  case ReduceKind::Prod:
    return init == 1;
  case ReduceKind::Max:
    return std::isnan(init) || init <= -hugeMagnitude;
  case ReduceKind::Min:
    return std::isnan(init) || init >= hugeMagnitude;
  case ReduceKind::Mean:
    return false;
  }
  llvm_unreachable("a reduction has a kind");
}

static std::optional<ReduceKind> getReduceKind(Operation *combiner) {
  return llvm::TypeSwitch<Operation *, std::optional<ReduceKind>>(combiner)
      .Case([](arith::AddFOp) { return ReduceKind::Sum; })
      .Case([](arith::MulFOp) { return ReduceKind::Prod; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [](auto) { return ReduceKind::Max; })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [](auto) { return ReduceKind::Min; })
      .Default([](Operation *) { return std::nullopt; });
}

const Expr *ExprExpander::expandReduction(linalg::LinalgOp op, unsigned result,
                                          ArrayRef<Coord> loops,
                                          ArrayRef<VarId> vars) {
  Value accumulator = op.getRegionOutputArgs()[result];
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2 ||
      combiner->getBlock() != op.getBlock())
    return nullptr;
  std::optional<ReduceKind> kind = getReduceKind(combiner);
  if (!kind || !llvm::is_contained(combiner->getOperands(), accumulator))
    return nullptr;
  Value element = combiner->getOperand(0) == accumulator
                      ? combiner->getOperand(1)
                      : combiner->getOperand(0);
  const Expr *body = expandBody(op, element, loops);
  OpOperand *initOperand = op.getDpsInitOperand(result);
  auto init = constants.find(initOperand->get());
  if (init != constants.end() && isNeutral(*kind, init->second))
    return reduce(*kind, vars, body);
  if (*kind != ReduceKind::Sum)
    return nullptr;
  SmallVector<Coord> coords;
  for (AffineExpr expr : op.getMatchingIndexingMap(initOperand).getResults())
    coords.push_back(*evaluate(expr, loops));
  return apply(Opcode::Add, {makeRef(initOperand->get(), coords),
                             reduce(*kind, vars, body)});
}

const Expr *ExprExpander::expandBody(linalg::LinalgOp op, Value scalar,
                                     ArrayRef<Coord> loops) {
  const Expr *opaque = context.ref(scalar, loops);
  if (auto argument = dyn_cast<BlockArgument>(scalar);
      argument && argument.getOwner() == op.getBlock()) {
    OpOperand *operand =
        op.getOpOperandsMatchingBBargs()[argument.getArgNumber()];
    // The accumulator of a reduction has no meaning of its own, and what a
    // memref holds may change from one operation to the next.
    if ((op.isDpsInit(operand) && op.getNumReductionLoops() != 0) ||
        isa<BaseMemRefType>(operand->get().getType()))
      return opaque;
    SmallVector<Coord> coords;
    for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults()) {
      std::optional<Coord> coord = evaluate(expr, loops);
      if (!coord)
        return opaque;
      coords.push_back(*coord);
    }
    return makeRef(operand->get(), coords);
  }
  if (scalar.getParentBlock() != op.getBlock())
    return makeRef(scalar, {});

  Operation *def = scalar.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(def))
    return context.index(loops[index.getDim()]);
  if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
    SmallVector<Coord> coords;
    for (Value position : extract.getIndices()) {
      const Expr *at = expandBody(op, position, loops);
      if (at->getKind() == Expr::Kind::Index)
        coords.push_back(at->getCoords().front());
      else if (at->isConstant())
        coords.emplace_back(static_cast<int64_t>(at->getConstant()));
      else
        return opaque;
    }
    return makeRef(extract.getTensor(), coords);
  }
  if (auto constant = constants.find(scalar); constant != constants.end())
    return context.constant(constant->second);
  if (def->getNumOperands() == 0 || def->getNumRegions() != 0)
    return opaque;
  SmallVector<const Expr *, 2> operands;
  for (Value operand : def->getOperands())
    operands.push_back(expandBody(op, operand, loops));
  const Expr *applied = applyScalarOp(def, operands);
  return applied ? applied : opaque;
}

const Expr *ExprExpander::expandSoftmax(linalg::SoftmaxOp op,
                                        ArrayRef<Coord> coords) {
  Value input = op.getInput();
  uint64_t dim = op.getDimension();
  Extent extent = sizes.getExtent(input, dim);
  if (extent.isOne())
    return nullptr;
  auto at = [&](const Coord &coord) {
    SmallVector<Coord> moved(coords);
    moved[dim] = coord;
    return makeRef(input, moved);
  };
  VarId maxVar = context.makeVar(extent), sumVar = context.makeVar(extent);
  const Expr *maximum =
      reduce(ReduceKind::Max, maxVar, at(context.makeCoord(maxVar)));
  auto weightOf = [&](const Expr *score) {
    return apply(Opcode::Exp, apply(Opcode::Sub, {score, maximum}));
  };
  return divide(
      weightOf(makeRef(input, coords)),
      reduce(ReduceKind::Sum, sumVar, weightOf(at(context.makeCoord(sumVar)))));
}

//===----------------------------------------------------------------------===//
// tensor, and arith and math on tensors
//===----------------------------------------------------------------------===//

const Expr *ExprExpander::reshaped(Value source, Value result,
                                   ArrayRef<Coord> coords) {
  std::optional<Coord> position = linearize(coords, sizes.getExtents(result));
  if (!position)
    return nullptr;
  std::optional<SmallVector<Coord>> sourceCoords =
      delinearize(*position, sizes.getExtents(source));
  return sourceCoords ? makeRef(source, *sourceCoords) : nullptr;
}

/// Coordinates before a slice of constant offsets and strides.
static std::optional<SmallVector<Coord>>
unslice(ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> strides,
        const llvm::SmallBitVector &droppedDims, ArrayRef<Coord> coords) {
  SmallVector<Coord> source;
  unsigned next = 0;
  for (auto [dim, offset, stride] : llvm::enumerate(offsets, strides)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!start || !step || *step <= 0)
      return std::nullopt;
    Coord coord(*start);
    source.push_back(droppedDims.test(dim)
                         ? coord
                         : *coords[next++].scaled(Extent(*step)) + coord);
  }
  return source;
}

const Expr *ExprExpander::expandTensorOp(Operation *op,
                                         ArrayRef<Coord> coords) {
  using Result = const Expr *;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](auto reshape) {
        return reshaped(reshape.getSrc(), reshape.getResult(), coords);
      })
      .Case([&](tensor::CastOp cast) -> Result {
        if (!isa<RankedTensorType>(cast.getSource().getType()))
          return nullptr;
        return makeRef(cast.getSource(), coords);
      })
      .Case([&](tensor::ExtractSliceOp slice) -> Result {
        std::optional<SmallVector<Coord>> source =
            unslice(slice.getMixedOffsets(), slice.getMixedStrides(),
                    slice.getDroppedDims(), coords);
        return source ? makeRef(slice.getSource(), *source) : nullptr;
      })
      .Case([&](tensor::ConcatOp concat) {
        return expandConcat(concat.getInputs(), concat.getDim(), coords);
      })
      .Case([&](tensor::InsertSliceOp insert) {
        return expandInsertSlice(insert, coords);
      })
      .Case(
          [&](tensor::SplatOp splat) { return makeRef(splat.getInput(), {}); })
      .Case([&](tensor::ExtractOp extract) -> Result {
        SmallVector<Coord> at;
        for (Value index : extract.getIndices()) {
          std::optional<int64_t> position = getConstantIntValue(index);
          if (!position)
            return nullptr;
          at.emplace_back(*position);
        }
        return makeRef(extract.getTensor(), at);
      })
      .Case([&](tensor::FromElementsOp from) -> Result {
        return from.getElements().size() == 1
                   ? makeRef(from.getElements().front(), {})
                   : nullptr;
      })
      .Case([&](tensor::DimOp dim) -> Result {
        std::optional<Extent> size = sizes.getSize(dim.getResult());
        return size ? context.size(*size) : nullptr;
      })
      .Default([&](Operation *other) -> Result {
        bool isTensor = isa<RankedTensorType>(other->getResultTypes().front());
        if (other->getNumOperands() == 0 || other->getNumResults() != 1 ||
            (isTensor && !other->hasTrait<OpTrait::Elementwise>()))
          return nullptr;
        SmallVector<const Expr *, 2> operands;
        for (Value operand : other->getOperands())
          operands.push_back(
              makeRef(operand, isa<RankedTensorType>(operand.getType())
                                   ? coords
                                   : ArrayRef<Coord>()));
        return applyScalarOp(other, operands);
      });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static std::optional<double> getNumber(Attribute attr) {
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attr))
    if (number.getValue().getSignificantBits() <= 53)
      return static_cast<double>(number.getType().isUnsignedInteger()
                                     ? number.getUInt()
                                     : number.getValue().getSExtValue());
  return std::nullopt;
}

void ExprExpander::findConstants(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1 || op == root)
      return;
    Value result = op->getResult(0);
    if (Attribute attr; matchPattern(op, m_Constant(&attr))) {
      if (std::optional<double> number = getNumber(attr))
        constants[result] = *number;
      return;
    }
    // What is put together of pieces, or depends on the position, is no number
    // even where each piece is.
    if (isa<tensor::ConcatOp, tensor::InsertSliceOp, tosa::ConcatOp>(op) ||
        (isa<linalg::LinalgOp>(op) &&
         cast<linalg::LinalgOp>(op).hasIndexSemantics()))
      return;
    // Views of constants and arithmetic on them.
    auto isKnown = [&](Value operand) {
      Type type = operand.getType();
      return type.isIndex() || isa<tosa::shapeType>(type) ||
             constants.contains(operand);
    };
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (op->getNumOperands() == 0 ||
        (linalgOp ? linalgOp.getNumReductionLoops() != 0 ||
                        linalgOp.getNumDpsInputs() == 0 ||
                        !llvm::all_of(linalgOp.getDpsInputs(), isKnown)
                  : !llvm::all_of(op->getOperands(), isKnown)))
      return;
    auto type = dyn_cast<RankedTensorType>(result.getType());
    SmallVector<Coord> origin(type ? type.getRank() : 0);
    const Expr *value = expandOnce(result, origin);
    if (value && value->isConstant())
      constants[result] = value->getConstant();
  });
}
