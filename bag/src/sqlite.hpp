// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An SQLite database and its statements; errors contain the file name.
#ifndef BAG__SQLITE_HPP_
#define BAG__SQLITE_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace bag::detail
{

class Database
{
public:
  /// Opens an existing database for reading; no value may be larger than `largest` bytes.
  Database(const std::filesystem::path & path, std::size_t largest);
  /// Creates a database for writing.
  explicit Database(const std::filesystem::path & path);
  ~Database();
  Database(const Database &) = delete;
  Database & operator=(const Database &) = delete;

  void run(const char * statements);
  [[noreturn]] void fail() const;
  [[noreturn]] void fail(const std::string & why) const;

private:
  friend class Statement;
  std::filesystem::path path_;
  bool writes_;
  sqlite3 * database_ = nullptr;
};

/// A prepared statement. It must be destroyed before its database.
class Statement
{
public:
  Statement(Database & database, const std::string & text);
  ~Statement();
  Statement(const Statement &) = delete;
  Statement & operator=(const Statement &) = delete;

  /// Moves to the next row. Returns false after the last one.
  bool step();
  void reset();
  void bind(int index, std::int64_t value);
  /// The bytes are not copied: they must stay valid until the statement was stepped.
  void bind(int index, std::string_view text);
  void bind(int index, std::span<const std::byte> blob);
  /// Return the columns of the row, valid until the next step. Throw Error for a value of another
  /// kind.
  std::int64_t number(int column) const;
  std::string_view text(int column) const;
  std::span<const std::byte> blob(int column) const;

private:
  void check(int column, int kind) const;

  Database & database_;
  sqlite3_stmt * statement_ = nullptr;
};

}  // namespace bag::detail

#endif  // BAG__SQLITE_HPP_
