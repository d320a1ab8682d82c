//===- Table.cpp - Rows and typed cells of a profiler's table -------------===//

#include "Table.h"
#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace npuprof;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Headings
//===----------------------------------------------------------------------===//

struct Table::Unit {
  llvm::StringLiteral name;
  double scale;
};

/// "Task Start Time(us)": {"task_start_time", "us"}.
static std::pair<std::string, StringRef> splitHeading(StringRef text) {
  auto [name, rest] = text.split('(');
  std::string key = name.trim().lower();
  llvm::replace(key, ' ', '_');
  return {std::move(key), rest.split(')').first.trim()};
}

bool Table::readHeadings() {
  if (!csv.next())
    return false;
  for (auto [i, cell] : llvm::enumerate(csv.getCells())) {
    if (!headingLine.empty())
      headingLine += ',';
    headingLine += cell.text.str();
    auto [key, unit] = splitHeading(cell.text);
    // Some tables repeat headings (step_trace); the first one counts.
    if (!key.empty())
      columns.try_emplace(key, Heading{static_cast<unsigned>(i), cell.text,
                                       unit, csv.locate(cell.start)});
  }
  numHeadings = csv.getCells().size();
  // A comma at the end of the line makes no column.
  while (numHeadings > 0 && csv.getCells()[numHeadings - 1].text.empty())
    --numHeadings;
  return true;
}

std::string Table::describeHeadings() const {
  constexpr size_t length = 60;
  if (headingLine.size() <= length)
    return headingLine;
  // Cut between characters, not within one.
  size_t cut = length;
  while (cut > 0 && (headingLine[cut] & 0xC0) == 0x80)
    --cut;
  return headingLine.substr(0, cut) + "...";
}

Column Table::find(std::initializer_list<StringRef> names) const {
  for (StringRef name : names)
    if (auto it = columns.find(name); it != columns.end())
      return {static_cast<int>(it->second.index), it->second.text};
  return {};
}

Column Table::findUnit(std::initializer_list<StringRef> names,
                       StringRef defaultUnit, llvm::ArrayRef<Unit> units) {
  Column column = find(names);
  if (!column)
    return column;
  const Heading &heading =
      columns.find(splitHeading(column.heading).first)->second;
  StringRef written = heading.unit.empty() ? defaultUnit : heading.unit;
  for (const Unit &unit : units)
    if (written.equals_insensitive(unit.name)) {
      column.scale = unit.scale;
      return column;
    }
  complainAt(heading.location,
             "unknown unit '" + written + "' in the heading '" + heading.text +
                 "'; expected " +
                 llvm::join(llvm::map_range(units,
                                            [](const Unit &unit) {
                                              return unit.name.empty()
                                                         ? std::string("none")
                                                         : unit.name.str();
                                            }),
                            ", "));
  return {};
}

Column Table::findTime(std::initializer_list<StringRef> names) {
  static constexpr Unit units[] = {
      {"us", 1}, {"ns", 1e-3}, {"ms", 1e3}, {"s", 1e6}};
  return findUnit(names, "us", units);
}

Column Table::findInstant(std::initializer_list<StringRef> names) {
  static constexpr Unit units[] = {
      {"us", 1e3}, {"ns", 1}, {"ms", 1e6}, {"s", 1e9}};
  return findUnit(names, "us", units);
}

Column Table::findBytes(std::initializer_list<StringRef> names,
                        StringRef unit) {
  // msprof's KB and MB are powers of 1024; its GB, as in GB/s, is 10^9.
  static constexpr Unit units[] = {{"B", 1},
                                   {"Bytes", 1},
                                   {"KB", 1024},
                                   {"MB", 1024.0 * 1024.0},
                                   {"GB", 1e9}};
  return findUnit(names, unit, units);
}

Column Table::findBandwidth(std::initializer_list<StringRef> names) {
  static constexpr Unit units[] = {{"GB/s", 1e9}, {"MB/s", 1e6}, {"B/s", 1}};
  return findUnit(names, "GB/s", units);
}

Column Table::findShare(std::initializer_list<StringRef> names) {
  static constexpr Unit units[] = {{"", 1}, {"%", 0.01}};
  return findUnit(names, "", units);
}

