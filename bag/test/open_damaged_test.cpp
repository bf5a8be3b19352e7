// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Damaged recordings whose other parts are read.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

#include "bag/damage.hpp"
#include "mcap_file.hpp"
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

template <typename T>
T number_at(const std::string & bytes, std::size_t at)
{
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

std::string record(char opcode, const std::string & body)
{
  const auto length = static_cast<std::uint64_t>(body.size());
  return opcode + std::string(reinterpret_cast<const char *>(&length), sizeof(length)) + body;
}

TEST(OpenDamaged, DeliversTheMessagesBehindABadRecordOutsideChunks)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunks = false;
  const auto written = write_some(folder / "x.mcap", 10, options);
  const std::string whole = file_bytes(folder / "x.mcap");
  const std::string bytes = whole.substr(0, whole.rfind("message 9") + 9);  // without a summary
  for (const std::size_t before : {0u, 5u}) {
    const std::size_t place = bytes.find("message " + std::to_string(before)) -
                              bag::detail::message_header - bag::detail::record_header;
    std::string changed = bytes;
    set_file_bytes(folder / "x.mcap", changed.insert(place, record('\x05', "abc")));
    EXPECT_THROW(bag::Reader(folder / "x.mcap"), bag::Error);
    const auto result = read_damaged(folder / "x.mcap");
    EXPECT_EQ(result.messages, written);
    ASSERT_EQ(result.faults.size(), 1u);
    EXPECT_NE(result.faults[0].find("a message's sequence needs 4 bytes"), std::string::npos);
    std::vector<std::string> faults;
    EXPECT_EQ(bag::open_damaged(folder / "x.mcap", faults).count(), written.size());
  }
}

TEST(OpenDamaged, DeliversTheMessagesBehindABadChannelInAChunk)
{
  const Folder folder;
  const std::string channel =
    std::string(4, '\0') + std::string("\2\0\0\0/a", 6) + std::string(8, '\0');
  const std::string message = record('\x05', std::string(22, '\0') + "text");
  const std::string records = record('\x04', channel) + message + record('\x04', "a") + message;
  const auto size = static_cast<std::uint64_t>(records.size());
  const std::string length(reinterpret_cast<const char *>(&size), sizeof(size));
  const std::string chunk =
    std::string(16, '\0') + length + std::string(8, '\0') + length + records;
  set_file_bytes(
    folder / "x.mcap",
    std::string(bag::detail::magic, sizeof(bag::detail::magic)) + record('\x06', chunk));
  const auto result = read_damaged(folder / "x.mcap");
  EXPECT_EQ(result.messages.size(), 2u);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("a channel's id needs 2 bytes"), std::string::npos);
  std::vector<std::string> faults;
  EXPECT_EQ(bag::open_damaged(folder / "x.mcap", faults).count(), 2u);
}

TEST(OpenDamaged, NamesTopicsInPrintableText)
{
  const Folder folder;
  bag::WriteOptions options;
  options.mode = bag::Mode::message;
  {
    bag::Writer writer(folder / "bag", options);
    writer.write(writer.add_topic(string_topic("/\xff\n")), 1, 1, bytes_of("some text"));
    writer.finish();
  }
  std::string bytes = file_bytes(folder / "bag/bag_0.mcap");
  bytes[bytes.find("\x28\xb5\x2f\xfd")] = 'x';
  set_file_bytes(folder / "bag/bag_0.mcap", bytes);
  const auto result = read_damaged(folder / "bag");
  ASSERT_FALSE(result.faults.empty());
  EXPECT_NE(result.faults.back().find("a message of /?? in "), std::string::npos)
    << result.faults.back();
}

TEST(OpenDamaged, ListsABoundedNumberOfFaults)
{
  const Folder folder;
  write_some(folder / "x.mcap", 1);
  std::string bytes = file_bytes(folder / "x.mcap").substr(0, sizeof(bag::detail::magic));
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::string name = std::to_string(1'000'000 + i);
    bytes += record(
      '\x04', std::string(4, '\0') + std::string("\7\0\0\0", 4) + name + std::string(8, '\0'));
  }
  set_file_bytes(folder / "x.mcap", bytes);
  std::vector<std::string> faults;
  bag::open_damaged(folder / "x.mcap", faults);
  ASSERT_EQ(faults.size(), 1000u);
  EXPECT_NE(faults.front().find("1000000 and again 1000001"), std::string::npos);
  EXPECT_NE(faults.back().find("more faults"), std::string::npos);
}

