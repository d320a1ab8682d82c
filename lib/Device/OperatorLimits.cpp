//===- OperatorLimits.cpp - What a CANN operator takes --------------------===//

#include "npuprof/Device/OperatorLimits.h"
#include "DataFile.h"
#include "EmbeddedOperators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace npuprof;
using llvm::StringRef;

namespace {
/// Limits of one operator on one family. What no source gives is no limit.
struct Limits {
  std::vector<std::string> types;
  bool sameTypes = false;
  std::optional<int64_t> minRank, maxRank;
  std::optional<int64_t> minLastAxisBytes, lastAxisMultipleBytes;
  /// The operator that the family has in this one's place.
  std::string replacement;
  /// Least and largest of a size that has a name.
  struct Range {
    std::string name;
    int64_t least, largest;
  };
  std::vector<Range> ranges;
  /// Pairs of sizes, the first of which may not be larger.
  std::vector<std::pair<std::string, std::string>> atMost;
  /// Forms of a mask, a letter a dim: 1 where it has that size. Empty: any.
  std::vector<std::string> masks;
};
using OperatorTable = llvm::StringMap<llvm::StringMap<Limits>>;
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Limits readLimits(StringRef file, const llvm::json::Object &object) {
  static constexpr StringRef known[] = {"family",
                                        "types",
                                        "same_types",
                                        "min_rank",
                                        "max_rank",
                                        "min_last_axis_bytes",
                                        "last_axis_multiple_bytes",
                                        "instead",
                                        "sizes",
                                        "at_most",
                                        "masks",
                                        "source",
                                        "note"};
  for (const auto &[key, value] : object)
    if (!llvm::is_contained(known, StringRef(key)))
      reportMalformed(file, "unknown limit '" + StringRef(key) + "'");
  if (object.getString("source").value_or("").empty())
    reportMalformed(file, "expected a source for each family");

  Limits limits;
  if (const llvm::json::Array *types = object.getArray("types"))
    for (const llvm::json::Value &type : *types) {
      std::optional<StringRef> text = type.getAsString();
      if (!text)
        reportMalformed(file, "expected strings in 'types'");
      limits.types.push_back(text->str());
    }
  limits.sameTypes = object.getBoolean("same_types").value_or(false);
  limits.minRank = object.getInteger("min_rank");
  limits.maxRank = object.getInteger("max_rank");
  if (limits.minRank.has_value() != limits.maxRank.has_value())
    reportMalformed(file, "expected both of 'min_rank' and 'max_rank'");
  limits.minLastAxisBytes = object.getInteger("min_last_axis_bytes");
  limits.lastAxisMultipleBytes = object.getInteger("last_axis_multiple_bytes");
  limits.replacement = object.getString("instead").value_or("").str();
  if (const llvm::json::Object *sizes = object.getObject("sizes"))
    for (const auto &[name, value] : *sizes) {
      const llvm::json::Array *range = value.getAsArray();
      if (!range || range->size() != 2 || !(*range)[0].getAsInteger() ||
          !(*range)[1].getAsInteger())
        reportMalformed(file, "expected least and largest in 'sizes'");
      limits.ranges.push_back({StringRef(name).str(),
                               *(*range)[0].getAsInteger(),
                               *(*range)[1].getAsInteger()});
    }
  llvm::sort(limits.ranges,
             [](const auto &a, const auto &b) { return a.name < b.name; });
  if (const llvm::json::Array *pairs = object.getArray("at_most"))
    for (const llvm::json::Value &value : *pairs) {
      const llvm::json::Array *pair = value.getAsArray();
      if (!pair || pair->size() != 2 || !(*pair)[0].getAsString() ||
          !(*pair)[1].getAsString())
        reportMalformed(file, "expected pairs of names in 'at_most'");
      limits.atMost.emplace_back((*pair)[0].getAsString()->str(),
                                 (*pair)[1].getAsString()->str());
    }
  if (const llvm::json::Array *masks = object.getArray("masks"))
    for (const llvm::json::Value &mask : *masks) {
      if (!mask.getAsString())
        reportMalformed(file, "expected strings in 'masks'");
      limits.masks.push_back(mask.getAsString()->str());
    }
  return limits;
}

static OperatorTable readOperators() {
  const EmbeddedFile &file = embeddedOperators[0];
  llvm::json::Object object = parseDataFile(file);
  const llvm::json::Array *operators = object.getArray("operators");
  if (!operators)
    reportMalformed(file.name, "expected an array 'operators'");

  OperatorTable table;
  for (const llvm::json::Value &value : *operators) {
    const llvm::json::Object *entry = value.getAsObject();
    std::optional<StringRef> name =
        entry ? entry->getString("name") : std::nullopt;
    const llvm::json::Array *families =
        entry ? entry->getArray("families") : nullptr;
    if (!name || !families)
      reportMalformed(file.name, "expected 'name' and 'families'");
    for (const llvm::json::Value &family : *families) {
      const llvm::json::Object *limits = family.getAsObject();
      std::optional<StringRef> familyName =
          limits ? limits->getString("family") : std::nullopt;
      if (!familyName)
        reportMalformed(file.name, "expected 'family' in '" + *name + "'");
      table[*name][*familyName] = readLimits(file.name, *limits);
    }
  }
  return table;
}

static const OperatorTable &getOperators() {
  static const OperatorTable table = readOperators();
  return table;
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// Bytes of one element of a type such as "f16", "bf16" or "i8"; nothing for a
/// spelling without a width.
static std::optional<int64_t> getElementBytes(StringRef type) {
  unsigned bits;
  if (type.drop_until(llvm::isDigit).getAsInteger(10, bits) || bits % 8)
    return std::nullopt;
  return bits / 8;
}

static std::optional<Verdict> checkTypes(const OperatorCall &call,
                                         const Limits &limits,
                                         const Device &device) {
  if (!limits.types.empty())
    for (StringRef type : call.elementTypes)
      if (!llvm::is_contained(limits.types, type))
        return Verdict::refuse(Reason::UnsupportedType,
                               llvm::formatv("{0} on {1}; {2} takes {3}", type,
                                             device.name, call.operatorName,
                                             llvm::join(limits.types, ", ")));
  if (limits.sameTypes && !llvm::all_equal(call.elementTypes))
    return Verdict::refuse(
        Reason::UnsupportedType,
        llvm::formatv("{0}; {1} takes one type for all",
                      llvm::join(call.elementTypes, " with "),
                      call.operatorName));
  return std::nullopt;
}

static std::optional<Verdict> checkShape(const OperatorCall &call,
                                         const Limits &limits,
                                         const Device &device) {
  auto rank = static_cast<int64_t>(call.shape.size());
  if (limits.minRank && (rank < *limits.minRank || rank > *limits.maxRank))
    return Verdict::refuse(Reason::UnsupportedShape,
                           llvm::formatv("rank {0}; {1} takes {2} to {3}", rank,
                                         call.operatorName, *limits.minRank,
                                         *limits.maxRank));

  // A dynamic axis is taken: the operator checks it when it runs.
  if (call.shape.empty() || call.shape.back() < 0 || call.elementTypes.empty())
    return std::nullopt;
  std::optional<int64_t> element = getElementBytes(call.elementTypes.front());
  if (!element)
    return std::nullopt;
  int64_t bytes = call.shape.back() * *element;
  if (limits.minLastAxisBytes && bytes < *limits.minLastAxisBytes)
    return Verdict::refuse(
        Reason::UnsupportedShape,
        llvm::formatv("last axis of {0} B; {1} takes {2} B or more on {3}",
                      bytes, call.operatorName, *limits.minLastAxisBytes,
                      device.name));
  if (limits.lastAxisMultipleBytes && bytes % *limits.lastAxisMultipleBytes)
    return Verdict::refuse(
        Reason::UnsupportedShape,
        llvm::formatv("last axis of {0} B; {1} takes multiples of {2} B on {3}",
                      bytes, call.operatorName, *limits.lastAxisMultipleBytes,
                      device.name));
  return std::nullopt;
}

static std::optional<Verdict> checkSizes(const OperatorCall &call,
                                         const Limits &limits,
                                         const Device &device) {
  // A dynamic size is taken: the operator checks it when it runs.
  auto getSize = [&](StringRef name) -> std::optional<int64_t> {
    for (const auto &[known, size] : call.sizes)
      if (known == name && size >= 0)
        return size;
    return std::nullopt;
  };
  for (const Limits::Range &range : limits.ranges)
    if (std::optional<int64_t> size = getSize(range.name);
        size && (*size < range.least || *size > range.largest))
      return Verdict::refuse(
          Reason::UnsupportedShape,
          llvm::formatv("{0} {1}; {2} takes {3} to {4} on {5}", range.name,
                        *size, call.operatorName, range.least, range.largest,
                        device.name));
  for (const auto &[smaller, larger] : limits.atMost) {
    std::optional<int64_t> a = getSize(smaller), b = getSize(larger);
    if (a && b && *a > *b)
      return Verdict::refuse(
          Reason::UnsupportedShape,
          llvm::formatv("{0} {1} with {2} {3}; {4} takes at most as many",
                        smaller, *a, larger, *b, call.operatorName));
  }
  return std::nullopt;
}

static std::optional<Verdict> checkMask(const OperatorCall &call,
                                        const Limits &limits) {
  if (call.maskDims.empty() || limits.masks.empty())
    return std::nullopt;
  using MaskDim = OperatorCall::MaskDim;
  auto isForm = [&](StringRef form) {
    return form.size() == call.maskDims.size() &&
           llvm::all_of(llvm::zip_equal(form, call.maskDims), [](auto dims) {
             auto [letter, dim] = dims;
             return dim == MaskDim::Either ||
                    (dim == MaskDim::One) == (letter == '1');
           });
  };
  if (llvm::any_of(limits.masks, isForm))
    return std::nullopt;
  std::string got;
  for (auto [letter, dim] : llvm::zip(StringRef("BNSS"), call.maskDims))
    got += dim == MaskDim::One ? '1' : letter;
  return Verdict::refuse(Reason::UnsupportedShape,
                         llvm::formatv("a mask of {0}; {1} takes {2}", got,
                                       call.operatorName,
                                       llvm::join(limits.masks, ", ")));
}

std::optional<Verdict> npuprof::checkOperatorLimits(const OperatorCall &call,
                                                    const Device &device) {
  if (device.family == "host")
    return std::nullopt;

  const OperatorTable &operators = getOperators();
  auto entry = operators.find(call.operatorName);
  if (entry == operators.end())
    return Verdict::refuse(
        Reason::UnsupportedTarget,
        llvm::formatv("nothing is known of {0}", call.operatorName));
  auto limits = entry->second.find(device.family);
  if (limits == entry->second.end())
    return Verdict::refuse(
        Reason::UnsupportedTarget,
        llvm::formatv("{0} on {1}", call.operatorName, device.name));

  OperatorCall named = call;
  if (!limits->second.replacement.empty())
    named.operatorName = limits->second.replacement;
  if (std::optional<Verdict> verdict =
          checkTypes(named, limits->second, device))
    return verdict;
  if (std::optional<Verdict> verdict =
          checkShape(named, limits->second, device))
    return verdict;
  if (std::optional<Verdict> verdict =
          checkSizes(named, limits->second, device))
    return verdict;
  return checkMask(named, limits->second);
}
