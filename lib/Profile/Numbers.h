//===- Numbers.h - Numbers as profilers write them --------------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_NUMBERS_H
#define NPUPROF_LIB_PROFILE_NUMBERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <optional>

namespace npuprof {

/// The whole of `text` as a finite number, whatever the locale.
std::optional<double> parseNumber(llvm::StringRef text);

/// A whole number; "30.0" is one.
std::optional<int64_t> parseInteger(llvm::StringRef text);

/// A decimal with at most `digits` places after the point, as the integer that
/// counts the last place: ("1736413971558972.912", 3) is 1736413971558972912.
/// Further places are cut off. A double would lose the fraction.
std::optional<int64_t> parseScaled(llvm::StringRef text, unsigned digits);

/// Sum of two counts; stops at the largest.
inline int64_t addCounts(int64_t a, int64_t b) {
  int64_t sum;
  if (llvm::AddOverflow(a, b, sum))
    return std::numeric_limits<int64_t>::max();
  return sum;
}

/// The count next to `value`; stops at the largest.
int64_t roundToCount(double value);

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_NUMBERS_H
