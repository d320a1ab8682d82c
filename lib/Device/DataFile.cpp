//===- DataFile.cpp - Figures in the JSON files of data/ ------------------===//

#include "DataFile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace npuprof;
using llvm::StringRef;
using llvm::Twine;

void npuprof::reportMalformed(StringRef file, const Twine &message) {
  llvm::report_fatal_error("data file " + file + ": " + message,
                           /*gen_crash_diag=*/false);
}

llvm::json::Object npuprof::parseDataFile(const EmbeddedFile &file) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(file.text);
  if (!value)
    reportMalformed(file.name, llvm::toString(value.takeError()));
  llvm::json::Object *object = value->getAsObject();
  if (!object)
    reportMalformed(file.name, "expected an object");
  return std::move(*object);
}

/// What a figure's unit is multiplied by to be in the base unit.
static std::optional<double> getScale(StringRef written, StringRef base) {
  if (written == base)
    return 1;
  static constexpr std::pair<StringRef, double> prefixes[] = {
      {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
  for (auto [prefix, scale] : prefixes)
    if (!base.empty() && written == (prefix + base).str())
      return scale;
  return std::nullopt;
}

double FigureTable::get(StringRef name, StringRef unit) {
  const llvm::json::Object *figure = figures.getObject(name);
  if (!figure)
    reportMalformed(file, "expected a figure '" + name + "'");
  used.insert(name);
  std::optional<double> value = figure->getNumber("value");
  if (!value || *value < 0)
    reportMalformed(file, "expected a value from 0 in '" + name + "'");
  if (figure->getString("source").value_or("").empty())
    reportMalformed(file, "expected a source in '" + name + "'");
  StringRef written = figure->getString("unit").value_or("?");
  std::optional<double> scale = getScale(written, unit);
  if (!scale)
    reportMalformed(file, "expected the unit '" + unit + "' in '" + name +
                              "', found '" + written + "'");
  return *value * *scale;
}

int64_t FigureTable::getWhole(StringRef name, StringRef unit) {
  double value = get(name, unit);
  if (value != std::floor(value) || value > 1e18)
    reportMalformed(file, "expected a whole number in '" + name + "'");
  return static_cast<int64_t>(value);
}

void FigureTable::finish() const {
  for (const auto &[name, figure] : figures)
    if (!used.contains(StringRef(name)))
      reportMalformed(file, "unknown figure '" + StringRef(name) + "'");
}
