//===- ExprExpander.h - From operations to expressions ----------*- C++ -*-===//
//
// Reads what an operation computes as a canonical expression, one operation at
// a time and only when asked, so that the cost follows what is looked at.
// linalg is read by its maps and body (no code per named op), tosa and
// tensor-level arith and math by a table.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_EXPREXPANDER_H
#define NPUPROF_ANALYSIS_EXPREXPANDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "npuprof/Analysis/DimSizes.h"
#include "npuprof/Analysis/TensorExpr.h"
#include <map>

namespace npuprof {

/// Which elements along an axis of even size are a pair: those half of the axis
/// apart, or neighbours.
enum class PairMode { Half, Interleaved };

class ExprExpander {
public:
  /// Expressions over the values inside `root`.
  explicit ExprExpander(mlir::Operation *root);

  ExprContext &getContext() { return context; }
  const DimSizes &getSizes() const { return sizes; }
  /// Whether every element of `value` is one known number.
  bool isConstant(mlir::Value value) const { return constants.contains(value); }

  /// An element of `value` at variables, one for each dim: the same ones for
  /// all values of one shape.
  const Expr *getElement(mlir::Value value);
  /// One element of each pair along the last axis of `value`, at variables as
  /// above, of which that of the last axis counts pairs. `member` is 0, 1, or
  /// getMember(). Null unless the axis has a static size of at least two pairs.
  ///
  /// What is put together of pieces (a concatenation of halves, a choice by
  /// parity) has one formula for the first elements and one for the second.
  const Expr *getPairElement(mlir::Value value, PairMode mode,
                             const Coord &member);
  /// A variable that says which of a pair.
  VarId getMember();
  /// The value that is `first` for the first of each pair and `second` for the
  /// other, at getMember(); null where there is no such value.
  const Expr *joinPair(const Expr *first, const Expr *second);
  /// value[coords], or the constant it is known to hold.
  const Expr *makeRef(mlir::Value value, llvm::ArrayRef<Coord> coords);

  /// One step: what defines a reference, in terms of references to the
  /// operands. The reference itself where nothing is known (a leaf).
  const Expr *expand(const Expr *ref);
  /// Expands references until something else than a reference, or a leaf, is
  /// reached.
  const Expr *getHead(const Expr *expr);
  /// The chain of references from `expr` on, each a view (reshape, transpose,
  /// broadcast, slice, cast between floats) of the next. Empty if `expr` is no
  /// reference.
  llvm::SmallVector<const Expr *> getViewChain(const Expr *expr);
  /// Variables that `expr` really runs along: a broadcast has more.
  llvm::SmallVector<VarId> getOwnVars(const Expr *expr);

private:
  // Values to expressions (by dialect).
  const Expr *expandOnce(mlir::Value value, llvm::ArrayRef<Coord> coords);
  const Expr *expandLinalg(mlir::linalg::LinalgOp op, unsigned result,
                           llvm::ArrayRef<Coord> coords);
  const Expr *expandReduction(mlir::linalg::LinalgOp op, unsigned result,
                              llvm::ArrayRef<Coord> loops,
                              llvm::ArrayRef<VarId> vars);
  /// linalg.softmax, which is no LinalgOp.
  const Expr *expandSoftmax(mlir::linalg::SoftmaxOp op,
                            llvm::ArrayRef<Coord> coords);
  const Expr *expandTensorOp(mlir::Operation *op, llvm::ArrayRef<Coord> coords);
  const Expr *expandTosa(mlir::Operation *op, llvm::ArrayRef<Coord> coords);
  /// A scalar inside the body of `op`, whose loops stand at `loops`.
  const Expr *expandBody(mlir::linalg::LinalgOp op, mlir::Value scalar,
                         llvm::ArrayRef<Coord> loops);
  /// An operation without rules of its own.
  const Expr *makeOther(mlir::Operation *op,
                        llvm::ArrayRef<const Expr *> operands);
  /// A scalar operation over given operands; null if it has no meaning here.
  const Expr *applyScalarOp(mlir::Operation *op,
                            llvm::ArrayRef<const Expr *> operands);
  const Expr *reshaped(mlir::Value source, mlir::Value result,
                       llvm::ArrayRef<Coord> coords);
  // Values put together of pieces (ExpandPieces.cpp): the piece that all of
  // `coords` are in; null where they are in several.
  const Expr *expandConcat(mlir::ValueRange pieces, int64_t axis,
                           llvm::ArrayRef<Coord> coords);
  const Expr *expandInsertSlice(mlir::Operation *op,
                                llvm::ArrayRef<Coord> coords);
  /// Arithmetic on positions (linalg.index) and integer constants; null where
  /// it is neither.
  const Expr *applyToPositions(mlir::Operation *op,
                               llvm::ArrayRef<const Expr *> operands);
  llvm::ArrayRef<Coord> getVariables(llvm::ArrayRef<Extent> extents);

  // Rules (ExprRules.cpp). They look at heads of operands where they must.
  const Expr *apply(Opcode opcode, llvm::ArrayRef<const Expr *> operands);
  const Expr *divide(const Expr *numerator, const Expr *denominator);
  const Expr *pow(const Expr *base, const Expr *exponent);
  const Expr *reduce(ReduceKind kind, llvm::ArrayRef<VarId> vars,
                     const Expr *body);
  /// The mean that `sum` times `factor`, or divided by `divisor`, is; else
  /// null.
  const Expr *meanOf(const Expr *sum, const Expr *factor, const Expr *divisor);

  /// Values that hold one constant everywhere. Filled in program order, before
  /// anything is expanded, so that no query recurses.
  void findConstants(mlir::Operation *root);

  ExprContext context;
  DimSizes sizes;
  std::map<std::vector<Extent>, llvm::SmallVector<Coord>> elementCoords;
  llvm::DenseMap<mlir::Value, double> constants;
  llvm::DenseMap<const Expr *, const Expr *> expansions;
  std::optional<VarId> member;
  /// Expansions under way: rules look at heads of operands, whose rules do.
  unsigned depth = 0;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_EXPREXPANDER_H
