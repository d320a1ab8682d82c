//===- ExportNames.cpp - Exports and slices told by file name -------------===//
//
// msprof adds the time of the export to a file's name, and cuts large tables:
//
//   op_summary_20260823165335.csv
//   op_summary_slice_0_20260823165335.csv   slices of one export
//   op_summary_slice_1_20260823165335.csv
//   op_summary_20260823165335.csv           another exporter: the first slice
//   op_summary_slice_1_20260823165341.csv   has no number, each its own time
//
// In order of time and number, an export starts at each file that is the first
// slice or none; the last export counts. Names without a time stand for
// themselves.
//
//===----------------------------------------------------------------------===//

#include "ProfileDirectory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>

using namespace npuprof;
using llvm::StringRef;

namespace {
struct ExportName {
  std::string name;
  /// Digits of the time.
  StringRef stamp;
  unsigned slice = 0;

  bool operator<(const ExportName &other) const {
    return std::tie(stamp, slice, name) <
           std::tie(other.stamp, other.slice, other.name);
  }
};
} // namespace

/// Splits "<table>[_slice_<k>]_<time>.csv" (or .db); returns the table, or
/// nothing if there is no time.
static StringRef splitName(StringRef name, StringRef &stamp, unsigned &slice) {
  StringRef stem = name;
  if (!stem.consume_back_insensitive(".csv"))
    stem.consume_back_insensitive(".db");
  auto [table, last] = stem.rsplit('_');
  if (last.size() < 14 || !llvm::all_of(last, llvm::isDigit))
    return {};
  stamp = last;
  auto [rest, number] = table.rsplit('_');
  if (rest.ends_with("_slice") && !number.getAsInteger(10, slice))
    table = rest.drop_back(StringRef("_slice").size());
  return table;
}

std::vector<std::string>
npuprof::selectNewestExports(std::vector<std::string> names) {
  std::vector<std::string> selected;
  std::map<std::string, std::vector<ExportName>> tables;
  for (std::string &name : names) {
    StringRef stamp;
    unsigned slice = 0;
    StringRef table = splitName(name, stamp, slice);
    if (table.empty())
      selected.push_back(name);
    else
      tables[table.str()].push_back({name, stamp, slice});
  }
  for (auto &[table, exports] : tables) {
    llvm::sort(exports);
    auto first = exports.end();
    do
      --first;
    while (first != exports.begin() && first->slice != 0);
    for (; first != exports.end(); ++first)
      selected.push_back(first->name);
  }
  // Slice 2 goes before slice 10, since rows without a start keep their order.
  llvm::sort(selected, [](StringRef a, StringRef b) {
    return a.compare_numeric(b) < 0;
  });
  return selected;
}
