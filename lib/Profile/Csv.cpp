//===- Csv.cpp - Comma-separated text, record by record -------------------===//

#include "Csv.h"
#include <cstring>

using namespace npuprof;
using llvm::StringRef;

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// StringRef::trim builds a set of characters on each call, which shows in a
/// reader whose cells are a few bytes long.
static StringRef trimBlanks(StringRef text) {
  while (!text.empty() && isBlank(text.front()))
    text = text.drop_front();
  while (!text.empty() && isBlank(text.back()))
    text = text.drop_back();
  return text;
}

CsvReader::CsvReader(StringRef text) : cursor(text.begin()), end(text.end()) {
  if (text.starts_with("\xEF\xBB\xBF"))
    cursor += 3;
}

bool CsvReader::next() {
  cells.clear();
  unescaped.Reset();
  stray = unclosed = nullptr;

  while (cursor != end) {
    const char *rest = cursor;
    while (rest != end && isBlank(*rest))
      ++rest;
    if (rest == end) {
      cursor = end;
      break;
    }
    if (*rest != '\n')
      break;
    cursor = rest + 1;
    ++line;
  }
  if (cursor == end)
    return false;

  recordStart = cursor;
  recordLine = line;
  while (true) {
    readCell();
    if (cursor == end) {
      unterminated = true;
      return true;
    }
    char separator = *cursor++;
    if (separator == '\n') {
      unterminated = false;
      ++line;
      return true;
    }
  }
}

/// Leaves the cursor on the comma or line break after the cell, or at the end.
void CsvReader::readCell() {
  CsvCell cell;
  cell.start = cursor;
  const char *first = cursor;
  while (first != end && isBlank(*first))
    ++first;
  if (first != end && *first == '"') {
    cursor = first;
    cell.text = readQuoted();
  } else {
    cell.text = readPlain();
  }
  cells.push_back(cell);
}

StringRef CsvReader::readPlain() {
  const char *first = cursor;
  while (cursor != end && *cursor != ',' && *cursor != '\n')
    ++cursor;
  return trimBlanks(StringRef(first, cursor - first));
}

StringRef CsvReader::readQuoted() {
  const char *quote = cursor++;
  const char *first = cursor;
  unsigned pairs = 0;
  while (true) {
    const char *next = static_cast<const char *>(
        std::memchr(cursor, '"', static_cast<size_t>(end - cursor)));
    const char *stop = next ? next : end;
    line += StringRef(cursor, stop - cursor).count('\n');
    cursor = stop;
    if (!next) {
      unclosed = quote;
      break;
    }
    if (cursor + 1 == end || cursor[1] != '"')
      break;
    cursor += 2;
    ++pairs;
  }
  StringRef text(first, cursor - first);

  if (!unclosed) {
    ++cursor;
    StringRef after = readPlain();
    if (!after.empty())
      stray = after.begin();
  }
  if (pairs == 0)
    return trimBlanks(text);
  // A shape cell, """2,3;4""", has its doubled quotes at the ends alone: the
  // inner half of each pair is already where it should be.
  if (pairs == 2 && text.size() >= 4 && text.starts_with("\"\"") &&
      text.ends_with("\"\""))
    return text.drop_front().drop_back();

  char *copy = unescaped.Allocate<char>(text.size());
  size_t size = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    copy[size++] = text[i];
    if (text[i] == '"')
      ++i;
  }
  return trimBlanks(StringRef(copy, size));
}

TextLocation CsvReader::locate(const char *position) const {
  StringRef before(recordStart, position - recordStart);
  size_t breakAt = before.rfind('\n');
  if (breakAt == StringRef::npos)
    return {recordLine, static_cast<unsigned>(before.size()) + 1};
  return {recordLine + static_cast<unsigned>(before.count('\n')),
          static_cast<unsigned>(before.size() - breakAt)};
}
