//===- ExprRules.cpp - One spelling for each formula ----------------------===//
//
// The rules that make spellings equal: division by reciprocal, sqrt and rsqrt,
// powers, means, the sigmoid. Addition is never flattened: the residual stream
// of a whole model is one sum.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/TypeUtilities.h"
#include "npuprof/Analysis/ExprExpander.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace npuprof;
using namespace mlir;

/// The type that a sum is stored in; null where it is no value of its own.
static FloatType getStoredType(const Expr *sum) {
  while (sum->isReduce())
    sum = sum->getOperand(0);
  return sum->isRef()
             ? dyn_cast<FloatType>(getElementTypeOrSelf(sum->getValue()))
             : FloatType();
}

/// Whether `constant` is 1/n as f64, f32 or `type` holds it. Never within a
/// tolerance: n and n - 1 of a vocabulary differ by less, and 1/512 is 1/513 in
/// bf16 but not in f32.
static bool isReciprocalOf(double constant, double n, FloatType type) {
  double exact = 1 / n;
  return constant == exact ||
         constant == roundTo(exact, llvm::APFloat::IEEEsingle()) ||
         (type && constant == roundTo(exact, type.getFloatSemantics()));
}

static std::optional<double> foldConstants(Opcode opcode,
                                           ArrayRef<const Expr *> operands) {
  SmallVector<double, 2> values;
  for (const Expr *operand : operands) {
    if (!operand->isConstant())
      return std::nullopt;
    values.push_back(operand->getConstant());
  }
  switch (opcode) {
  case Opcode::Add:
    return values[0] + values[1];
  case Opcode::Sub:
    return values[0] - values[1];
  case Opcode::Mul:
    return values[0] * values[1];
  case Opcode::Neg:
    return -values[0];
  case Opcode::Recip:
    return 1 / values[0];
  case Opcode::Sqrt:
    return std::sqrt(values[0]);
  case Opcode::Rsqrt:
    return 1 / std::sqrt(values[0]);
  case Opcode::Exp:
    return std::exp(values[0]);
  case Opcode::Exp2:
    return std::exp2(values[0]);
  case Opcode::Log:
    return std::log(values[0]);
  case Opcode::Pow:
    return std::pow(values[0], values[1]);
  case Opcode::Abs:
    return std::fabs(values[0]);
  default:
    return std::nullopt;
  }
}

static bool isNumber(const Expr *expr, double value) {
  return expr->isConstant() && expr->getConstant() == value;
}

