//===- ExprEquality.h - Are two values of a model equal? --------*- C++ -*-===//
//
// The same value at related places, or what is computed alike from such values.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_ANALYSIS_EXPREQUALITY_H
#define NPUPROF_LIB_ANALYSIS_EXPREQUALITY_H

#include "npuprof/Analysis/ExprExpander.h"

namespace npuprof {

using VarPairs = llvm::SmallVectorImpl<std::pair<VarId, VarId>>;

/// Whether `a` and `b` are equal if the variables in each of `pairs`, which are
/// appended, take the same value. Each comparison takes one of `steps`; when
/// they are used up the answer is no.
bool areEqual(ExprExpander &model, const Expr *a, const Expr *b,
              VarPairs &pairs, int &steps);

} // namespace npuprof

#endif // NPUPROF_LIB_ANALYSIS_EXPREQUALITY_H
