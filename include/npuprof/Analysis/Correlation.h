//===- Correlation.h - Which kernel a profile row belongs to ----*- C++ -*-===//
//
// Joins the rows of a profile with the kernels of a model, both as plain data:
// ModelKernels.h makes the kernels from a module.
//
// A row meets a kernel by its name, else by operator type, shapes and element
// types in order of execution, else (tables without launches) by operator type
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_CORRELATION_H
#define NPUPROF_ANALYSIS_CORRELATION_H

#include "npuprof/Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace npuprof {

/// The operator types (msprof's "OP Type") that a kernel may appear as. Version
/// suffixes and case do not count: "MatMul" covers MatMulV3.
struct OperatorTypes {
  /// Types that compute what the kernel computes.
  llvm::SmallVector<std::string, 4> whole;
  /// Types of larger operators that the kernel is the telling part of: the exp
  /// of a Softmax. They count less.
  llvm::SmallVector<std::string, 2> partOf;
  /// Classes that summaries name instead of a type ("GEMM", "Attention").
  llvm::SmallVector<std::string, 1> classes;
};

/// One entry of the model's sequence of kernels, in order of execution.
struct ModelKernel {
  /// Names that a profiler may know it by.
  llvm::SmallVector<llvm::StringRef, 1> names;
  /// Null when it can only be met by name.
  const OperatorTypes *types = nullptr;
  /// Shapes and element types of operands and results; a negative dim is
  /// dynamic, and an unranked tensor is one dynamic dim.
  Signature signature;
  /// May well run without a row of its own: a view, a constant, or part of a
  /// group that can be one kernel.
  bool optional = false;
  /// Part of a group that the sequence also holds as one kernel.
  bool groupPart = false;
  /// First kernel of an entry function.
  bool startsSegment = false;
};

/// How a row met a kernel.
enum class MatchedBy { Name, NormalizedName, Sequence, Type };
inline constexpr unsigned numMatchedBy = 4;

struct RowMatch {
  unsigned row;
  unsigned kernel;
  MatchedBy by;
  /// How sure, 0 to 1.
  double confidence;
};

struct Correlation {
  /// By row; an aggregated row has one match for each kernel that shares it.
  std::vector<RowMatch> matches;
  /// Rows that meet a kernel by name, or by type and place, while their shapes
  /// contradict it: the profile may be of another version of the model. Only
  /// those that meet it by name are matches as well.
  std::vector<RowMatch> contradictions;
  /// Runs of the model that the rows cover; absent when no row tells.
  std::optional<unsigned> steps;
};

/// Finds the kernel of each row. Rows that are no compute task get none.
Correlation correlate(llvm::ArrayRef<OpRecord> rows,
                      llvm::ArrayRef<ModelKernel> kernels);

/// A type without what differs between versions of an operator: "MatMulV3" and
/// "matmul" are both "matmul", "ConcatD" is "concat".
std::string canonicalizeOperatorType(llvm::StringRef type);

/// A name without scopes, case and punctuation: "Default/net/MatMul-op12" is
/// "matmulop12".
std::string normalizeOperatorName(llvm::StringRef name);

/// How well a row's shapes and element types agree with a kernel's: 1 the same,
/// 0 contradiction; 0.5 where one of them has none.
double getSignatureAgreement(const Signature *row, const Signature &kernel);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_CORRELATION_H
