// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recordings are read as they were written: all storages and compressions, split files, orders,
// selections.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "in_child.hpp"
#include "recording.hpp"

namespace
{

struct Way
{
  const char * name;
  bag::WriteOptions options;
};

class Ways : public testing::TestWithParam<Way>
{
};

bag::WriteOptions with(auto change)
{
  bag::WriteOptions options;
  change(options);
  return options;
}

INSTANTIATE_TEST_SUITE_P(
  All, Ways,
  testing::Values(
    Way{"plain", {}}, Way{"small_chunks", with([](auto & it) { it.chunk_size = 1000; })},
    Way{"lz4", with([](auto & it) { it.compression = bag::Compression::lz4; })},
    Way{"zstd", with([](auto & it) { it.compression = bag::Compression::zstd; })},
    Way{"no_chunks", with([](auto & it) {
          it.chunks = false;
          it.checksums = false;
        })},
    Way{"sqlite", with([](auto & it) { it.storage = bag::Storage::sqlite3; })},
    Way{"packed_files", with([](auto & it) { it.mode = bag::Mode::file; })},
    Way{"packed_messages", with([](auto & it) { it.mode = bag::Mode::message; })},
    Way{"packed_rows", with([](auto & it) {
          it.storage = bag::Storage::sqlite3;
          it.mode = bag::Mode::message;
        })},
    Way{"split_by_time", with([](auto & it) { it.max_duration = 2'500'000'000; })},
    Way{"split_by_size", with([](auto & it) { it.max_size = 10'000; })},
    Way{"split_rows", with([](auto & it) {
          it.storage = bag::Storage::sqlite3;
          it.max_size = 10'000;
        })},
    Way{"split_and_packed", with([](auto & it) {
          it.mode = bag::Mode::file;
          it.max_duration = 1'000'000'000;
        })}),
  [](const auto & info) { return std::string(info.param.name); });

TEST(Writer, AForkedChildLeavesTheFileToItsParent)
{
  const Folder folder;
  const std::string data = "data";
  std::optional<bag::Writer> writer(std::in_place, folder / "bag");
  const std::size_t topic = writer->add_topic(string_topic("/a"));
  writer->write(topic, 1, 1, bytes_of(data));
  EXPECT_EQ(
    test::in_child([&] {
      writer.reset();
      return 0;
    }),
    0);
  writer->write(topic, 2, 2, bytes_of(data));
  writer.reset();
  EXPECT_EQ(
    read_all(folder / "bag"), (std::vector<StoredMessage>{{"/a", 1, 1, data}, {"/a", 2, 2, data}}));
}

TEST_P(Ways, ReadsItsOwnOutput)
{
  const Folder folder;
  const auto written = write_some(folder / "bag", 1000, GetParam().options);
  const bag::Reader reader(folder / "bag");
  EXPECT_EQ(reader.count(), 1000u);
  EXPECT_EQ(reader.begin(), written.front().log_time);
  EXPECT_EQ(reader.end(), written.back().log_time);
  EXPECT_FALSE(reader.is_cut_off());
  EXPECT_EQ(reader.ros_distro(), "rxros2");
  ASSERT_EQ(reader.topics().size(), 2u);
  for (const bag::Topic & topic : reader.topics()) {
    bag::Topic expected = string_topic(topic.name);
    EXPECT_EQ(topic.type, expected.type);
    EXPECT_EQ(topic.hash, expected.hash);
    EXPECT_EQ(topic.format, "cdr");
    EXPECT_EQ(topic.definition, expected.definition);
    EXPECT_EQ(topic.definition_encoding, "ros2msg");
    EXPECT_EQ(topic.qos, expected.qos);
    EXPECT_EQ(topic.count, 500u);
  }
  auto expected = written;
  if (reader.storage() == "sqlite3") {  // which has no publish times
    for (StoredMessage & kept : expected) {
      kept.publish_time = kept.log_time;
    }
  }
  EXPECT_EQ(read_all(reader), expected);
  EXPECT_EQ(read_all(reader, {.order = bag::Order::file}), expected);
  std::erase_if(expected, [](const StoredMessage & kept) { return kept.topic != "/b"; });
  EXPECT_EQ(read_all(reader, {.topics = {"/b"}}), expected);
  std::erase_if(expected, [&](const StoredMessage & kept) {
    return kept.log_time < written[100].log_time || kept.log_time > written[901].log_time;
  });
  EXPECT_EQ(
    read_all(
      reader, {.topics = {"/b"}, .begin = written[100].log_time, .end = written[901].log_time}),
    expected);
  EXPECT_TRUE(read_all(reader, {.topics = {"/c"}}).empty());
}

TEST(Writer, FilesAreSplitByTime)
{
  const Folder folder;
  write_some(folder / "bag", 1000, with([](auto & it) { it.max_duration = 2'500'000'000; }));
  EXPECT_EQ(bag::Reader(folder / "bag").files().size(), 4u);
}

TEST(Writer, OnlyTheLatestFilesAreKept)
{
  const Folder folder;
  auto written = write_some(folder / "bag", 1000, with([](auto & it) {
                              it.max_duration = 1'000'000'000;
                              it.max_files = 3;
                              it.mode = bag::Mode::file;
                            }));
  written.erase(written.begin(), written.end() - 300);
  EXPECT_EQ(read_all(folder / "bag"), written);
}

TEST(Writer, OneFileWithoutAFolder)
{
  const Folder folder;
  for (const char * name : {"one.mcap", "one.db3"}) {
    const auto written = write_some(folder / name, 10);
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / name));
    EXPECT_EQ(read_all(folder / name).size(), written.size());
  }
}

TEST(Writer, FlushedMessagesCanBeReadDuringWriting)
{
  const Folder folder;
  for (const bool chunks : {true, false}) {
    const auto path = folder / (chunks ? "chunks.mcap" : "plain.mcap");
    bag::Writer writer(path, with([&](auto & it) { it.chunks = chunks; }));
    const auto topic = writer.add_topic(string_topic("/a"));
    writer.write(topic, 1, 1, bytes_of("first"));
    EXPECT_TRUE(read_all(path).empty());
    writer.flush();
    EXPECT_EQ(read_all(path), (std::vector<StoredMessage>{{"/a", 1, 1, "first"}}));
    EXPECT_TRUE(bag::Reader(path).is_cut_off());
    writer.write(topic, 2, 2, bytes_of("second"));
    writer.write(topic, 1'000'000'002, 2, bytes_of("third"));  // a second later: a chunk ends
    EXPECT_EQ(read_all(path).size(), 2u);
  }
}

TEST(Writer, AcceptsTopicsLater)
{
  const Folder folder;
  {
    bag::Writer writer(folder / "bag", with([](auto & it) { it.max_duration = 100; }));
    const auto a = writer.add_topic(string_topic("/a"));
    writer.write(a, 1, 1, bytes_of("x"));
    bag::Topic other = string_topic("/n");
    other.type = "std_msgs/msg/Int32";
    const auto n = writer.add_topic(other);
    writer.write(n, 2, 2, bytes_of("y"));
    writer.write(a, 200, 200, bytes_of("z"));
    writer.write(n, 201, 201, bytes_of("w"));
  }
  const auto found = read_all(folder / "bag");
  EXPECT_EQ(found.size(), 4u);
  EXPECT_EQ(found[3], (StoredMessage{"/n", 201, 201, "w"}));
}

TEST(Writer, DoesNotReplaceExistingFiles)
{
  const Folder folder;
  write_some(folder / "bag", 1);
  EXPECT_THROW(bag::Writer(folder / "bag"), bag::Error);
  EXPECT_THROW(bag::Writer("/proc/none/bag"), bag::Error);
  bag::Writer writer(folder / "other");
  EXPECT_THROW(writer.write(0, 0, 0, {}), std::invalid_argument);
  writer.finish();
  writer.finish();
  EXPECT_THROW(writer.flush(), std::logic_error);
}

TEST(Writer, ReportsAFullDiskAndTheNumberOfMessages)
{
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "needs /dev/full";
  }
  const Folder folder;
  std::filesystem::path path = folder / "bag";
  bag::Writer writer(path, with([](auto & it) { it.max_duration = 1'000'000'000; }));
  const auto topic = writer.add_topic(string_topic("/a"));
  writer.write(topic, 0, 0, bytes_of("kept"));
  std::filesystem::create_symlink("/dev/full", path / "bag_1.mcap");
  try {
    writer.write(topic, 2'000'000'000, 0, bytes_of("lost"));
    FAIL() << "nothing was thrown";
  } catch (const bag::Error & error) {
    EXPECT_EQ(error.code(), ENOSPC);
    EXPECT_EQ(
      std::string(error.what()),
      (path / "bag_1.mcap").string() +
        " cannot be written: No space left on device; 1 messages are in the recording");
  }
  EXPECT_THROW(writer.write(topic, 0, 0, {}), bag::Error);
  std::filesystem::remove(path / "bag_1.mcap");
  EXPECT_EQ(read_all(path / "bag_0.mcap").size(), 1u);
}

TEST(Writer, LeavesNoFilesIfItCannotStart)
{
  const Folder folder;
  const auto path = folder / std::string(250, 'x');  // with _0.mcap it is too long for a name
  EXPECT_THROW(bag::Writer{path}, bag::Error);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Writer, KeepsAFileThatCannotBeCompressed)
{
  const Folder folder;
  const std::filesystem::path path = folder / "bag";
  bag::Writer writer(path, with([](auto & it) {
                       it.mode = bag::Mode::file;
                       it.max_duration = 1'000'000'000;
                     }));
  const auto topic = writer.add_topic(string_topic("/a"));
  for (std::int64_t i = 0; i < 30; ++i) {
    writer.write(topic, i * 100'000'000, 0, bytes_of("kept"));
  }
  // Blocks the last file, like a full disk.
  std::filesystem::create_directories(path / "bag_2.mcap.zstd/full");
  try {
    writer.finish();
    FAIL() << "nothing was thrown";
  } catch (const bag::Error & error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find((path / "bag_2.mcap.zstd").string() + " cannot be written"), 0u) << text;
    EXPECT_NE(text.find("30 messages are in the recording"), std::string::npos) << text;
  }
  EXPECT_EQ(
    writer.files(),
    (std::vector{path / "bag_0.mcap.zstd", path / "bag_1.mcap.zstd", path / "bag_2.mcap"}));
  const bag::Reader reader(path);
  EXPECT_EQ(reader.files(), writer.files());
  EXPECT_EQ(read_all(reader).size(), 30u);
}

TEST(Writer, ManyFilesAreReadWhileTheyAreWritten)
{
  for (const auto mode : {bag::Mode::none, bag::Mode::file}) {
    const Folder folder;
    bag::Writer writer(folder / "bag", with([&](auto & it) {
                         it.mode = mode;
                         it.max_duration = 1;
                       }));
    auto topic = writer.add_topic(string_topic("/a"));
    for (std::int64_t i = 0; i < 70; ++i) {
      if (i == 50) {
        topic = writer.add_topic(string_topic("/b"));
      }
      writer.write(topic, i, i, bytes_of("message"));
    }
    if (mode == bag::Mode::none) {  // otherwise a file may be compressed while it is read
      EXPECT_EQ(bag::Reader(folder / "bag").count(), 69u);  // the last one is not flushed
    }
    writer.finish();
    const bag::Reader reader(folder / "bag");
    EXPECT_EQ(reader.files().size(), 70u);
    EXPECT_EQ(reader.count(), 70u);
    EXPECT_EQ(reader.topics().at(1).count, 20u);
  }
}

TEST(Writer, AcceptsAnyTime)
{
  for (const auto storage : {bag::Storage::mcap, bag::Storage::sqlite3}) {
    const Folder folder;
    bag::Writer writer(folder / "bag", with([&](auto & it) {
                         it.storage = storage;
                         it.max_duration = 1'000'000'000;
                       }));
    const auto topic = writer.add_topic(string_topic("/a"));
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t time : {std::int64_t{0}, last, std::int64_t{-5}, -last, last}) {
      writer.write(topic, time, time, bytes_of("message"));
    }
    writer.finish();
    EXPECT_EQ(bag::Reader(folder / "bag").count(), 5u);
  }
}

TEST(Writer, MetadataOnTheDiskNeverCountsTooFewFlushedMessages)
{
  for (const std::uint64_t most_files : {0, 3}) {
    const Folder folder;
    const auto metadata = folder / "bag/metadata.yaml";
    bag::Writer writer(folder / "bag", with([&](auto & it) {
                         it.max_duration = 10;
                         it.max_files = most_files;
                       }));
    EXPECT_FALSE(std::filesystem::exists(metadata)) << "rosbag2 would play no message";
    const auto topic = writer.add_topic(string_topic("/a"));
    writer.flush();
    EXPECT_FALSE(std::filesystem::exists(metadata));
    for (std::int64_t time = 0; time < 30; ++time) {  // begins a file at 10 and at 20
      writer.write(topic, time, time, bytes_of("message"));
      writer.flush();
      const std::string text = file_bytes(metadata);
      const std::string count = "message_count: " + std::to_string(time + 1) + "\n";
      EXPECT_NE(text.find("\n  " + count), std::string::npos) << text;
      EXPECT_NE(text.find("\n      " + count), std::string::npos) << text;  // of the topic
      EXPECT_EQ(bag::Reader(folder / "bag").count(), static_cast<std::uint64_t>(time + 1));
    }
  }
}

TEST(Reader, RejectsAFileThatIsListedTwice)
{
  const Folder folder;
  write_some(folder / "bag", 3);
  const auto metadata = folder / "bag/metadata.yaml";
  std::string text = file_bytes(metadata);
  const std::string entry = "    - bag_0.mcap\n";
  text.insert(text.find(entry), entry);
  set_file_bytes(metadata, text);
  try {
    bag::Reader reader(folder / "bag");
    FAIL() << "nothing was thrown";
  } catch (const bag::Error & error) {
    EXPECT_NE(std::string(error.what()).find("lists bag_0.mcap twice"), std::string::npos);
  }
}

TEST(Reader, ChunksThatOverlapAreMerged)
{
  const Folder folder;
  std::vector<StoredMessage> expected;
  {
    bag::Writer writer(folder / "bag", with([](auto & it) {
                         it.chunk_size = 2000;
                         it.chunk_duration = 1'000'000'000'000;
                         it.max_size = 20'000;
                       }));
    const auto a = writer.add_topic(string_topic("/a"));
    for (std::int64_t i = 0; i < 2000; ++i) {  // times go back and forth, across chunks and files
      const std::int64_t time = 1000 + i + (i * 7919) % 613;
      expected.push_back({"/a", time, i % 3, "message " + std::to_string(i)});
      writer.write(a, time, i % 3, bytes_of(expected.back().data));
    }
  }
  EXPECT_EQ(read_all(folder / "bag", {.order = bag::Order::file}), expected);
  std::stable_sort(
    expected.begin(), expected.end(), [](const StoredMessage & a, const StoredMessage & b) {
      return std::tie(a.log_time, a.publish_time) < std::tie(b.log_time, b.publish_time);
    });
  EXPECT_EQ(read_all(folder / "bag"), expected);
  // The same, if only one chunk may be held at a time.
  bag::Limits limits;
  limits.held = 1;
  EXPECT_EQ(read_all(bag::Reader(folder / "bag", limits)), expected);
}

TEST(Reader, FilesAreOrderedByTheirNumbers)
{
  const Folder folder;
  const auto written =
    write_some(folder / "bag", 1000, with([](auto & it) { it.max_duration = 500'000'000; }));
  std::filesystem::remove(folder / "bag/metadata.yaml");
  const bag::Reader reader(folder / "bag");
  ASSERT_EQ(reader.files().size(), 20u);
  EXPECT_EQ(reader.files()[2].filename(), "bag_2.mcap");
  EXPECT_EQ(read_all(reader, {.order = bag::Order::file}), written);
}

TEST(Reader, ReadsSeveralTimesConcurrently)
{
  const Folder folder;
  const auto written = write_some(folder / "bag", 100);
  auto reader = std::make_unique<bag::Reader>(folder / "bag");
  auto first = reader->messages();
  auto second = reader->messages({.topics = {"/b"}});
  reader.reset();  // a pass keeps the data that it needs
  bag::Message one;
  bag::Message other;
  for (std::size_t i = 0; i < 50; ++i) {
    ASSERT_TRUE(first.next(one));
    ASSERT_TRUE(second.next(other));
    EXPECT_EQ(one.log_time, written[i].log_time);
    EXPECT_EQ(other.log_time, written[2 * i + 1].log_time);
  }
  EXPECT_FALSE(second.next(other));
}

}  // namespace
