// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Files that are cut off at any byte, or contain any bytes: they are read as far as possible, or an
// error names the damage.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "recording.hpp"

namespace
{

bag::WriteOptions small_chunks(bag::Compression compression)
{
  bag::WriteOptions options;
  options.chunk_size = 300;
  options.compression = compression;
  return options;
}

class Compressions : public testing::TestWithParam<bag::Compression>
{
};

INSTANTIATE_TEST_SUITE_P(
  All, Compressions,
  testing::Values(bag::Compression::none, bag::Compression::lz4, bag::Compression::zstd));

/// Returns the first of `all`.
void expect_first(
  const std::vector<StoredMessage> & found, const std::vector<StoredMessage> & all, std::size_t cut)
{
  ASSERT_LE(found.size(), all.size());
  EXPECT_TRUE(std::equal(found.begin(), found.end(), all.begin())) << "cut at byte " << cut;
}

TEST_P(Compressions, AFileIsReadUpToTheCut)
{
  const Folder folder;
  const auto written = write_some(folder / "whole.mcap", 30, small_chunks(GetParam()));
  const std::string whole = file_bytes(folder / "whole.mcap");
  std::size_t before = 0;
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    set_file_bytes(folder / "cut.mcap", whole.substr(0, cut));
    const bag::Reader reader(folder / "cut.mcap");
    const auto found = read_all(reader);
    expect_first(found, written, cut);
    EXPECT_GE(found.size(), before) << "a longer file has fewer messages: cut at byte " << cut;
    EXPECT_EQ(reader.count(), found.size());
    before = found.size();
  }
  EXPECT_EQ(before, written.size());
}

TEST(Damaged, AFileWithoutChunksIsReadUpToTheCut)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunks = false;
  const auto written = write_some(folder / "whole.mcap", 10, options);
  const std::string whole = file_bytes(folder / "whole.mcap");
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    set_file_bytes(folder / "cut.mcap", whole.substr(0, cut));
    const auto found = read_all(folder / "cut.mcap");
    expect_first(found, written, cut);
    // Each message whose last byte is in the file.
    const std::size_t end = whole.find(written[std::min<std::size_t>(found.size(), 9)].data);
    EXPECT_TRUE(found.size() == 10 || cut < end + written[found.size()].data.size());
  }
}

TEST(Damaged, ReadsTheStartOfACutChunk)
{
  const Folder folder;
  const auto written = write_some(folder / "whole.mcap", 30);
  const std::string whole = file_bytes(folder / "whole.mcap");
  set_file_bytes(folder / "cut.mcap", whole.substr(0, whole.find("message 20") + 5));
  const bag::Reader reader(folder / "cut.mcap");
  EXPECT_TRUE(reader.is_cut_off());
  EXPECT_EQ(read_all(reader), std::vector(written.begin(), written.begin() + 20));
}

TEST(Damaged, TreatsZerosAtTheEndAsACut)
{
  const Folder folder;
  const auto written = write_some(folder / "whole.mcap", 30, small_chunks(bag::Compression::none));
  std::string bytes = file_bytes(folder / "whole.mcap");
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), bytes.end(), '\0');
  set_file_bytes(folder / "cut.mcap", bytes);
  const auto error_or_count = [&]() -> std::size_t {
    try {
      return read_all(folder / "cut.mcap").size();
    } catch (const bag::Error & error) {
      // the zeros begin in a chunk, whose checksum is then wrong
      EXPECT_NE(std::string(error.what()).find("checksum"), std::string::npos) << error.what();
      return 1;
    }
  };
  EXPECT_GT(error_or_count(), 0u);
}

TEST_P(Compressions, AnyBytesAreReadOrRejected)
{
  const Folder folder;
  write_some(folder / "whole.mcap", 100, small_chunks(GetParam()));
  const std::string whole = file_bytes(folder / "whole.mcap");
  std::mt19937 random(7);
  bag::Limits limits;
  limits.chunk = 1 << 20;
  std::size_t refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = whole;
    for (std::size_t i = 0; i < (round % 3 == 0 ? 20u : 1u); ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    const auto path = folder / "damaged.mcap";
    set_file_bytes(path, bytes);
    try {
      read_all(bag::Reader(path, limits));
    } catch (const bag::Error & error) {
      ++refused;
      const std::string text = error.what();
      ASSERT_EQ(text.find(path.string() + " is damaged"), 0u) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
  }
  EXPECT_GT(refused, 300u);
}

TEST(Damaged, ErrorsNameFileAndByte)
{
  const Folder folder;
  write_some(folder / "whole.mcap", 30);
  std::string bytes = file_bytes(folder / "whole.mcap");
  const std::string path = (folder / "x.mcap").string();
  const auto error_of = [&](const std::string & content) -> std::string {
    set_file_bytes(path, content);
    try {
      read_all(path);
    } catch (const bag::Error & error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find(path), 0u) << text;
      return text.substr(path.size() + 1);
    }
    return "";
  };
  EXPECT_EQ(
    error_of("#ROSBAG V2.0 and more"),
    "is damaged or not an MCAP file: it does not begin with MCAP's magic bytes");
  bytes[bytes.find("message 3")] = 'M';
  const std::size_t chunk = 8 + 9 + 4 + 4 + 4 + 6;  // after the header
  EXPECT_EQ(
    error_of(bytes),
    "is damaged: a chunk's checksum does not match at byte " + std::to_string(chunk + 49));
  EXPECT_EQ(error_of(""), "is damaged or not a recording: it has no bytes");
}

