// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ros_discovery_info: its bytes in both generations, and untrusted input.

#include "discovery_info.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace
{

using rmw::GidGeneration;
using rmw::detail::decode;
using rmw::detail::DiscoveryInfo;
using rmw::detail::NodeEntities;

rmw::Gid gid(std::uint8_t entity, std::uint8_t participant = 0xaa)
{
  rmw::Gid out{0x01, 0x10, participant, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, entity, 0x03};
  return out;
}

using rmw::detail::encode;

const DiscoveryInfo sample{
  gid(1),
  {NodeEntities{"/ns1", "talker_x", {gid(2), gid(3)}, {gid(4)}},
   NodeEntities{"/", "n", {}, {gid(5), gid(6), gid(7)}}}};

constexpr GidGeneration generations[] = {
  GidGeneration::iron_and_later, GidGeneration::humble_and_earlier};

TEST(DiscoveryInfo, GoldenBytes)
{
  const DiscoveryInfo info{gid(1), {NodeEntities{"/ns1", "n", {gid(2)}, {}}}};
  const auto text = [](const rmw::Gid & g) { return std::string(g.begin(), g.end()); };
  using namespace std::string_literals;
  const std::string expected = "\0\1\0\0"s + text(gid(1)) + "\1\0\0\0"s  // one node
                               + "\5\0\0\0/ns1\0\0\0\0"s                 // padded
                               + "\2\0\0\0n\0\0\0"s + "\1\0\0\0"s + text(gid(2)) + "\0\0\0\0"s;
  const auto bytes = encode(info, GidGeneration::iron_and_later);
  ASSERT_EQ(bytes.size(), expected.size());
  EXPECT_EQ(std::memcmp(bytes.data(), expected.data(), bytes.size()), 0);

  // Humble's GIDs have 8 more bytes, all zero; here are two.
  const auto humble = encode(info, GidGeneration::humble_and_earlier);
  EXPECT_EQ(humble.size(), bytes.size() + 16);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(humble[4 + 16 + i], std::byte{0});
  }
}

TEST(DiscoveryInfo, BothGenerationsAreRead)
{
  for (const auto generation : generations) {
    auto bytes = encode(sample, generation);
    EXPECT_EQ(decode(bytes, gid(9)), sample);
    // As it comes from the wire, padded.
    bytes.resize((bytes.size() + 3) / 4 * 4);
    EXPECT_EQ(decode(bytes, gid(9)), sample);
    const DiscoveryInfo nothing{gid(1), {}};
    EXPECT_EQ(decode(encode(nothing, generation), gid(9)), nothing);
  }
}

TEST(DiscoveryInfo, BigEndian)
{
  auto bytes = encode({gid(1), {}}, GidGeneration::iron_and_later);
  bytes[1] = std::byte{0};
  EXPECT_EQ(decode(bytes, gid(9)), (DiscoveryInfo{gid(1), {}}));
  // A count of 1 in the wrong byte order must be rejected.
  auto wrong = encode(sample, GidGeneration::iron_and_later);
  wrong[1] = std::byte{0};
  EXPECT_FALSE(decode(wrong, gid(9)));
}

TEST(DiscoveryInfo, MustSpeakForItsSender)
{
  for (const auto generation : generations) {
    EXPECT_FALSE(decode(encode(sample, generation), gid(9, 0xbb)));
  }
}

TEST(DiscoveryInfo, TruncatedAnywhere)
{
  for (const auto generation : generations) {
    const auto bytes = encode(sample, generation);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // A separate copy, so that AddressSanitizer detects a read beyond its end.
      const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + size);
      const auto info = decode(cut, gid(9));
      if (generation == GidGeneration::humble_and_earlier && size >= 24 && size < 28) {
        // GID and zeros: the other generation sends the same when it has no nodes.
        EXPECT_EQ(info, (DiscoveryInfo{gid(1), {}}));
      } else {
        EXPECT_FALSE(info) << size;
      }
    }
  }
}

TEST(DiscoveryInfo, TrailingBytes)
{
  auto bytes = encode(sample, GidGeneration::iron_and_later);
  bytes.resize(bytes.size() + 4);
  EXPECT_FALSE(decode(bytes, gid(9)));
}

TEST(DiscoveryInfo, OtherEncapsulations)
{
  auto bytes = encode(sample, GidGeneration::iron_and_later);
  for (int id = 2; id < 16; ++id) {
    bytes[1] = static_cast<std::byte>(id);
    EXPECT_FALSE(decode(bytes, gid(9))) << id;
  }
  bytes[0] = std::byte{1};
  bytes[1] = std::byte{1};
  EXPECT_FALSE(decode(bytes, gid(9)));
}

TEST(DiscoveryInfo, AnyCountMayBeALie)
{
  // Each aligned word of the message in turn becomes huge.
  for (const auto generation : generations) {
    const auto bytes = encode(sample, generation);
    for (std::size_t at = 4; at + 4 <= bytes.size(); at += 4) {
      auto lie = bytes;
      const std::uint32_t huge = 0xfffffff0;
      std::memcpy(lie.data() + at, &huge, sizeof(huge));
      if (const auto info = decode(lie, gid(9))) {
        EXPECT_EQ(info->nodes.size(), sample.nodes.size());  // the word was a GID or a name
      }
    }
  }
}

TEST(DiscoveryInfo, RandomBytes)
{
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    auto bytes = encode(sample, generations[i % 2]);
    const int changes = 1 + static_cast<int>(random() % 8);
    for (int k = 0; k < changes; ++k) {
      bytes[4 + random() % (bytes.size() - 4)] = static_cast<std::byte>(random());
    }
    if (const auto info = decode(bytes, gid(9))) {
      EXPECT_LE(info->nodes.size(), bytes.size());
    }
  }
}

}  // namespace

// Each run checks the fuzzer's stored inputs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

TEST(DiscoveryInfo, FuzzingCorpus)
{
  std::size_t files = 0;
  for (const auto & entry : std::filesystem::directory_iterator(RMW_FUZZ_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> input(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(input.data()), input.size()),
      0);
    ++files;
  }
  EXPECT_GT(files, 5u) << RMW_FUZZ_CORPUS;
}