const Expr *ExprExpander::apply(Opcode opcode,
                                ArrayRef<const Expr *> operands) {
  if (std::optional<double> folded = foldConstants(opcode, operands))
    return context.constant(*folded);
  const Expr *a = operands[0];
  const Expr *b = operands.size() > 1 ? operands[1] : nullptr;
  switch (opcode) {
  case Opcode::Add:
    if (isNumber(a, 0))
      return b;
    if (isNumber(b, 0))
      return a;
    break;
  case Opcode::Sub:
    if (isNumber(b, 0))
      return a;
    if (isNumber(a, 0))
      return apply(Opcode::Neg, b);
    break;
  case Opcode::Mul:
    if (isNumber(a, 1))
      return b;
    if (isNumber(b, 1))
      return a;
    if (isNumber(a, -1))
      return apply(Opcode::Neg, b);
    if (isNumber(b, -1))
      return apply(Opcode::Neg, a);
    if (const Expr *mean = meanOf(a, b, nullptr))
      return mean;
    if (const Expr *mean = meanOf(b, a, nullptr))
      return mean;
    // A constant factor goes outermost: (x * c) * y is (x * y) * c.
    for (auto [product, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (!product->isApply(Opcode::Mul) || other->isConstant())
        continue;
      for (unsigned i : {0u, 1u})
        if (product->getOperand(i)->isConstant())
          return apply(Opcode::Mul,
                       {apply(Opcode::Mul, {product->getOperand(1 - i), other}),
                        product->getOperand(i)});
    }
    break;
  case Opcode::Recip: {
    const Expr *head = getHead(a);
    if (head->isApply(Opcode::Sqrt))
      return apply(Opcode::Rsqrt, head->getOperand(0));
    if (head->isApply(Opcode::Rsqrt))
      return apply(Opcode::Sqrt, head->getOperand(0));
    if (head->isApply(Opcode::Recip))
      return head->getOperand(0);
    // 1 / (1 + exp(-x))
    if (head->isApply(Opcode::Add))
      for (unsigned i : {0u, 1u}) {
        const Expr *exp = getHead(head->getOperand(1 - i));
        if (!isNumber(head->getOperand(i), 1) || !exp->isApply(Opcode::Exp))
          continue;
        const Expr *negated = getHead(exp->getOperand(0));
        if (negated->isApply(Opcode::Neg))
          return apply(Opcode::Sigmoid, negated->getOperand(0));
      }
    break;
  }
  case Opcode::Sqrt: {
    const Expr *head = getHead(a);
    if (head->isApply(Opcode::Recip))
      return apply(Opcode::Rsqrt, head->getOperand(0));
    break;
  }
  case Opcode::Exp2: {
    // 2^(x log2 e), with the digits that a source gives.
    const Expr *head = getHead(a);
    if (head->isApply(Opcode::Mul))
      for (unsigned i : {0u, 1u})
        if (const Expr *factor = head->getOperand(i);
            factor->isConstant() &&
            std::fabs(factor->getConstant() * std::log(2.0) - 1) <= 1e-6)
          return apply(Opcode::Exp, head->getOperand(1 - i));
    break;
  }
  case Opcode::Pow:
    return pow(a, b);
  default:
    break;
  }
  return context.apply(opcode, operands);
}

const Expr *ExprExpander::divide(const Expr *numerator,
                                 const Expr *denominator) {
  if (const Expr *mean = meanOf(numerator, nullptr, denominator))
    return mean;
  const Expr *reciprocal = apply(Opcode::Recip, denominator);
  return apply(Opcode::Mul, {numerator, reciprocal});
}

const Expr *ExprExpander::pow(const Expr *base, const Expr *exponent) {
  if (isNumber(exponent, 1))
    return base;
  if (isNumber(exponent, 2))
    return apply(Opcode::Mul, {base, base});
  if (isNumber(exponent, 3))
    return apply(Opcode::Mul, {apply(Opcode::Mul, {base, base}), base});
  if (isNumber(exponent, 0.5))
    return apply(Opcode::Sqrt, base);
  if (isNumber(exponent, -0.5))
    return apply(Opcode::Rsqrt, base);
  if (isNumber(exponent, -1))
    return apply(Opcode::Recip, base);
  return context.apply(Opcode::Pow, {base, exponent});
}

const Expr *ExprExpander::meanOf(const Expr *sum, const Expr *factor,
                                 const Expr *divisor) {
  // What cannot be 1/N of anything is told apart before the sum is expanded.
  if (factor) {
    if (factor->isConstant()
            ? !(factor->getConstant() > 0 && factor->getConstant() < 1)
            : !factor->isApply(Opcode::Recip))
      return nullptr;
    if (factor->isApply(Opcode::Recip)) {
      divisor = factor->getOperand(0);
      factor = nullptr;
    }
  }
  if (divisor) {
    divisor = getHead(divisor);
    if (!divisor->isConstant() && divisor->getKind() != Expr::Kind::Size)
      return nullptr;
  }
  const Expr *head = getHead(sum);
  if (!head->isReduce() || head->getReduceKind() != ReduceKind::Sum)
    return nullptr;
  Extent count;
  for (VarId var : head->getReduceVars())
    count = count * context.getExtent(var);
  bool isMean;
  if (std::optional<int64_t> number = count.getStatic())
    isMean = factor ? isReciprocalOf(factor->getConstant(), *number,
                                     getStoredType(sum))
                    : isNumber(divisor, *number);
  else
    isMean = divisor && divisor->getKind() == Expr::Kind::Size &&
             divisor->getSize() == count;
  if (!isMean)
    return nullptr;
  return context.reduce(ReduceKind::Mean, head->getReduceVars(),
                        head->getOperand(0));
}

const Expr *ExprExpander::reduce(ReduceKind kind, ArrayRef<VarId> vars,
                                 const Expr *body) {
  const Expr *sum = context.reduce(kind, vars, body);
  if (kind != ReduceKind::Sum || vars.empty())
    return sum;
  // 1/N inside of the sum.
  const Expr *head = getHead(body);
  if (head->isApply(Opcode::Mul))
    for (unsigned i : {0u, 1u})
      if (const Expr *mean =
              meanOf(context.reduce(kind, vars, head->getOperand(1 - i)),
                     head->getOperand(i), nullptr))
        return mean;
  // A constant factor goes out of the sum.
  if (head->isApply(Opcode::Mul))
    for (unsigned i : {0u, 1u})
      if (head->getOperand(i)->isConstant())
        return apply(Opcode::Mul,
                     {context.reduce(kind, vars, head->getOperand(1 - i)),
                      head->getOperand(i)});
  return sum;
}