TEST(Damaged, DoesNotAllocateForLargePromisedSizes)
{
  const Folder folder;
  for (const auto compression : {bag::Compression::lz4, bag::Compression::zstd}) {
    bag::WriteOptions options;
    options.compression = compression;
    const auto path = folder / (std::to_string(static_cast<int>(compression)) + ".mcap");
    bag::Writer writer(path, options);
    const auto topic = writer.add_topic(string_topic("/a"));
    writer.write(topic, 1, 1, std::vector<std::byte>(10'000'000));
    writer.finish();
    EXPECT_LT(std::filesystem::file_size(path), 100'000u);
    EXPECT_EQ(read_all(path).size(), 1u);
    bag::Limits limits;
    limits.chunk = 1'000'000;
    EXPECT_THROW(read_all(bag::Reader(path, limits)), bag::Error);
  }
}

/// Returns the error of reading all of it; empty if there was none.
std::string error_of(const std::filesystem::path & path, const bag::Limits & limits)
{
  try {
    read_all(bag::Reader(path, limits));
  } catch (const bag::Error & error) {
    return error.what();
  }
  return "";
}

TEST(Damaged, RejectsHugeExpansionUnlessTheUserAllowsIt)
{
  const Folder folder;
  bag::Limits limits;
  limits.chunk = 1'000'000;
  limits.ratio = 100;
  bag::Limits trusting = limits;
  trusting.ratio = 100'000;
  const std::vector<std::byte> zeros(900'000);

  const auto file = folder / "file";
  bag::WriteOptions options;
  options.mode = bag::Mode::file;
  {
    bag::Writer writer(file, options);
    const auto topic = writer.add_topic(string_topic("/a"));
    for (int i = 0; i < 10; ++i) {
      writer.write(topic, i, i, zeros);
    }
  }
  std::string text = error_of(file, limits);
  EXPECT_EQ(text.find((file / "file_0.mcap.zstd").string() + " is not unpacked: more than"), 0u)
    << text;
  EXPECT_NE(text.find("raise bag::Limits::ratio, which is 100"), std::string::npos) << text;
  EXPECT_EQ(error_of(file, trusting), "");
  EXPECT_EQ(error_of(file, {}), "");

  // Limits::chunk limits chunks and messages, too.
  limits.chunk = trusting.chunk = 100'000'000;
  const std::vector<std::byte> more(50'000'000);
  for (const auto compression : {bag::Compression::lz4, bag::Compression::zstd}) {
    const auto path = folder / (std::to_string(static_cast<int>(compression)) + ".mcap");
    bag::WriteOptions chunks;
    chunks.compression = compression;
    bag::Writer writer(path, chunks);
    writer.write(writer.add_topic(string_topic("/a")), 1, 1, more);
    writer.finish();
    limits.chunk = 40'000'000;
    EXPECT_NE(error_of(path, limits).find("a chunk of 50"), std::string::npos);
    EXPECT_EQ(error_of(path, trusting), "");
  }
}

TEST(Damaged, DoesNotLoadASparseFileIntoMemory)
{
  const Folder folder;
  bag::WriteOptions options;
  options.chunks = false;
  write_some(folder / "whole.mcap", 3, options);
  std::string bytes = file_bytes(folder / "whole.mcap");
  const auto path = folder / "sparse.mcap";
  // From the length of the last message's record on: zeros in a sparse file.
  const std::size_t length = bytes.find("message 2") - 22 - 8;
  bytes.resize(length + 8);
  const std::uint64_t claimed = std::uint64_t(40) << 30;
  std::memcpy(bytes.data() + length, &claimed, sizeof(claimed));
  set_file_bytes(path, bytes);
  std::filesystem::resize_file(path, length + 8 + claimed);
  const std::string text = error_of(path, {});
  EXPECT_EQ(text.find(path.string() + " is damaged: a record of 4"), 0u) << text;
}

TEST(Damaged, RowsOfAnyKindAreReadOrRejected)
{
  const Folder folder;
  bag::WriteOptions options;
  options.storage = bag::Storage::sqlite3;
  write_some(folder / "bag", 300, options);
  const std::string whole = file_bytes(folder / "bag/bag_0.db3");
  std::mt19937 random(7);
  std::size_t refused = 0;
  for (int round = 0; round < 500; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 20; ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    if (round % 4 == 0) {
      bytes.resize(random() % bytes.size() + 1);
    }
    const auto path = folder / "damaged.db3";
    set_file_bytes(path, bytes);
    try {
      read_all(path);
    } catch (const bag::Error & error) {
      ++refused;
      const std::string text = error.what();
      EXPECT_EQ(text.find(path.string()), 0u) << text;
      EXPECT_TRUE(
        std::all_of(text.begin(), text.end(), [](char each) { return each >= ' ' && each <= '~'; }))
        << text;
    }
  }
  EXPECT_GT(refused, 50u);
}

}  // namespace
