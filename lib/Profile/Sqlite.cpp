//===- Sqlite.cpp - An SQLite file, read only -----------------------------===//

#include "Sqlite.h"
#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <sqlite3.h>

using namespace npuprof;
using llvm::StringRef;
using llvm::Twine;

bool npuprof::isSqlite(StringRef content) {
  return content.starts_with(StringRef("SQLite format 3\0", 16));
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

StringRef SqliteRow::getText(unsigned column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  if (!text)
    return {};
  return {reinterpret_cast<const char *>(text),
          static_cast<size_t>(sqlite3_column_bytes(statement, column))};
}

void SqliteRow::complain(unsigned column, const Twine &what) {
  if (complaint.empty())
    complaint = ("expected " + what + " for '" +
                 sqlite3_column_name(statement, column) + "', found '" +
                 getText(column) + "'")
                    .str();
}

std::optional<int64_t> SqliteRow::getInteger(unsigned column) {
  int type = sqlite3_column_type(statement, column);
  if (type == SQLITE_NULL)
    return std::nullopt;
  if (type == SQLITE_INTEGER)
    return sqlite3_column_int64(statement, column);
  // Columns without a strict type hold whole numbers as text, too.
  std::optional<int64_t> value = parseInteger(getText(column));
  if (!value)
    complain(column, "a whole number");
  return value;
}

std::optional<double> SqliteRow::getNumber(unsigned column) {
  int type = sqlite3_column_type(statement, column);
  if (type == SQLITE_NULL)
    return std::nullopt;
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
    return sqlite3_column_double(statement, column);
  std::optional<double> value = parseNumber(getText(column));
  if (!value)
    complain(column, "a number");
  return value;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Double quotes around a name, as SQL wants them.
static std::string quote(StringRef name) {
  std::string result = "\"";
  for (char c : name) {
    result += c;
    if (c == '"')
      result += c;
  }
  return result + '"';
}

std::string
SqliteTable::select(std::initializer_list<StringRef> names) const {
  const auto *found =
      llvm::find_if(names, [&](StringRef column) { return has(column); });
  if (found == names.end())
    return "NULL";
  return quote(name) + "." + quote(*found) + " AS " +
         quote(name + "." + found->str());
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// "file:///a/b%3F.db?...": characters that a URI gives a meaning are escaped.
static std::string makeUri(StringRef path) {
  llvm::SmallString<128> absolute(path);
  // Fails only where there is no current directory; opening fails then.
  (void)llvm::sys::fs::make_absolute(absolute);
  std::string uri = "file://";
  for (char c : absolute) {
    if (llvm::isAlnum(c) || StringRef("/._-").contains(c))
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c),
                                   /*LowerCase=*/false, /*Width=*/2);
  }
  // Immutable: nothing is locked and no journal is looked for, so that a file
  // on a read-only medium can be read and nothing is ever written.
  return uri + "?mode=ro&immutable=1";
}

llvm::Expected<SqliteFile> SqliteFile::open(StringRef path) {
  sqlite3 *handle = nullptr;
  int status =
      sqlite3_open_v2(makeUri(path).c_str(), &handle,
                      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  SqliteFile file(path, handle);
  if (status != SQLITE_OK)
    return file.makeError("this SQLite database cannot be opened: " +
                          Twine(handle ? sqlite3_errmsg(handle)
                                       : "out of memory"));
  // A damaged or forged schema must not run functions of its own.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return file;
}

SqliteFile::SqliteFile(SqliteFile &&other)
    : path(std::move(other.path)), handle(other.handle) {
  other.handle = nullptr;
}

SqliteFile::~SqliteFile() { sqlite3_close(handle); }

llvm::Error SqliteFile::makeError(const Twine &message) const {
  return llvm::make_error<ProfileError>(path, 0, 0, message.str());
}

llvm::Error SqliteFile::query(StringRef table, const std::string &sql,
                              llvm::function_ref<void(SqliteRow &)> read) {
  auto fail = [&] {
    return makeError("cannot read the table " + table +
                     " of this SQLite database: " + sqlite3_errmsg(handle));
  };
  sqlite3_stmt *raw = nullptr;
  if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &raw, nullptr) != SQLITE_OK)
    return fail();
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt *)> statement(
      raw, sqlite3_finalize);

  SqliteRow row(raw);
  int status;
  while ((status = sqlite3_step(raw)) == SQLITE_ROW) {
    read(row);
    if (!row.complaint.empty())
      return makeError(row.complaint);
  }
  if (status != SQLITE_DONE)
    return fail();
  return llvm::Error::success();
}

llvm::Expected<SqliteTable> SqliteFile::findTable(StringRef name) {
  SqliteTable table;
  table.name = name.str();
  auto read = [&](SqliteRow &row) { table.columns.insert(row.getText(0)); };
  if (llvm::Error error = query(
          name, "SELECT name FROM pragma_table_info(" + quote(name) + ")",
          read))
    return std::move(error);
  return table;
}

llvm::Expected<SqliteTable>
SqliteFile::requireTable(StringRef name, llvm::ArrayRef<StringRef> columns) {
  llvm::Expected<SqliteTable> table = findTable(name);
  if (!table)
    return table;
  if (!*table)
    return makeError("this SQLite database has no table " + name +
                     "; expected one with the columns " +
                     llvm::join(columns, ", "));
  for (StringRef column : columns)
    if (!table->has(column))
      return makeError("the table " + name +
                       " of this SQLite database has no column " + column +
                       "; expected " + llvm::join(columns, ", "));
  return table;
}
