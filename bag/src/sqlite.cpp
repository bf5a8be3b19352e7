// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "bag/error.hpp"
#include "bytes.hpp"

namespace bag::detail
{
namespace
{

/// Enough for rosbag2's tables; SQLite uses less memory for a lower limit.
constexpr int max_columns = 64;

}  // namespace

Database::Database(const std::filesystem::path & path, std::size_t largest)
: path_(path), writes_(false)
{
  if (
    sqlite3_open_v2(
      path.c_str(), &database_, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
    const int system = database_ != nullptr ? sqlite3_system_errno(database_) : ENOMEM;
    const std::string reason = database_ != nullptr ? sqlite3_errmsg(database_) : "";
    sqlite3_close(database_);
    if (system != 0) {  // not the file's content is at fault
      throw Error(path.string() + " cannot be read: " + std::strerror(system), system);
    }
    fail(reason);
  }
  // A file may define computed columns of any length; no stored value is longer than the file.
  std::uintmax_t file_bytes = 1'000'000;
  for (const char * suffix : {"", "-wal"}) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(path.string() + suffix, missing);
    file_bytes += missing ? 0 : size;
  }
  sqlite3_limit(
    database_, SQLITE_LIMIT_LENGTH,
    static_cast<int>(std::min<std::uintmax_t>({largest, file_bytes, 1'000'000'000})));
  sqlite3_limit(database_, SQLITE_LIMIT_COLUMN, max_columns);
  int off = 0;
  sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &off);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, &off);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &off);
  try {
    run("PRAGMA cell_size_check=ON");
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

Database::Database(const std::filesystem::path & path) : path_(path), writes_(true)
{
  if (
    sqlite3_open_v2(
      path.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
      nullptr) != SQLITE_OK) {
    const std::string reason = database_ != nullptr ? sqlite3_errmsg(database_) : "no memory";
    sqlite3_close(database_);
    fail(reason);
  }
}

Database::~Database()
{
  sqlite3_close(database_);
}

void Database::run(const char * statements)
{
  if (sqlite3_exec(database_, statements, nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail();
  }
}

void Database::fail() const
{
  const int code = sqlite3_errcode(database_);
  const int system = sqlite3_system_errno(database_);
  const std::string reason = sqlite3_errmsg(database_);
  if (writes_) {
    throw Error(
      path_.string() + " cannot be written: " + reason, code == SQLITE_FULL ? ENOSPC
                                                        : system != 0       ? system
                                                                            : EIO);
  }
  fail(reason);
}

void Database::fail(const std::string & reason) const
{
  if (writes_) {
    throw Error(path_.string() + " cannot be written: " + reason, EIO);
  }
  throw Error(path_.string() + " is damaged or not a recording: " + printable(reason));
}

Statement::Statement(Database & database, const std::string & text) : database_(database)
{
  if (sqlite3_prepare_v2(database.database_, text.c_str(), -1, &statement_, nullptr) != SQLITE_OK) {
    database.fail();
  }
}

Statement::~Statement()
{
  sqlite3_finalize(statement_);
}

bool Statement::step()
{
  const int result = sqlite3_step(statement_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) {
    database_.fail();
  }
  return result == SQLITE_ROW;
}

void Statement::reset()
{
  sqlite3_reset(statement_);
}

void Statement::bind(int index, std::int64_t value)
{
  sqlite3_bind_int64(statement_, index, value);
}

void Statement::bind(int index, std::string_view text)
{
  sqlite3_bind_text64(
    statement_, index, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int index, std::span<const std::byte> blob)
{
  const void * const data = blob.empty() ? "" : static_cast<const void *>(blob.data());
  sqlite3_bind_blob64(statement_, index, data, blob.size(), SQLITE_STATIC);
}

void Statement::check(int column, int kind) const
{
  if (sqlite3_column_type(statement_, column) != kind) {
    static constexpr const char * kinds[] = {"?",      "an integer", "a float",
                                             "a text", "a blob",     "NULL"};
    database_.fail(
      std::string(sqlite3_column_name(statement_, column)) + " is " +
      kinds[sqlite3_column_type(statement_, column)] + "; expected " + kinds[kind]);
  }
}

std::int64_t Statement::number(int column) const
{
  check(column, SQLITE_INTEGER);
  return sqlite3_column_int64(statement_, column);
}

std::string_view Statement::text(int column) const
{
  check(column, SQLITE_TEXT);
  const auto * const text = reinterpret_cast<const char *>(sqlite3_column_text(statement_, column));
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::span<const std::byte> Statement::blob(int column) const
{
  check(column, SQLITE_BLOB);
  const auto * const data = static_cast<const std::byte *>(sqlite3_column_blob(statement_, column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace bag::detail