bool Table::hasPrefix(StringRef prefix) const {
  return llvm::any_of(columns.keys(),
                      [&](StringRef name) { return name.starts_with(prefix); });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

bool Table::isTotals() const {
  llvm::ArrayRef<CsvCell> cells = csv.getCells();
  return cells[0].text.equals_insensitive("total") &&
         (cells.size() < 2 || cells[1].text.empty());
}

/// A spreadsheet pads a table with rows of commas.
bool Table::isBlank() const {
  return llvm::all_of(csv.getCells(),
                      [](const CsvCell &cell) { return cell.text.empty(); });
}

llvm::Expected<size_t>
Table::readRows(llvm::function_ref<void(Row &)> read,
                llvm::function_ref<void(Row &)> readTotals) {
  size_t numRead = 0, numMisfits = 0;
  std::optional<ProfileError> firstMisfit;

  while (!complaint && csv.next()) {
    if (isBlank())
      continue;
    llvm::ArrayRef<CsvCell> cells = csv.getCells();
    unsigned line = csv.getLine();
    bool cutShort = csv.isUnterminated();

    if (const char *quote = csv.getUnclosed()) {
      // In the last line the profiler stopped in the middle of the cell;
      // anywhere else the quote has swallowed rows.
      TextLocation location = csv.locate(quote);
      if (!cells.back().text.rtrim("\r\n").contains('\n')) {
        note(line, "the last line is cut short inside of a quoted cell and was "
                   "left out; the profiler was probably stopped early");
        break;
      }
      complainAt(location, "this quote is never closed; expected '\"' at the "
                           "end of the cell");
      break;
    }
    if (readTotals && isTotals()) {
      Row row(*this,
              static_cast<int>(cells.size()) - static_cast<int>(numHeadings));
      readTotals(row);
      continue;
    }

    // Empty cells after the last column are the comma at the end of the line.
    size_t numCells = cells.size();
    while (numCells > numHeadings && cells[numCells - 1].text.empty())
      --numCells;
    if (numCells == numHeadings && !csv.getStray()) {
      Row row(*this, 0);
      read(row);
      if (complaint && cutShort) {
        complaint.reset();
        note(line, "the last line is cut short and was left out; the profiler "
                   "was probably stopped early");
        break;
      }
      ++numRead;
      continue;
    }
    if (cutShort && numCells < numHeadings) {
      note(line, "the last line is cut short (" + Twine(numCells) + " of " +
                     Twine(numHeadings) +
                     " cells) and was left out; the profiler was probably "
                     "stopped early");
      break;
    }

    ++numMisfits;
    TextLocation location = csv.locate(
        csv.getStray() ? csv.getStray()
                       : cells[std::min(numHeadings, cells.size() - 1)].start);
    std::string message =
        csv.getStray()
            ? std::string("expected ',' after the closing quote")
            : ("expected " + Twine(numHeadings) +
               " cells as in the heading row, found " + Twine(numCells))
                  .str();
    if (!firstMisfit)
      firstMisfit.emplace(path.str(), location.line, location.column, message);
    note(location.line, message + "; the row was left out");
  }

  if (!complaint && numMisfits > numRead)
    complaint = firstMisfit;
  if (complaint)
    return llvm::make_error<ProfileError>(std::move(*complaint));
  return numRead;
}

void Table::note(unsigned line, const Twine &message) {
  if (notes)
    notes->push_back({path.str(), line, message.str()});
}

void Table::complainAt(TextLocation location, const Twine &message) {
  if (!complaint)
    complaint.emplace(path.str(), location.line, location.column,
                      message.str());
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

unsigned Row::getLine() const { return table.csv.getLine(); }

const CsvCell *Row::getCell(const Column &column) const {
  if (!column)
    return nullptr;
  llvm::ArrayRef<CsvCell> cells = table.csv.getCells();
  int index = column.index + shift;
  if (index < 0 || index >= static_cast<int>(cells.size()))
    return nullptr;
  return &cells[index];
}

StringRef Row::getText(const Column &column) const {
  const CsvCell *cell = getCell(column);
  if (!cell || cell->text == "N/A" || cell->text == "NA")
    return {};
  return cell->text;
}

bool Row::hasFailed() const { return table.complaint.has_value(); }

void Row::complain(const Column &column, const Twine &message) {
  table.complainAt(table.csv.locate(getCell(column)->start), message);
}

/// The sentence that all malformed cells get.
static std::string describe(StringRef what, const Column &column,
                            StringRef text) {
  return ("expected " + what + " for '" + column.heading + "', found '" + text +
          "'")
      .str();
}

std::optional<double> Row::getNumber(const Column &column) {
  StringRef text = getText(column);
  if (text.empty())
    return std::nullopt;
  std::optional<double> value = parseNumber(text);
  if (!value) {
    complain(column, describe("a number", column, text));
    return std::nullopt;
  }
  return *value * column.scale;
}

std::optional<double> Row::getAmount(const Column &column) {
  std::optional<double> value = getNumber(column);
  if (value && (*value < 0 || !std::isfinite(*value))) {
    complain(column, describe("a number from 0", column, getText(column)));
    return std::nullopt;
  }
  return value;
}

std::optional<double> Row::getShare(const Column &column) {
  // Counters of several cores are read one after the other, so that a busy
  // pipe's share can come out a little above 1.
  constexpr double tolerance = 0.05;
  std::optional<double> value = getNumber(column);
  if (value && (*value < 0 || *value > 1 + tolerance)) {
    complain(column, describe(column.scale == 1 ? "a share from 0 to 1"
                                                : "a percentage from 0 to 100",
                              column, getText(column)));
    return std::nullopt;
  }
  if (value)
    value = std::min(*value, 1.0);
  return value;
}

std::optional<int64_t> Row::getInteger(const Column &column) {
  StringRef text = getText(column);
  if (text.empty())
    return std::nullopt;
  std::optional<int64_t> value = parseInteger(text);
  if (!value)
    complain(column, describe("a whole number", column, text));
  return value;
}

std::optional<int64_t> Row::getWhole(const Column &column) {
  std::optional<double> value = getAmount(column);
  if (!value)
    return std::nullopt;
  // Far above any device, and far below what an int64_t holds.
  constexpr double limit = 1e18;
  if (*value > limit) {
    complain(column, describe("a number below 10^18", column, getText(column)));
    return std::nullopt;
  }
  return std::llround(*value);
}

std::optional<int64_t> Row::getInstant(const Column &column) {
  StringRef text = getText(column);
  if (text.empty())
    return std::nullopt;
  unsigned digits = 0;
  for (double scale = column.scale; scale > 5; scale /= 10)
    ++digits;
  std::optional<int64_t> value = parseScaled(text, digits);
  if (!value)
    complain(column,
             describe("a decimal such as 1736413971558972.912", column, text));
  return value;
}
