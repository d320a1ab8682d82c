//===- OperatorTypeTable.cpp - Operations and operator types --------------===//

#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Device/EmbeddedFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"

#include "OperatorTypes.inc"

using namespace npuprof;

namespace npuprof {

/// A rule of the file.
struct OperatorTypeRule {
  std::vector<std::string> ops, types, partOf, classes;
  bool view = false;
};

// Found by argument-dependent lookup.
static bool fromJSON(const llvm::json::Value &value, OperatorTypeRule &rule,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("ops", rule.ops) && map.map("types", rule.types) &&
         map.mapOptional("part_of", rule.partOf) &&
         map.mapOptional("classes", rule.classes) &&
         map.mapOptional("view", rule.view);
}

} // namespace npuprof

llvm::StringRef npuprof::getNameInDialect(llvm::StringRef operation) {
  // torch.aten.add.Tensor: the overload comes last.
  if (operation.consume_front("torch.aten."))
    return operation.split('.').first;
  return operation.substr(operation.rfind('.') + 1);
}

/// How an operation is found in any dialect; empty for keys of other kinds.
static std::string getDialectFreeKey(llvm::StringRef key) {
  if (key.contains(':'))
    return {};
  return normalizeOperatorName(getNameInDialect(key));
}

const OperatorTypeTable::Entry *
OperatorTypeTable::lookup(llvm::StringRef key) const {
  if (auto it = entries.find(key); it != entries.end())
    return &it->second;
  std::string name = getDialectFreeKey(key);
  return name.empty() ? nullptr : byNameInDialect.lookup(name);
}

OperatorTypeTable::OperatorTypeTable() {
  // The file is compiled in, and its unit test reads it: it is well formed.
  llvm::json::Value file =
      llvm::cantFail(llvm::json::parse(embeddedOperatorTypes[0].text));
  std::vector<OperatorTypeRule> rules;
  llvm::json::Path::Root root("op_types.json");
  llvm::json::ObjectMapper map(file, root);
  if (!map || !map.map("rules", rules))
    llvm::reportFatalInternalError(root.getError());

  for (const OperatorTypeRule &rule : rules) {
    for (const std::string &op : rule.ops) {
      Entry &entry = entries[op];
      entry.isView |= rule.view;
      entry.types.whole.append(rule.types.begin(), rule.types.end());
      entry.types.partOf.append(rule.partOf.begin(), rule.partOf.end());
      entry.types.classes.append(rule.classes.begin(), rule.classes.end());
      // Of several operations that are called the same, the first is meant.
      if (std::string name = getDialectFreeKey(op); !name.empty())
        byNameInDialect.try_emplace(name, &entry);
    }
  }
}

const OperatorTypeTable &OperatorTypeTable::get() {
  static const OperatorTypeTable table;
  return table;
}
