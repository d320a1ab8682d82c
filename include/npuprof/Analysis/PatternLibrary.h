//===- PatternLibrary.h - Fusions written in MLIR ---------------*- C++ -*-===//
//
// A fusion is written as functions of a pattern file (data/patterns):
//
//   @<fusion>.before...  what is computed today, a function a spelling;
//   @<fusion>.after      the operator that computes it, over the same
//   arguments; @<fusion>.after_x is that of the spellings @<fusion>.before_x
//   and
//   @<fusion>.before_x_...
//   @<fusion>.also...    the same operator in another form.
//
// Arguments are holes: they bind whatever stands there. An argument with
// {npu.identity = c} may be missing where c changes nothing (gamma: 1, beta:
// 0), one with npu.broadcast be the same along some of the dims. With
// {npu.grouped = d} consecutive indices of dim d may share what the value has
// (the kv heads of an attention). Elements of the last axis of arguments and
// results with {npu.pairs = mode} are looked at in pairs. An argument that a
// spelling does not use is missing in it. Shapes are examples: a dimension
// stands for any number of dimensions of any size, and dimensions are the same
// where they are in the spelling. A call of a function without a body stands
// for each of its spellings.
//
// In a form, the operator's operands are arguments, transposes of them, or
// scalar operations on them; its result may be transposed. Of several forms the
// one is taken that costs the model least.
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
  /// It may be the same along some of the dims; where the operator has no fixed
  /// rank, not along the last.
  bool isBroadcast = false;
  /// The dim along which groups share a value.
  std::optional<unsigned> groupedDim;
  /// Its last axis holds pairs: each member is a tensor of its own for the
  /// matcher.
  std::optional<PairMode> pairs;
};

/// An operator over the arguments of a pattern.
struct FusionForm {
  mlir::Operation *op = nullptr;
  /// The order that the operator has the dims of each argument in; empty as
  /// they are.
  llvm::SmallVector<llvm::SmallVector<int64_t>> inputPerms;
  /// The same for its results.
  llvm::SmallVector<int64_t> resultPerm;

  /// The argument that an operand is, through its transpose; else null.
  static mlir::BlockArgument getArgument(mlir::Value operand);
};

/// One spelling of a fusion, ready to match.
class FusionPattern {
public:
  FusionPattern(llvm::StringRef fusion, mlir::func::FuncOp before,
                llvm::ArrayRef<mlir::func::FuncOp> after);

  llvm::StringRef getFusion() const { return fusion; }
  llvm::ArrayRef<PatternHole> getHoles() const { return holes; }
  /// The value of result 0 at getRootVars(); of a root of pairs, the first and
  /// the second member.
  llvm::ArrayRef<const Expr *> getRoots() const { return roots; }
  std::optional<PairMode> getRootPairs() const { return rootPairs; }
  llvm::ArrayRef<VarId> getRootVars() const { return rootVars; }
  /// The returned values of the spelling; result 0 is the root.
  mlir::ValueRange getResults() const;
  /// The operator that is put in place, in its forms.
  llvm::ArrayRef<FusionForm> getForms() const { return forms; }
  /// Whether the operator has one dim for each of the pattern's.
  bool hasFixedRank() const { return fixedRank; }
  ExprExpander &getExpander() const { return *expander; }
  /// Variables that stand for the same axis (x[t, n] and x[t, q]): the class of
  /// each variable, and whether it holds a root variable.
  unsigned getAxis(VarId var) const { return axes.lookup(var); }
  bool isRootAxis(unsigned axis) const;
  /// Operations that may be the first sign of this pattern; `Other` for one
  /// that has none of the rare scalar operations: it is put together of pieces.
  Opcode getAnchor() const { return anchor; }
  /// Reductions between the root and that operation, on the shortest way.
  unsigned getAnchorDepth() const { return anchorDepth; }
  /// Expressions that the spelling consists of.
  unsigned getSize() const { return size; }

private:
  void findAxes();

  std::string fusion;
  mlir::func::FuncOp before;
  llvm::SmallVector<PatternHole> holes;
  llvm::SmallVector<FusionForm, 1> forms;
  bool fixedRank = false;
  std::unique_ptr<ExprExpander> expander;
  llvm::SmallVector<const Expr *, 2> roots;
  std::optional<PairMode> rootPairs;
  llvm::SmallVector<VarId> rootVars;
  llvm::DenseMap<VarId, unsigned> axes;
  Opcode anchor = Opcode::Other;
  unsigned anchorDepth = 0;
  unsigned size = 0;
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
