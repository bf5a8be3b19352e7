// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Damaged recordings whose other parts are read.
#include <gtest/gtest.h>

#include <random>

#include "bag/damage.hpp"
#include "recording.hpp"
#include "sqlite.hpp"

namespace
{

struct DamagedRecording
{
  std::vector<StoredMessage> messages;
  std::vector<std::string> faults;  // of the opening, then of the pass
};

DamagedRecording read_damaged(const std::filesystem::path & path)
{
  DamagedRecording result;
  const bag::Reader reader = bag::open_damaged(path, result.faults);
  auto messages = reader.messages();
  bag::Message message;
  while (true) {
    try {
      if (!messages.next(message)) {
        return result;
      }
      result.messages.push_back(
        {reader.topics()[message.topic].name, message.log_time, message.publish_time,
         std::string(reinterpret_cast<const char *>(message.data.data()), message.data.size())});
    } catch (const bag::Error & error) {
      result.faults.emplace_back(error.what());
    }
  }
}

TEST(OpenDamaged, ReadsTheOtherFilesOfARecording)
{
  const Folder folder;
  bag::WriteOptions options;
  options.max_duration = 100'000'000;
  const auto written = write_some(folder / "bag", 30, options);
  ASSERT_EQ(read_damaged(folder / "bag").messages, written);
  EXPECT_TRUE(read_damaged(folder / "bag").faults.empty());
  const std::string first = file_bytes(folder / "bag/bag_0.mcap");

  const std::vector<StoredMessage> rest(written.begin() + 10, written.end());
  std::filesystem::remove(folder / "bag/bag_0.mcap");
  EXPECT_THROW(bag::Reader(folder / "bag"), bag::Error);
  auto result = read_damaged(folder / "bag");
  EXPECT_EQ(result.messages, rest);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("bag_0.mcap is missing"), std::string::npos);

  set_file_bytes(folder / "bag/bag_0.mcap", "not an MCAP file");
  result = read_damaged(folder / "bag");
  EXPECT_EQ(result.messages, rest);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("bag_0.mcap is damaged"), std::string::npos);

  set_file_bytes(folder / "bag/bag_0.mcap", first);
  for (const char * const text :
       {"", "[", "rosbag2_bagfile_information: {relative_file_paths: [gone.mcap]}"}) {
    set_file_bytes(folder / "bag/metadata.yaml", text);
    result = read_damaged(folder / "bag");
    EXPECT_EQ(result.messages, written) << text;
    EXPECT_EQ(result.faults.size(), 1u) << text;
  }
}

TEST(OpenDamaged, ReadsTheOtherChunksOfAFile)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunk_size = 300;
  options.compression = bag::Compression::zstd;
  const auto written = write_some(folder / "whole.mcap", 30, options);
  const std::string whole = file_bytes(folder / "whole.mcap");
  for (const bool has_summary : {true, false}) {
    std::string bytes = whole;
    bytes[bytes.find("\x28\xb5\x2f\xfd", bytes.size() / 3)] = 'x';
    if (!has_summary) {
      bytes.resize(bytes.size() - 1);
    }
    set_file_bytes(folder / "x.mcap", bytes);
    const auto result = read_damaged(folder / "x.mcap");
    EXPECT_LT(result.messages.size(), written.size());
    EXPECT_GT(result.messages.size(), written.size() / 2);
    EXPECT_EQ(result.messages.front(), written.front());
    EXPECT_EQ(result.messages.back(), written.back());
    ASSERT_EQ(result.faults.size(), 1u);
    EXPECT_NE(result.faults[0].find("a chunk cannot be decompressed"), std::string::npos);
  }
}

TEST(OpenDamaged, UsesBytesWhoseChecksumDoesNotMatch)
{
  const Folder folder;
  const auto written = write_some(folder / "x.mcap", 30);
  std::string bytes = file_bytes(folder / "x.mcap");
  bytes[bytes.find("message 3")] = 'M';
  set_file_bytes(folder / "x.mcap", bytes);
  const auto result = read_damaged(folder / "x.mcap");
  ASSERT_EQ(result.messages.size(), written.size());
  EXPECT_EQ(result.messages[3].data, "Message 3");
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("may be wrong"), std::string::npos);
}

TEST(OpenDamaged, ReportsChannelsThatAreMissingOrExistTwice)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunks = false;
  const auto written = write_some(folder / "x.mcap", 10, options);
  std::string bytes = file_bytes(folder / "x.mcap");
  // The number of the second channel is at the beginning of its record, before the schema's.
  const std::size_t channel = bytes.find("/b") - 4 - 2 - 2;
  const std::size_t end = bytes.rfind("message 9") + 9;  // without a summary
  for (const char number : {bytes[bytes.find("/a") - 4 - 2 - 2], '\x63'}) {
    std::string changed = bytes.substr(0, end);
    changed[channel] = number;
    set_file_bytes(folder / "x.mcap", changed);
    const auto result = read_damaged(folder / "x.mcap");
    EXPECT_EQ(result.messages.size(), 5u);
    ASSERT_FALSE(result.faults.empty());
    EXPECT_NE(
      result.faults.front().find(
        number == '\x63' ? "5 messages belong to channel" : "and again /b"),
      std::string::npos)
      << result.faults.front();
  }
}

TEST(OpenDamaged, EndsForAnyBytes)
{
  const Folder folder;
  std::mt19937 random(7);
  for (const char * const name : {"x.mcap", "x.db3"}) {
    bag::WriteOptions options;
    options.chunk_size = 300;
    options.compression = bag::Compression::zstd;
    options.storage = name[2] == 'm' ? bag::Storage::mcap : bag::Storage::sqlite3;
    const auto written = write_some(folder / name, 100, options);
    const std::string whole = file_bytes(folder / name);
    std::size_t count = 0;
    for (int round = 0; round < 300; ++round) {
      std::string bytes = whole;
      for (std::size_t i = 0; i < (round % 3 == 0 ? 20u : 1u); ++i) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      if (round % 4 == 0) {
        bytes.resize(random() % bytes.size() + 1);
      }
      set_file_bytes(folder / name, bytes);
      try {
        count += read_damaged(folder / name).messages.size();
      } catch (const bag::Error &) {  // nothing of it can be read
      }
    }
    EXPECT_GT(count, 100u * written.size()) << name;
  }
}

TEST(OpenDamaged, ReportsRowsOfUnknownTopics)
{
  const Folder folder;
  bag::WriteOptions options;
  options.storage = bag::Storage::sqlite3;
  write_some(folder / "x.db3", 10, options);
  {
    bag::detail::Database database(folder / "x.db3");
    database.run("UPDATE messages SET topic_id = 77 WHERE id <= 4");
  }
  const auto result = read_damaged(folder / "x.db3");
  EXPECT_EQ(result.messages.size(), 6u);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("4 messages belong to topic 77"), std::string::npos);
}

}  // namespace
