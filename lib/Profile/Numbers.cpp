//===- Numbers.cpp - Numbers as profilers write them ----------------------===//

#include "Numbers.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace npuprof;
using llvm::StringRef;

std::optional<double> npuprof::parseNumber(StringRef text) {
  double value;
  auto [stop, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || stop != text.end() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<int64_t> npuprof::parseInteger(StringRef text) {
  StringRef whole = text;
  if (size_t point = text.find('.'); point != StringRef::npos)
    if (text.drop_front(point + 1).find_first_not_of('0') == StringRef::npos)
      whole = text.take_front(point);
  int64_t value;
  auto [stop, error] = std::from_chars(whole.begin(), whole.end(), value);
  if (error != std::errc() || stop != whole.end())
    return std::nullopt;
  return value;
}

std::optional<int64_t> npuprof::parseScaled(StringRef text, unsigned digits) {
  auto [whole, fraction] = text.split('.');
  if (whole.empty() || !llvm::all_of(whole, llvm::isDigit) ||
      !llvm::all_of(fraction, llvm::isDigit))
    return std::nullopt;

  int64_t value = 0;
  auto append = [&](int64_t digit) {
    return !llvm::MulOverflow(value, int64_t(10), value) &&
           !llvm::AddOverflow(value, digit, value);
  };
  for (char c : whole)
    if (!append(c - '0'))
      return std::nullopt;
  for (unsigned i = 0; i < digits; ++i)
    if (!append(i < fraction.size() ? fraction[i] - '0' : 0))
      return std::nullopt;
  return value;
}

int64_t npuprof::roundToCount(double value) {
  // 2^63: the first double that an int64_t does not hold.
  constexpr double limit = 9223372036854775808.0;
  if (value >= limit)
    return std::numeric_limits<int64_t>::max();
  return std::llround(std::max(value, 0.0));
}
