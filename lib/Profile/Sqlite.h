//===- Sqlite.h - An SQLite file, read only ---------------------*- C++ -*-===//
//
// A thin layer over the C library: columns are found by name, cells are
// checked, and what does not fit is answered with the table and the column that
// were expected.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_PROFILE_SQLITE_H
#define NPUPROF_LIB_PROFILE_SQLITE_H

#include "npuprof/Profile/Readers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

struct sqlite3;
struct sqlite3_stmt;

namespace npuprof {

/// Whether a file with this content is an SQLite database.
bool isSqlite(llvm::StringRef content);

/// The row that a query shows. A NULL is absent. A cell of the wrong type is
/// absent too and makes the query fail once its reader has returned.
class SqliteRow {
public:
  std::optional<int64_t> getInteger(unsigned column);
  std::optional<double> getNumber(unsigned column);
  /// Lives until the next row.
  llvm::StringRef getText(unsigned column);
  /// Fails the query: "expected <what> for '<column>', found '<cell>'".
  void complain(unsigned column, const llvm::Twine &what);

private:
  friend class SqliteFile;
  explicit SqliteRow(sqlite3_stmt *statement) : statement(statement) {}

  sqlite3_stmt *statement;
  /// The first complaint; empty if there is none.
  std::string complaint;
};

/// A table and the names of its columns, none of either if the file lacks it.
class SqliteTable {
public:
  explicit operator bool() const { return !columns.empty(); }
  llvm::StringRef getName() const { return name; }
  bool has(llvm::StringRef column) const { return columns.contains(column); }
  /// An expression for the first of `names` that the table has, titled
  /// "<table>.<column>" for messages; NULL where it has none of them.
  std::string select(std::initializer_list<llvm::StringRef> names) const;

private:
  friend class SqliteFile;
  std::string name;
  llvm::StringSet<> columns;
};

class SqliteFile {
public:
  static llvm::Expected<SqliteFile> open(llvm::StringRef path);
  SqliteFile(SqliteFile &&other);
  ~SqliteFile();

  llvm::Expected<SqliteTable> findTable(llvm::StringRef name);
  /// The same; fails if the table or one of `columns` is missing.
  llvm::Expected<SqliteTable>
  requireTable(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> columns);

  /// Shows each row to `read`; `table` names what is read, for messages.
  llvm::Error query(llvm::StringRef table, const std::string &sql,
                    llvm::function_ref<void(SqliteRow &)> read);

  llvm::Error makeError(const llvm::Twine &message) const;

private:
  SqliteFile(llvm::StringRef path, sqlite3 *handle)
      : path(path), handle(handle) {}

  std::string path;
  sqlite3 *handle;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_SQLITE_H