TEST(OpenDamaged, DoesNotTakeAShortageOfDescriptorsForDamage)
{
  const Folder folder;
  for (const auto storage : {bag::Storage::mcap, bag::Storage::sqlite3}) {
    const auto path = folder / (storage == bag::Storage::mcap ? "mcap" : "sqlite3");
    bag::WriteOptions options;
    options.max_duration = 100'000'000;
    options.storage = storage;
    const auto written = write_some(path, 100, options);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const int next = ::dup(0);
    ASSERT_GE(next, 0);
    ::close(next);
    const std::string file = storage == bag::Storage::mcap ? "mcap_0.mcap" : "sqlite3_0.db3";
    for (int more = 0; more < 4; ++more) {
      for (const auto & opened : {path, path / file}) {
        rlimit low = before;
        low.rlim_cur = static_cast<rlim_t>(next + more);
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
        int code = 0;
        std::uint64_t count = 0;
        std::vector<std::string> faults;
        try {
          count = bag::open_damaged(opened, faults).count();
        } catch (const bag::Error & error) {
          code = error.code();
        }
        ::setrlimit(RLIMIT_NOFILE, &before);
        if (more == 0 || (storage == bag::Storage::mcap && opened == path)) {
          EXPECT_EQ(code, EMFILE) << opened << " with " << more;
        } else {
          EXPECT_EQ(count, opened == path ? written.size() : 10u) << opened << " with " << more;
        }
        EXPECT_TRUE(faults.empty()) << opened << " with " << more << ": " << faults.front();
      }
    }
  }
}

TEST(OpenDamaged, ReadsAChunkThatTheSummaryListsTwiceOnlyOnce)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunk_size = 300;
  const auto written = write_some(folder / "x.mcap", 30, options);
  std::string bytes = file_bytes(folder / "x.mcap");
  const std::size_t footer = bytes.size() - sizeof(bag::detail::magic) - 29;
  std::string places;  // offset and length of the first chunk
  for (auto at = number_at<std::uint64_t>(bytes, footer + 9); at < footer;) {
    if (bytes[at] == '\x08') {
      places = places.empty() ? bytes.substr(at + 9 + 16, 16) : places;
      bytes.replace(at + 9 + 16, 16, places);
    }
    at += 9 + number_at<std::uint64_t>(bytes, at + 1);
  }
  ASSERT_FALSE(places.empty());
  bytes.replace(footer + 9 + 16, 4, std::string(4, '\0'));  // no checksum
  set_file_bytes(folder / "x.mcap", bytes);
  EXPECT_EQ(read_all(folder / "x.mcap"), written);
}

TEST(OpenDamaged, CountsWhatItRemembersOfEachMessage)
{
  const Folder folder;
  constexpr std::size_t count = 1000;
  {
    bag::Writer writer(folder / "x.mcap");
    const std::size_t topic = writer.add_topic(string_topic("/a"));
    for (std::size_t i = 0; i < count; ++i) {
      writer.write(topic, static_cast<std::int64_t>(i), 0, {});
    }
    writer.finish();
  }
  const bag::detail::McapFile file(folder / "x.mcap", {});
  const bag::detail::Chosen chosen{{true}, 0, count, bag::Order::time};
  std::vector<std::unique_ptr<bag::detail::Block>> blocks;
  file.add_blocks(0, chosen, blocks);
  ASSERT_EQ(blocks.size(), 1u);
  bag::detail::Scratch scratch;
  ASSERT_TRUE(blocks[0]->open(chosen, scratch));
  const std::size_t bytes = bag::detail::record_header + bag::detail::message_header;
  EXPECT_GE(blocks[0]->held(), count * (bytes + sizeof(std::int64_t) * 4));
  ASSERT_TRUE(blocks[0]->advance());
  blocks[0]->drop();
  EXPECT_EQ(blocks[0]->held(), 0u);
  bag::Message message;
  blocks[0]->get(message, scratch);
  EXPECT_EQ(message.log_time, 1);
  EXPECT_TRUE(blocks[0]->advance());
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
