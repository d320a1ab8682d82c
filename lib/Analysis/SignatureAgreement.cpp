//===- SignatureAgreement.cpp - How well shapes of row and kernel agree ---===//

#include "npuprof/Analysis/Correlation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace npuprof;

/// Steps of agreement between two shapes.
constexpr double same = 1.0;
constexpr double sameButUnitDims = 0.97;
constexpr double dynamicDims = 0.9;
constexpr double sameElementCount = 0.85;
/// One of the two does not say.
constexpr double unknown = 0.5;
constexpr double contradiction = 0.0;
/// Element types that differ, by mixed precision perhaps.
constexpr double otherElementType = 0.7;

static bool isDynamic(llvm::ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, [](int64_t dim) { return dim < 0; });
}

/// A profile may hold any number: products end at the largest.
static uint64_t countElements(llvm::ArrayRef<int64_t> dims) {
  uint64_t count = 1;
  for (int64_t dim : dims)
    count =
        llvm::SaturatingMultiply(count, uint64_t(std::max<int64_t>(dim, 0)));
  return count;
}

static bool isScalar(const TensorDesc &tensor) {
  return !isDynamic(tensor.dims) && countElements(tensor.dims) <= 1;
}

/// Blocked formats pad the storage shape, so that counts do not compare.
static bool isBlocked(llvm::StringRef format) {
  return format.starts_with("FRACTAL") || format.starts_with("NC1") ||
         format.starts_with("C1") || format.starts_with("NDC1");
}

static bool equalUpToDynamic(llvm::ArrayRef<int64_t> row,
                             llvm::ArrayRef<int64_t> kernel) {
  return llvm::equal(row, kernel,
                     [](int64_t a, int64_t b) { return a == b || b < 0; });
}

static double compareDims(const TensorDesc &row, const TensorDesc &kernel) {
  if (isBlocked(row.format))
    return unknown;
  bool dynamic = isDynamic(kernel.dims);
  if (row.isEmpty())
    return isScalar(kernel) ? same : unknown;
  if (equalUpToDynamic(row.dims, kernel.dims))
    return dynamic ? dynamicDims : same;

  llvm::SmallVector<int64_t, 4> rowDims, kernelDims;
  llvm::copy_if(row.dims, std::back_inserter(rowDims),
                [](int64_t dim) { return dim != 1; });
  llvm::copy_if(kernel.dims, std::back_inserter(kernelDims),
                [](int64_t dim) { return dim != 1; });
  if (equalUpToDynamic(rowDims, kernelDims))
    return dynamic ? dynamicDims : sameButUnitDims;
  if (dynamic) {
    // The static dims have to go into the row's elements.
    llvm::erase_if(kernelDims, [](int64_t dim) { return dim <= 0; });
    return countElements(rowDims) % countElements(kernelDims) == 0
               ? unknown
               : contradiction;
  }
  return countElements(rowDims) == countElements(kernelDims) ? sameElementCount
                                                             : contradiction;
}

static double compareTensors(const TensorDesc &row, const TensorDesc &kernel) {
  double agreement = compareDims(row, kernel);
  if (!row.dtype.empty() && !kernel.dtype.empty() && row.dtype != kernel.dtype)
    agreement *= otherElementType;
  return agreement;
}

/// Mean over the row's operands of the best kernel operand left for each.
/// Kernel operands that the row does not list do not count: scalars are often
/// attributes of the device's operator. None when the row lists no tensor.
static std::optional<double>
compareOperands(llvm::ArrayRef<TensorDesc> row,
                llvm::ArrayRef<TensorDesc> kernel) {
  llvm::SmallVector<bool, 8> taken(kernel.size(), false);
  double sum = 0;
  unsigned count = 0;
  for (const TensorDesc &operand : row) {
    if (isScalar(operand))
      continue;
    double best = 0;
    size_t bestIndex = kernel.size();
    for (auto [index, candidate] : llvm::enumerate(kernel)) {
      if (taken[index])
        continue;
      double agreement = compareTensors(operand, candidate);
      if (agreement > best) {
        best = agreement;
        bestIndex = index;
      }
    }
    if (bestIndex < kernel.size())
      taken[bestIndex] = true;
    sum += best;
    ++count;
  }
  if (count == 0)
    return std::nullopt;
  return sum / count;
}

double npuprof::getSignatureAgreement(const Signature *row,
                                      const Signature &kernel) {
  if (!row || (kernel.inputs.empty() && kernel.outputs.empty()))
    return unknown;
  std::optional<double> operands, result;
  if (!kernel.inputs.empty())
    operands = compareOperands(row->inputs, kernel.inputs);
  // The first result says what was computed; others are often by-products such
  // as the mean of a norm.
  if (!row->outputs.empty() && !kernel.outputs.empty())
    result = compareTensors(row->outputs.front(), kernel.outputs.front());
  if (operands && result)
    return 0.5 * *operands + 0.5 * *result;
  if (result)
    return *result;
  return operands.value_or(unknown);
}
