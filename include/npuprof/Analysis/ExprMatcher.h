//===- ExprMatcher.h - Does a value compute a pattern? ----------*- C++ -*-===//
//
// Unifies the expression of a pattern with that of a value, expanding the value
// only as far as needed and trying alternatives only where an operation is
// commutative or an argument may be missing.
//
// Dimensions of pattern and model do not pair one to one: for each variable of
// the model the matcher keeps the set of pattern variables it may stand for. A
// reduction fixes its variables, a hole allows the dimensions it has, and the
// second occurrence of a hole tells which of them run along the same axis. So
// one pattern over rows finds batch x sequence x hidden, norms over two axes
// and norms over the first axis, and refuses a wrong axis even where all sizes
// are equal.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_EXPRMATCHER_H
#define NPUPROF_ANALYSIS_EXPRMATCHER_H

#include "npuprof/Analysis/PatternLibrary.h"

namespace npuprof {

struct ExprMatch {
  /// What each hole is bound to; null where it is missing. One of pairs at the
  /// expander's variable getMember().
  llvm::SmallVector<const Expr *> holes;
  /// Where the pattern has them; empty for a scalar.
  llvm::SmallVector<llvm::ArrayRef<Coord>> patternCoords;
  /// For each dim of the root, the pattern's root dim that it stands for; -1
  /// for dims of size 1.
  llvm::SmallVector<int> rootDims;
  /// For an operator of fixed rank: where all that an axis of the pattern
  /// stands for is, as one dim, and its size.
  struct Dim {
    Coord coord;
    Extent extent;
  };
  llvm::DenseMap<unsigned, Dim> dims;
  /// How many indices of the grouped dim share one value.
  Extent groupSize;
  /// Where the value of each result of the pattern stands in the model (a
  /// reference with the root's variables); null where it is no value of its
  /// own.
  llvm::SmallVector<const Expr *> results;
};

/// The match of `pattern` whose result 0 is `root`.
std::optional<ExprMatch> matchPattern(const FusionPattern &pattern,
                                      ExprExpander &model, mlir::Value root);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_EXPRMATCHER_H
