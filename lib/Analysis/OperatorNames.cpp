//===- OperatorNames.cpp - Names and types that mean the same -------------===//

#include "npuprof/Analysis/Correlation.h"
#include "llvm/ADT/StringExtras.h"

using namespace npuprof;

static std::string lowerAlnum(llvm::StringRef text) {
  std::string result;
  result.reserve(text.size());
  for (char c : text)
    if (llvm::isAlnum(c))
      result += llvm::toLower(c);
  return result;
}

std::string npuprof::canonicalizeOperatorType(llvm::StringRef type) {
  // LayerNormV3: the version of the operator's interface.
  llvm::StringRef stem = type.rtrim("0123456789");
  if (stem.size() < type.size() && stem.size() > 1 && stem.back() == 'V')
    type = stem.drop_back();
  // ConcatD: the form whose attributes are constant.
  if (type.size() > 2 && type.back() == 'D' &&
      llvm::isLower(type[type.size() - 2]))
    type = type.drop_back();
  return lowerAlnum(type);
}

std::string npuprof::normalizeOperatorName(llvm::StringRef name) {
  return lowerAlnum(name.substr(name.rfind('/') + 1));
}
