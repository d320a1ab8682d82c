//===- TensorExpr.cpp - Canonical tensor expressions ----------------------===//

#include "npuprof/Analysis/TensorExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <memory>
#include <tuple>

using namespace npuprof;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Extent
//===----------------------------------------------------------------------===//

Extent Extent::operator*(const Extent &other) const {
  Extent product(factor * other.factor);
  std::merge(symbols.begin(), symbols.end(), other.symbols.begin(),
             other.symbols.end(), std::back_inserter(product.symbols));
  return product;
}

std::optional<Extent> Extent::divide(const Extent &divisor) const {
  if (divisor.factor == 0 || factor % divisor.factor != 0 ||
      !std::includes(symbols.begin(), symbols.end(), divisor.symbols.begin(),
                     divisor.symbols.end()))
    return std::nullopt;
  Extent quotient(factor / divisor.factor);
  std::set_difference(symbols.begin(), symbols.end(), divisor.symbols.begin(),
                      divisor.symbols.end(),
                      std::back_inserter(quotient.symbols));
  return quotient;
}

bool Extent::operator<(const Extent &other) const {
  return std::tie(factor, symbols) < std::tie(other.factor, other.symbols);
}

void Extent::profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(factor);
  for (unsigned symbol : symbols)
    id.AddInteger(symbol);
}

//===----------------------------------------------------------------------===//
// Coord
//===----------------------------------------------------------------------===//

Coord::Coord(int64_t offset, SmallVector<Digit, 1> unsorted)
    : offset(offset), digits(std::move(unsorted)) {
  llvm::erase_if(digits, [](const Digit &digit) {
    return digit.extent.isOne() || digit.weight == Extent(0);
  });
  if (digits.size() < 2)
    return;
  llvm::sort(digits, [](const Digit &a, const Digit &b) {
    return std::tie(a.var, a.stride, a.weight) <
           std::tie(b.var, b.stride, b.weight);
  });
  // A variable split by one reshape and joined by the next is whole again. The
  // higher digit need not be the next in order when strides are symbols.
  for (bool merged = true; merged;) {
    merged = false;
    for (unsigned i = 0; i < digits.size() && !merged; ++i)
      for (unsigned j = 0; j < digits.size() && !merged; ++j) {
        Digit &low = digits[i];
        const Digit &high = digits[j];
        if (i == j || low.var != high.var ||
            high.stride != low.stride * low.extent ||
            high.weight != low.weight * low.extent)
          continue;
        low.extent = low.extent * high.extent;
        digits.erase(digits.begin() + j);
        merged = true;
      }
  }
}

Coord Coord::operator+(const Coord &other) const {
  SmallVector<Digit, 1> all(digits);
  all.append(other.digits.begin(), other.digits.end());
  return Coord(offset + other.offset, std::move(all));
}

std::optional<Coord> Coord::scaled(const Extent &factor) const {
  if (offset != 0 && !factor.getStatic())
    return std::nullopt;
  SmallVector<Digit, 1> scaledDigits(digits);
  for (Digit &digit : scaledDigits)
    digit.weight = digit.weight * factor;
  return Coord(offset == 0 ? 0 : offset * *factor.getStatic(),
               std::move(scaledDigits));
}

std::optional<int64_t> Coord::getLast() const {
  int64_t last = offset;
  for (const Digit &digit : digits) {
    std::optional<int64_t> weight = digit.weight.getStatic();
    std::optional<int64_t> extent = digit.extent.getStatic();
    if (!weight || !extent)
      return std::nullopt;
    last += *weight * (*extent - 1);
  }
  return last;
}

std::optional<Coord> Coord::divided(int64_t divisor) const {
  if (offset % divisor != 0)
    return std::nullopt;
  SmallVector<Digit, 1> quotient(digits);
  for (Digit &digit : quotient) {
    std::optional<Extent> weight = digit.weight.divide(Extent(divisor));
    if (!weight)
      return std::nullopt;
    digit.weight = *weight;
  }
  return Coord(offset / divisor, std::move(quotient));
}

void Coord::profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(offset);
  id.AddInteger(digits.size());
  for (const Digit &digit : digits) {
    digit.weight.profile(id);
    id.AddInteger(digit.var);
    digit.stride.profile(id);
    digit.extent.profile(id);
  }
}

std::optional<Coord> npuprof::linearize(ArrayRef<Coord> coords,
                                        ArrayRef<Extent> extents) {
  Coord position;
  Extent stride;
  for (auto [coord, extent] :
       llvm::zip_equal(llvm::reverse(coords), llvm::reverse(extents))) {
    std::optional<Coord> scaled = coord.scaled(stride);
    if (!scaled)
      return std::nullopt;
    position = position + *scaled;
    stride = stride * extent;
  }
  return position;
}

