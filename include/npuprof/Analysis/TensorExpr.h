//===- TensorExpr.h - Canonical tensor expressions --------------*- C++ -*-===//
//
// What a tensor's element is, as a tree over iteration variables: references
// to other tensors at coordinates, constants, scalar operations, reductions.
// Frontends write one formula in dozens of ways; as expressions they are equal.
//
// A coordinate is offset + sum of weight * ((var / stride) % extent). Every
// reshape whose sizes divide is exact in these digits, so that tokens x hidden
// and batch x sequence x hidden are the same rows, and a reshape and its
// inverse cancel.
//
// Expressions are unique in their ExprContext: equal means same pointer.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_TENSOREXPR_H
#define NPUPROF_ANALYSIS_TENSOREXPR_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace npuprof {

/// A size: a number times symbols, one for each dynamic dimension that is in
/// it. Two sizes are equal only if they provably are.
class Extent {
public:
  Extent(int64_t factor = 1) : factor(factor) {}
  static Extent symbol(unsigned id) {
    Extent extent;
    extent.symbols.push_back(id);
    return extent;
  }

  bool isOne() const { return factor == 1 && symbols.empty(); }
  std::optional<int64_t> getStatic() const {
    return symbols.empty() ? std::optional<int64_t>(factor) : std::nullopt;
  }
  size_t getNumSymbols() const { return symbols.size(); }
  Extent operator*(const Extent &other) const;
  /// this / divisor where it divides.
  std::optional<Extent> divide(const Extent &divisor) const;
  bool isMultipleOf(const Extent &divisor) const {
    return divide(divisor).has_value();
  }
  bool operator==(const Extent &other) const {
    return factor == other.factor && symbols == other.symbols;
  }
  bool operator!=(const Extent &other) const { return !(*this == other); }
  /// Any total order, for sorting.
  bool operator<(const Extent &other) const;
  void profile(llvm::FoldingSetNodeID &id) const;

private:
  int64_t factor;
  llvm::SmallVector<unsigned, 1> symbols;
};

using VarId = unsigned;

/// weight * ((var / stride) % extent).
struct Digit {
  Extent weight;
  VarId var;
  Extent stride;
  Extent extent;

  bool operator==(const Digit &other) const {
    return weight == other.weight && var == other.var &&
           stride == other.stride && extent == other.extent;
  }
};

/// An index along one dimension. Digits are sorted by variable and stride;
/// digits of extent 1 are dropped and adjacent digits of a variable merged.
class Coord {
public:
  Coord(int64_t offset = 0) : offset(offset) {}
  Coord(int64_t offset, llvm::SmallVector<Digit, 1> digits);

  int64_t getOffset() const { return offset; }
  llvm::ArrayRef<Digit> getDigits() const { return digits; }
  bool isZero() const { return offset == 0 && digits.empty(); }

  Coord operator+(const Coord &other) const;
  /// None where an offset would be scaled by a dynamic size: that is no number.
  std::optional<Coord> scaled(const Extent &factor) const;
  /// The number that this times `divisor` is, for whatever values of the
  /// variables; none where there is none.
  std::optional<Coord> divided(int64_t divisor) const;
  /// The largest value; none where a size is dynamic. The smallest one is the
  /// offset.
  std::optional<int64_t> getLast() const;
  bool operator==(const Coord &other) const {
    return offset == other.offset && digits == other.digits;
  }
  void profile(llvm::FoldingSetNodeID &id) const;

private:
  int64_t offset;
  llvm::SmallVector<Digit, 1> digits;
};

/// Row-major position of `coords` in a tensor of `extents`; none where it has
/// an offset along a dynamic stride.
std::optional<Coord> linearize(llvm::ArrayRef<Coord> coords,
                               llvm::ArrayRef<Extent> extents);

/// The inverse, where the digits of `position` divide at the dims' borders and
/// do not overlap (a sum of two variables may carry into the next dim).
std::optional<llvm::SmallVector<Coord>>
delinearize(const Coord &position, llvm::ArrayRef<Extent> extents);

/// The index of the group that `position` lies in, for groups of `size`; none
/// where a digit crosses a border.
std::optional<Coord> divideCoord(const Coord &position, const Extent &size);

