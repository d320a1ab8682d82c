//===- PatternLibrary.h - Fusions written in MLIR ---------------*- C++ -*-===//
//
// A fusion is written as functions of a pattern file (data/patterns):
//
//   @<fusion>.before...  what is computed today, a function a spelling;
//   @<fusion>.after      the operator that computes it, over the same
//   arguments; @<fusion>.after_x is that of the spellings @<fusion>.before_x
//   and
//   @<fusion>.before_x_...
//
// Arguments are holes: they bind whatever stands there. An argument with
// {npu.identity = c} may be missing where c changes nothing (gamma: 1, beta:
// 0), one with npu.broadcast be the same along some of the dims. Elements of
// the last axis of arguments and results with {npu.pairs = mode} are looked at
// in pairs. An argument that a spelling does not use is missing in it. Shapes
// are examples: a dimension stands for any number of dimensions of any size,
// and dimensions are the same where they are in the spelling. A call of a
// function without a body stands for each of its spellings.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_PATTERNLIBRARY_H
#define NPUPROF_ANALYSIS_PATTERNLIBRARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "npuprof/Analysis/ExprExpander.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace npuprof {

/// An argument of a pattern.
struct PatternHole {
  mlir::BlockArgument argument;
  /// Null dims: a scalar.
  bool isScalar = false;
  /// What a missing argument is equal to, if it may be missing.
  std::optional<double> identity;
  bool isUsed = false;
  /// It may be the same along some of the dims, but for the last.
  bool isBroadcast = false;
  /// Its last axis holds pairs: each member is a tensor of its own for the
  /// matcher.
  std::optional<PairMode> pairs;
};

/// One spelling of a fusion, ready to match.
class FusionPattern {
public:
  FusionPattern(llvm::StringRef fusion, mlir::func::FuncOp before,
                mlir::func::FuncOp after);

  llvm::StringRef getFusion() const { return fusion; }
  llvm::ArrayRef<PatternHole> getHoles() const { return holes; }
  /// The value of result 0 at getRootVars(); of a root of pairs, the first and
  /// the second member.
  llvm::ArrayRef<const Expr *> getRoots() const { return roots; }
  std::optional<PairMode> getRootPairs() const { return rootPairs; }
  llvm::ArrayRef<VarId> getRootVars() const { return rootVars; }
  /// The returned values of the spelling; result 0 is the root.
  mlir::ValueRange getResults() const;
  /// The operator that `after` puts in place; its operands are arguments of
  /// `after` or tensor.empty.
  mlir::Operation *getFusedOp() const { return fusedOp; }
  ExprExpander &getExpander() const { return *expander; }
  /// Variables that stand for the same axis (x[t, n] and x[t, q]): the class of
  /// each variable, and whether it holds a root variable.
  unsigned getAxis(VarId var) const { return axes.lookup(var); }
  bool isRootAxis(unsigned axis) const;
  /// Operations that may be the first sign of this pattern; `Other` for one
  /// that has none of the rare scalar operations: it is put together of pieces.
  Opcode getAnchor() const { return anchor; }

private:
  void findAxes();

  std::string fusion;
  mlir::func::FuncOp before;
  llvm::SmallVector<PatternHole> holes;
  mlir::Operation *fusedOp = nullptr;
  std::unique_ptr<ExprExpander> expander;
  llvm::SmallVector<const Expr *, 2> roots;
  std::optional<PairMode> rootPairs;
  llvm::SmallVector<VarId> rootVars;
  llvm::DenseMap<VarId, unsigned> axes;
  Opcode anchor = Opcode::Other;
};

/// All patterns of the files that are compiled in.
class PatternLibrary {
public:
  /// Loads the dialects that patterns are written in.
  explicit PatternLibrary(mlir::MLIRContext *context);

  llvm::ArrayRef<std::unique_ptr<FusionPattern>> getPatterns() const {
    return patterns;
  }
  /// Names of the fusions, in the order of the files.
  static llvm::ArrayRef<llvm::StringRef> getFusionNames();

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<FusionPattern>> patterns;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_PATTERNLIBRARY_H