std::optional<Coord> npuprof::divideCoord(const Coord &position,
                                          const Extent &size) {
  if (position.getOffset() != 0)
    return std::nullopt;
  SmallVector<Digit, 1> digits;
  for (const Digit &digit : position.getDigits()) {
    if (std::optional<Extent> weight = digit.weight.divide(size)) {
      digits.push_back({*weight, digit.var, digit.stride, digit.extent});
      continue;
    }
    // In full below the border: it only moves within a group.
    if (size.isMultipleOf(digit.weight * digit.extent))
      continue;
    std::optional<Extent> low = size.divide(digit.weight);
    std::optional<Extent> high = low ? digit.extent.divide(*low) : std::nullopt;
    if (!high)
      return std::nullopt;
    digits.push_back({Extent(1), digit.var, digit.stride * *low, *high});
  }
  return Coord(0, std::move(digits));
}

/// Whether one of the digits is in full below the other, so that their sum has
/// no carry.
static bool areDisjoint(const Digit &a, const Digit &b) {
  return a.weight.isMultipleOf(b.weight * b.extent) ||
         b.weight.isMultipleOf(a.weight * a.extent);
}

std::optional<SmallVector<Coord>>
npuprof::delinearize(const Coord &position, ArrayRef<Extent> extents) {
  int64_t offset = position.getOffset();
  if (offset < 0)
    return std::nullopt;
  SmallVector<Extent> strides(extents.size());
  Extent total;
  for (int64_t dim = extents.size() - 1; dim >= 0; --dim) {
    strides[dim] = total;
    total = total * extents[dim];
  }
  // A digit belongs to the dim whose stride divides its weight and whose range
  // holds it; one that crosses a border is split there.
  SmallVector<SmallVector<Digit, 1>> digits(extents.size());
  SmallVector<Digit> worklist(position.getDigits());
  while (!worklist.empty()) {
    Digit digit = worklist.pop_back_val();
    bool placed = false;
    for (unsigned dim = 0; dim < extents.size() && !placed; ++dim) {
      Extent border = strides[dim] * extents[dim];
      std::optional<Extent> weight = digit.weight.divide(strides[dim]);
      if (!weight)
        continue;
      if (border.isMultipleOf(digit.weight * digit.extent)) {
        digits[dim].push_back(
            Digit{*weight, digit.var, digit.stride, digit.extent});
        placed = true;
        continue;
      }
      // The low part fills this dim up to its border.
      std::optional<Extent> low = border.divide(digit.weight);
      if (!low || low->isOne())
        continue;
      std::optional<Extent> high = digit.extent.divide(*low);
      if (!high)
        continue;
      digits[dim].push_back(Digit{*weight, digit.var, digit.stride, *low});
      worklist.push_back(Digit{border, digit.var, digit.stride * *low, *high});
      placed = true;
    }
    if (!placed)
      return std::nullopt;
  }
  SmallVector<Coord> coords;
  for (SmallVector<Digit, 1> &dimDigits : digits) {
    for (unsigned i = 1; i < dimDigits.size(); ++i)
      for (unsigned j = 0; j < i; ++j)
        if (!areDisjoint(dimDigits[i], dimDigits[j]))
          return std::nullopt;
    coords.emplace_back(0, std::move(dimDigits));
  }
  // An offset goes to the dims in the same way, where nothing carries.
  for (unsigned dim = 0; dim < extents.size() && offset != 0; ++dim) {
    std::optional<int64_t> stride = strides[dim].getStatic();
    if (!stride || offset < *stride)
      continue;
    coords[dim] = coords[dim] + Coord(offset / *stride);
    offset %= *stride;
    std::optional<int64_t> last = coords[dim].getLast();
    std::optional<int64_t> size = extents[dim].getStatic();
    if (!last || !size || *last >= *size)
      return std::nullopt;
  }
  if (offset != 0)
    return std::nullopt;
  return coords;
}

//===----------------------------------------------------------------------===//
// Expr
//===----------------------------------------------------------------------===//

bool npuprof::isCommutative(Opcode opcode) {
  return opcode == Opcode::Add || opcode == Opcode::Mul ||
         opcode == Opcode::Max || opcode == Opcode::Min;
}

