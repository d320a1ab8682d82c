//===- Table.h - Rows and typed cells of a profiler's table -----*- C++ -*-===//
//
// What all readers share: columns are found by the meaning of their heading,
// cells are read by unit, and whatever does not fit is answered with its place
// and what was expected there.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_PROFILE_TABLE_H
#define NPUPROF_LIB_PROFILE_TABLE_H

#include "Csv.h"
#include "npuprof/Profile/Readers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace npuprof {

/// A column of the table at hand, or none.
struct Column {
  int index = -1;
  /// As in the file, for messages.
  llvm::StringRef heading;
  /// What a cell is multiplied by to be in our unit.
  double scale = 1;

  explicit operator bool() const { return index >= 0; }
};

class Table;

/// The row that a reader is shown. A cell that says nothing (empty, "N/A",
/// "NA", or without a column) is absent. A malformed cell is absent too and
/// makes the table fail once the reader has returned.
class Row {
public:
  unsigned getLine() const;

  /// Empty where absent.
  llvm::StringRef getText(const Column &column) const;
  std::optional<double> getNumber(const Column &column);
  /// Not negative.
  std::optional<double> getAmount(const Column &column);
  /// A share, 0 to 1; what rounding puts a little above is taken as 1.
  std::optional<double> getShare(const Column &column);
  std::optional<int64_t> getInteger(const Column &column);
  /// Bytes, counts: an amount rounded to a whole number.
  std::optional<int64_t> getWhole(const Column &column);
  /// A point in time as exact nanoseconds; `column` comes from findInstant.
  std::optional<int64_t> getInstant(const Column &column);

  /// Whether a cell of this row was malformed.
  bool hasFailed() const;
  /// Fails the table at the cell of `column`.
  void complain(const Column &column, const llvm::Twine &message);

private:
  friend class Table;
  Row(Table &table, int shift) : table(table), shift(shift) {}
  const CsvCell *getCell(const Column &column) const;

  Table &table;
  /// How far the cells stand right of their headings (totals rows).
  int shift;
};

class Table {
public:
  Table(llvm::StringRef path, llvm::StringRef text,
        std::vector<ReadNote> *notes)
      : path(path), csv(text), notes(notes) {}

  /// Reads the heading row; false if the text has not a single line.
  bool readHeadings();
  /// The heading row in a few words, for messages.
  std::string describeHeadings() const;

  /// The first column with one of these headings, in lower case with "_" for
  /// blanks and without unit: "Task Start Time(us)" is "task_start_time".
  Column find(std::initializer_list<llvm::StringRef> names) const;
  /// The same for a column with a unit, cells being scaled to microseconds,
  /// bytes, bytes a second, or a share of 1. A heading without unit has the
  /// one that msprof uses ("us", "KB", "GB/s"); shares have "%" or none. An
  /// unknown unit fails the table.
  Column findTime(std::initializer_list<llvm::StringRef> names);
  Column findBytes(std::initializer_list<llvm::StringRef> names,
                   llvm::StringRef unit);
  Column findBandwidth(std::initializer_list<llvm::StringRef> names);
  Column findShare(std::initializer_list<llvm::StringRef> names);
  /// Scaled to nanoseconds.
  Column findInstant(std::initializer_list<llvm::StringRef> names);

  bool has(llvm::StringRef name) const { return columns.contains(name); }
  /// Whether a heading starts with `prefix`.
  bool hasPrefix(llvm::StringRef prefix) const;

  /// Shows each row to `read`. A totals row ("Total" in front and nothing in
  /// the second cell) goes to `readTotals` if there is one, its cells aligned
  /// to the last heading: these rows have a cell too few or too many.
  ///
  /// A row whose cells cannot be placed under the headings is left out with a
  /// note, and so is a last line that was cut short. If most rows are like
  /// that the table fails. Returns the number of rows that were read.
  llvm::Expected<size_t>
  readRows(llvm::function_ref<void(Row &)> read,
           llvm::function_ref<void(Row &)> readTotals = nullptr);

  void note(unsigned line, const llvm::Twine &message);

private:
  friend class Row;
  struct Unit;

  Column findUnit(std::initializer_list<llvm::StringRef> names,
                  llvm::StringRef defaultUnit, llvm::ArrayRef<Unit> units);
  void complainAt(TextLocation location, const llvm::Twine &message);
  bool isTotals() const;
  bool isBlank() const;

  struct Heading {
    unsigned index;
    llvm::StringRef text;
    llvm::StringRef unit;
    TextLocation location;
  };

  llvm::StringRef path;
  CsvReader csv;
  std::vector<ReadNote> *notes;
  llvm::StringMap<Heading> columns;
  size_t numHeadings = 0;
  std::string headingLine;
  /// The first complaint; the ones that follow from it are of no use.
  std::optional<ProfileError> complaint;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_TABLE_H
