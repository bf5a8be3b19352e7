// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "sqlite_file.hpp"

#include <optional>
#include <set>
#include <utility>

#include "faults.hpp"
#include "metadata.hpp"

namespace bag::detail
{
namespace
{

std::set<std::string, std::less<>> columns_of(Database & database, const char * table)
{
  std::set<std::string, std::less<>> columns;
  Statement rows(database, std::string("PRAGMA table_info(") + table + ")");
  while (rows.step()) {
    columns.emplace(rows.text(1));
  }
  return columns;
}

}  // namespace

class SqliteBlock : public Block
{
public:
  SqliteBlock(const SqliteFile & file, std::uint32_t number) : file_(file)
  {
    key_.log_time = file.begin_;
    key_.file = number;
  }

  bool open(const Chosen & chosen, Scratch & scratch) override
  {
    static_cast<void>(scratch);
    std::string numbers;
    for (const auto & [number, known] : file_.topics_) {
      if (chosen.topics[known.index]) {
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
      }
    }
    const bool by_time = chosen.order == Order::time;
    database_.emplace(file_.path_, file_.limits_.chunk);
    rows_.emplace(
      *database_, "SELECT timestamp, " + file_.publish_time_ +
                    ", topic_id, id, data FROM messages WHERE timestamp BETWEEN ? AND ?"
                    " AND topic_id IN (" +
                    numbers + ") ORDER BY " +
                    (by_time ? "timestamp, " + file_.publish_time_ + ", topic_id, id" : "id"));
    rows_->bind(1, chosen.begin);
    rows_->bind(2, chosen.end);
    return advance();
  }

  void get(Message & message, Scratch & scratch) override
  {
    static_cast<void>(scratch);
    message.topic = topic_;
    message.log_time = key_.log_time;
    message.publish_time = key_.publish_time;
    message.sequence = 0;
    message.data = rows_->blob(4);
  }

  bool advance() override
  {
    if (!rows_->step()) {
      return false;
    }
    const std::int64_t number = rows_->number(2);
    topic_ = file_.topics_.at(number).index;
    key_ = {
      rows_->number(0), rows_->number(1), static_cast<std::uint32_t>(number), key_.file,
      static_cast<std::uint64_t>(rows_->number(3))};
    return true;
  }

private:
  const SqliteFile & file_;
  std::optional<Database> database_;
  std::optional<Statement> rows_;
  std::size_t topic_ = 0;
};

SqliteFile::SqliteFile(
  const std::filesystem::path & path, const Limits & limits, std::vector<std::string> * faults)
: path_(path), limits_(limits)
{
  Database database(path, limits.chunk);
  const auto columns = columns_of(database, "topics");
  const auto column = [&](const char * name) {
    return columns.contains(name) ? std::string(name) : std::string("''");
  };
  publish_time_ =
    columns_of(database, "messages").contains("send_timestamp") ? "send_timestamp" : "timestamp";
  std::map<std::string, std::pair<std::string, std::string>, std::less<>> definitions;
  if (!columns_of(database, "message_definitions").empty()) {
    Statement rows(
      database, "SELECT topic_type, encoding, encoded_message_definition FROM message_definitions");
    while (rows.step()) {
      definitions[std::string(rows.text(0))] = {
        std::string(rows.text(1)), std::string(rows.text(2))};
    }
  }
  {
    Statement rows(
      database, "SELECT id, name, type, serialization_format, " + column("type_description_hash") +
                  ", " + column("offered_qos_profiles") + " FROM topics");
    while (rows.step()) {
      Topic topic;
      topic.name = rows.text(1);
      topic.type = rows.text(2);
      topic.format = rows.text(3);
      topic.hash = rows.text(4);
      topic.qos = qos_from_yaml(rows.text(5));
      if (const auto known = definitions.find(topic.type); known != definitions.end()) {
        std::tie(topic.definition_encoding, topic.definition) = known->second;
      }
      topics_[rows.number(0)].topic = std::move(topic);
    }
  }
  Statement rows(
    database,
    "SELECT topic_id, COUNT(*), MIN(timestamp), MAX(timestamp) FROM messages GROUP BY topic_id");
  while (rows.step()) {
    const auto known = topics_.find(rows.number(0));
    if (known == topics_.end()) {
      if (faults != nullptr) {
        add_fault(
          *faults, path.string() + ": " + std::to_string(rows.number(1)) +
                     " messages belong to topic " + std::to_string(rows.number(0)) +
                     ", which does not exist");
      }
      continue;
    }
    known->second.topic.count = static_cast<std::uint64_t>(rows.number(1));
    begin_ = count_ == 0 ? rows.number(2) : std::min(begin_, rows.number(2));
    end_ = count_ == 0 ? rows.number(3) : std::max(end_, rows.number(3));
    count_ += known->second.topic.count;
  }
}

void SqliteFile::add_blocks(
  std::uint32_t number, const Chosen & chosen, std::vector<std::unique_ptr<Block>> & blocks) const
{
  if (count_ != 0 && end_ >= chosen.begin && begin_ <= chosen.end) {
    blocks.push_back(std::make_unique<SqliteBlock>(*this, number));
  }
}

}  // namespace bag::detail
