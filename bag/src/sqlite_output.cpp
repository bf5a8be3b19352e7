// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes a file of rosbag2's SQLite storage, schema version 4; a chunk is a transaction.
#include <optional>
#include <set>
#include <string>

#include "metadata.hpp"
#include "output.hpp"
#include "sqlite.hpp"

namespace bag::detail
{
namespace
{

class SqliteOutput : public Output
{
public:
  SqliteOutput(const std::filesystem::path & path, const WriteOptions & options)
  : chunk_size_(options.chunk_size), chunk_duration_(options.chunk_duration), path_(path)
  {
    std::filesystem::remove(path);
    database_.emplace(path);
    database_->run(
      "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
      "CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);"
      "CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL,"
      " metadata TEXT NOT NULL);"
      "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,"
      " serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL,"
      " type_description_hash TEXT NOT NULL);"
      "CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL,"
      " encoding TEXT NOT NULL, encoded_message_definition TEXT NOT NULL,"
      " type_description_hash TEXT NOT NULL);"
      "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,"
      " timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
      "CREATE INDEX timestamp_idx ON messages (timestamp ASC);");
    Statement schema(*database_, "INSERT INTO schema VALUES (4, ?)");
    schema.bind(1, options.ros_distro);
    schema.step();
    insert_.emplace(
      *database_, "INSERT INTO messages (topic_id, timestamp, data) VALUES (?, ?, ?)");
  }

  void add_topic(const Topic & topic) override
  {
    std::string qos = qos_to_yaml(topic.qos, "");
    qos.erase(0, qos.front() == '\n' ? 1 : 0);
    Statement row(*database_, "INSERT INTO topics VALUES (?, ?, ?, ?, ?, ?)");
    row.bind(1, static_cast<std::int64_t>(accepted_.counts.size() + 1));
    row.bind(2, topic.name);
    row.bind(3, topic.type);
    row.bind(4, topic.format);
    row.bind(5, qos);
    row.bind(6, topic.hash);
    row.step();
    if (!topic.definition.empty() && types_.insert(topic.type).second) {
      Statement definition(
        *database_,
        "INSERT INTO message_definitions (topic_type, encoding, encoded_message_definition,"
        " type_description_hash) VALUES (?, ?, ?, ?)");
      definition.bind(1, topic.type);
      definition.bind(2, topic.definition_encoding);
      definition.bind(3, topic.definition);
      definition.bind(4, topic.hash);
      definition.step();
    }
    accepted_.counts.push_back(0);
    written_.counts.push_back(0);
  }

  void write(const Message & message) override
  {
    if (
      unwritten_ != 0 &&
      (unwritten_ >= chunk_size_ || has_passed(chunk_duration_, begin_, message.log_time))) {
      flush();
    }
    if (unwritten_ == 0) {
      database_->run("BEGIN");
      begin_ = message.log_time;
    }
    insert_->reset();
    insert_->bind(1, static_cast<std::int64_t>(message.topic + 1));
    insert_->bind(2, message.log_time);
    insert_->bind(3, message.data);
    insert_->step();
    unwritten_ += message.data.size() + per_message;
    accepted_.add(message.topic, message.log_time);
  }

  void flush() override
  {
    if (unwritten_ != 0) {
      insert_->reset();
      database_->run("COMMIT");
      size_ += unwritten_;
      unwritten_ = 0;
    }
    written_ = accepted_;
  }

  void finish() override
  {
    flush();
    insert_.reset();
    database_.reset();
  }

  std::uint64_t size() const override { return size_ + unwritten_; }

private:
  /// Approximate size in bytes of a row and its index entry, without the data.
  static constexpr std::size_t per_message = 40;

  const std::size_t chunk_size_;
  const std::int64_t chunk_duration_;
  std::filesystem::path path_;
  std::optional<Database> database_;
  std::optional<Statement> insert_;
  std::set<std::string> types_;
  std::uint64_t size_ = 0;
  std::uint64_t unwritten_ = 0;
  std::int64_t begin_ = 0;  // log_time of the first unwritten message
};

}  // namespace

std::unique_ptr<Output> make_sqlite_output(
  const std::filesystem::path & path, const WriteOptions & options)
{
  return std::make_unique<SqliteOutput>(path, options);
}

}  // namespace bag::detail