void Expr::Profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(static_cast<unsigned>(kind));
  switch (kind) {
  case Kind::Ref:
    id.AddPointer(value.getAsOpaquePointer());
    [[fallthrough]];
  case Kind::Index:
    for (const Coord &coord : coords)
      coord.profile(id);
    return;
  case Kind::Constant:
    id.AddInteger(llvm::bit_cast<uint64_t>(constant));
    return;
  case Kind::Apply:
    id.AddInteger(static_cast<unsigned>(opcode));
    id.AddPointer(otherName.getAsOpaquePointer());
    id.AddPointer(otherAttrs.getAsOpaquePointer());
    for (const Expr *operand : operands)
      id.AddPointer(operand);
    return;
  case Kind::Reduce:
    id.AddInteger(static_cast<unsigned>(reduceKind));
    for (VarId var : vars)
      id.AddInteger(var);
    id.AddPointer(operands[0]);
    return;
  case Kind::Size:
    size.profile(id);
    return;
  }
}

ExprContext::~ExprContext() {
  for (Expr *expr : owned)
    expr->~Expr();
}

Coord ExprContext::makeCoord(VarId var) const {
  return Coord(0, {Digit{Extent(1), var, Extent(1), varExtents[var]}});
}

const Expr *ExprContext::unique(Expr &candidate) {
  llvm::FoldingSetNodeID id;
  candidate.Profile(id);
  void *position = nullptr;
  if (Expr *known = exprs.FindNodeOrInsertPos(id, position))
    return known;
  // Only now is what the caller points to worth a copy of our own.
  if (!candidate.coords.empty()) {
    coordStorage.push_back(std::make_unique<SmallVector<Coord>>(
        candidate.coords.begin(), candidate.coords.end()));
    candidate.coords = *coordStorage.back();
  }
  candidate.operands = candidate.operands.copy(allocator);
  candidate.vars = candidate.vars.copy(allocator);
  Expr *expr = new (allocator.Allocate<Expr>()) Expr(candidate);
  owned.push_back(expr);
  exprs.InsertNode(expr, position);
  return expr;
}

const Expr *ExprContext::ref(Value value, ArrayRef<Coord> coords) {
  Expr expr(Expr::Kind::Ref);
  expr.value = value;
  expr.coords = coords;
  return unique(expr);
}

const Expr *ExprContext::constant(double value) {
  Expr expr(Expr::Kind::Constant);
  expr.constant = value == 0 ? 0 : value; // -0 and 0 are one.
  return unique(expr);
}

const Expr *ExprContext::apply(Opcode opcode, ArrayRef<const Expr *> operands) {
  Expr expr(Expr::Kind::Apply);
  expr.opcode = opcode;
  expr.operands = operands;
  return unique(expr);
}

const Expr *ExprContext::other(StringAttr name, DictionaryAttr attrs,
                               ArrayRef<const Expr *> operands) {
  Expr expr(Expr::Kind::Apply);
  expr.otherName = name;
  expr.otherAttrs = attrs;
  expr.operands = operands;
  return unique(expr);
}

const Expr *ExprContext::reduce(ReduceKind kind, ArrayRef<VarId> vars,
                                const Expr *body) {
  if (vars.empty())
    return body;
  Expr expr(Expr::Kind::Reduce);
  expr.reduceKind = kind;
  expr.vars = vars;
  expr.operands = body;
  return unique(expr);
}

const Expr *ExprContext::index(const Coord &coord) {
  Expr expr(Expr::Kind::Index);
  expr.coords = coord;
  return unique(expr);
}

const Expr *ExprContext::size(const Extent &extent) {
  if (std::optional<int64_t> number = extent.getStatic())
    return constant(static_cast<double>(*number));
  Expr expr(Expr::Kind::Size);
  expr.size = extent;
  return unique(expr);
}

double npuprof::roundTo(double value, const llvm::fltSemantics &semantics) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  rounded.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  rounded.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.convertToDouble();
}

SmallVector<VarId> npuprof::getFreeVars(const Expr *expr) {
  SmallVector<VarId> vars, bound;
  SmallVector<const Expr *> worklist{expr};
  while (!worklist.empty()) {
    const Expr *next = worklist.pop_back_val();
    for (const Coord &coord : next->getCoords())
      for (const Digit &digit : coord.getDigits())
        vars.push_back(digit.var);
    // Binders are unique in a context, so a bound variable is bound wherever
    // it stands.
    llvm::append_range(bound, next->getReduceVars());
    llvm::append_range(worklist, next->getOperands());
  }
  llvm::sort(vars);
  vars.erase(llvm::unique(vars), vars.end());
  llvm::erase_if(vars,
                 [&](VarId var) { return llvm::is_contained(bound, var); });
  return vars;
}