/// Scalar operations on floats that have one canonical spelling. `Other` is any
/// operation without rules of its own, told apart by its name and attributes.
enum class Opcode {
  Add,
  Sub,
  Mul,
  Neg,
  Recip,
  Sqrt,
  Rsqrt,
  Exp,
  Exp2,
  Log,
  Tanh,
  Erf,
  Sigmoid,
  Abs,
  Pow,
  Max,
  Min,
  Other
};
bool isCommutative(Opcode opcode);

enum class ReduceKind { Sum, Mean, Max, Min, Prod };

class Expr : public llvm::FoldingSetNode {
public:
  enum class Kind {
    /// value[coords]; a scalar has no coords. `value` may be a scalar inside a
    /// linalg body: then coords are those of its loops.
    Ref,
    Constant,
    Apply,
    Reduce,
    /// A coordinate as a number (linalg.index).
    Index,
    /// A size as a number (tensor.dim).
    Size
  };

  Kind getKind() const { return kind; }
  bool isRef() const { return kind == Kind::Ref; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isApply() const { return kind == Kind::Apply; }
  bool isApply(Opcode op) const { return isApply() && opcode == op; }
  bool isReduce() const { return kind == Kind::Reduce; }

  mlir::Value getValue() const { return value; }
  llvm::ArrayRef<Coord> getCoords() const { return coords; }
  double getConstant() const { return constant; }
  Opcode getOpcode() const { return opcode; }
  llvm::ArrayRef<const Expr *> getOperands() const { return operands; }
  const Expr *getOperand(unsigned i) const { return operands[i]; }
  ReduceKind getReduceKind() const { return reduceKind; }
  llvm::ArrayRef<VarId> getReduceVars() const { return vars; }
  const Extent &getSize() const { return size; }
  /// Apply of `Other`: two such are alike if both agree.
  mlir::StringAttr getOtherName() const { return otherName; }
  mlir::DictionaryAttr getOtherAttrs() const { return otherAttrs; }

  void Profile(llvm::FoldingSetNodeID &id) const;

private:
  friend class ExprContext;
  explicit Expr(Kind kind) : kind(kind) {}

  Kind kind;
  Opcode opcode = Opcode::Other;
  ReduceKind reduceKind = ReduceKind::Sum;
  double constant = 0;
  mlir::Value value;
  mlir::StringAttr otherName;
  mlir::DictionaryAttr otherAttrs;
  llvm::ArrayRef<Coord> coords;
  llvm::ArrayRef<const Expr *> operands;
  llvm::ArrayRef<VarId> vars;
  Extent size;
};

/// Owns expressions and variables. Makes expressions as they are told to;
/// rules that simplify are in ExprExpander.
class ExprContext {
public:
  ExprContext() = default;
  ExprContext(const ExprContext &) = delete;
  ExprContext &operator=(const ExprContext &) = delete;
  ~ExprContext();

  VarId makeVar(Extent extent) {
    varExtents.push_back(std::move(extent));
    return varExtents.size() - 1;
  }
  const Extent &getExtent(VarId var) const { return varExtents[var]; }
  unsigned getNumVars() const { return varExtents.size(); }
  /// The variable as a coordinate; 0 if its extent is 1.
  Coord makeCoord(VarId var) const;

  const Expr *ref(mlir::Value value, llvm::ArrayRef<Coord> coords);
  const Expr *constant(double value);
  const Expr *apply(Opcode opcode, llvm::ArrayRef<const Expr *> operands);
  const Expr *other(mlir::StringAttr name, mlir::DictionaryAttr attrs,
                    llvm::ArrayRef<const Expr *> operands);
  const Expr *reduce(ReduceKind kind, llvm::ArrayRef<VarId> vars,
                     const Expr *body);
  const Expr *index(const Coord &coord);
  const Expr *size(const Extent &extent);

private:
  const Expr *unique(Expr &candidate);

  llvm::BumpPtrAllocator allocator;
  llvm::FoldingSet<Expr> exprs;
  std::vector<Expr *> owned;
  std::vector<std::unique_ptr<llvm::SmallVector<Coord>>> coordStorage;
  std::vector<Extent> varExtents;
};

/// `value` as the type with these semantics holds it.
double roundTo(double value, const llvm::fltSemantics &semantics);

/// Variables that `expr` depends on from outside: those of coordinates, less
/// the bound ones. Sorted, each once.
llvm::SmallVector<VarId> getFreeVars(const Expr *expr);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_TENSOREXPR_H
