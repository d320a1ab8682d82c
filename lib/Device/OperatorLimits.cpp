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

  if (std::optional<Verdict> verdict = checkTypes(call, limits->second, device))
    return verdict;
  return checkShape(call, limits->second, device);
}
