//===- Csv.h - Comma-separated text, record by record -----------*- C++ -*-===//
//
// RFC 4180 with what profilers and spreadsheets do to it: a byte order mark,
// LF and CRLF mixed, blanks around cells. Cells are views of the text; only a
// cell with quotes inside is copied, and that copy lives until the next record.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_PROFILE_CSV_H
#define NPUPROF_LIB_PROFILE_CSV_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

namespace npuprof {

struct CsvCell {
  /// Without the quotes around it and without blanks at its ends.
  llvm::StringRef text;
  /// Where the cell starts in the file's text.
  const char *start = nullptr;
};

/// Both from 1; columns count bytes.
struct TextLocation {
  unsigned line = 0;
  unsigned column = 0;
};

class CsvReader {
public:
  explicit CsvReader(llvm::StringRef text);

  /// Reads the next record that is not a blank line; false at the end.
  bool next();

  llvm::ArrayRef<CsvCell> getCells() const { return cells; }
  unsigned getLine() const { return recordLine; }
  /// Whether the record stops at the end of the text, without a line break: a
  /// profiler that was killed leaves such a line, often cut short.
  bool isUnterminated() const { return unterminated; }

  /// Text that follows a closing quote; null if the record is well-formed.
  const char *getStray() const { return stray; }
  /// A quote that is never closed; it swallows the rest of the text.
  const char *getUnclosed() const { return unclosed; }

  /// The place of a cell of the current record.
  TextLocation locate(const char *position) const;

private:
  void readCell();
  llvm::StringRef readQuoted();
  llvm::StringRef readPlain();

  const char *cursor;
  const char *const end;
  unsigned line = 1;

  llvm::SmallVector<CsvCell, 64> cells;
  llvm::BumpPtrAllocator unescaped;
  const char *recordStart = nullptr;
  unsigned recordLine = 0;
  bool unterminated = false;
  const char *stray = nullptr;
  const char *unclosed = nullptr;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_CSV_H
