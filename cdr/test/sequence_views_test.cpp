// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Decoding without copies of large sequences: which are views, and what is restored at the end.

#include "cdr/sequence_views.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "cdr/codec.hpp"
#include "structs.hpp"

namespace sequence_views_test
{

using cdr::sequence_views;

// Bytes whose body begins at an address with this remainder modulo 8.
class Placed
{
public:
  explicit Placed(const std::vector<std::byte> & sample, std::size_t remainder = 0)
  : memory_(std::make_unique<std::byte[]>(sample.size() + 16))
  {
    std::byte * begin = memory_.get();
    while ((reinterpret_cast<std::uintptr_t>(begin) + cdr::header_size) % 8 != remainder) {
      ++begin;
    }
    std::copy(sample.begin(), sample.end(), begin);
    bytes = {begin, sample.size()};
  }

  bool has(const void * address) const
  {
    return address >= bytes.data() && address < bytes.data() + bytes.size();
  }

  std::span<std::byte> bytes;

private:
  std::unique_ptr<std::byte[]> memory_;
};

demo::JointState joints(std::size_t count)
{
  demo::JointState message;
  message.header.frame_id = "arm";
  message.name = {"shoulder", "elbow"};
  for (std::size_t i = 0; i != count; ++i) {
    message.position.push_back(static_cast<double>(i));
    message.effort.push_back(-static_cast<double>(i));
  }
  return message;
}

TEST(SequenceViews, ReadTheSampleAndAreRestored)
{
  const demo::JointState expected = joints(1000);
  const Placed sample(cdr::encode(expected));
  demo::JointState message = joints(3);
  const double * const own = message.position.data();
  {
    sequence_views views;
    cdr::decode(sample.bytes, message, views);
    EXPECT_EQ(message, expected);
    EXPECT_FALSE(views.empty());
    EXPECT_TRUE(sample.has(message.position.data()));
    EXPECT_TRUE(sample.has(message.effort.data()));
    EXPECT_EQ(message.position.capacity(), message.position.size());
    EXPECT_FALSE(sample.has(message.name.data()));

    const demo::JointState copy = message;
    EXPECT_EQ(copy, expected);
    EXPECT_FALSE(sample.has(copy.position.data()));
  }
  EXPECT_EQ(message.position.data(), own);
  EXPECT_EQ(message.position, joints(3).position);
  EXPECT_EQ(message.name, expected.name) << "what is no view stays";
  message.position.push_back(1);  // its memory is its own
}

TEST(SequenceViews, AreNotWorthItForSmallSequences)
{
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, sequence_views::smallest - 1}) {
    const demo::Blob expected{std::vector<std::uint8_t>(count, 7)};
    const Placed sample(cdr::encode(expected));
    demo::Blob message;
    sequence_views views;
    cdr::decode(sample.bytes, message, views);
    EXPECT_TRUE(views.empty());
    EXPECT_EQ(message, expected);
  }
  const demo::Blob expected{std::vector<std::uint8_t>(sequence_views::smallest, 7)};
  const Placed sample(cdr::encode(expected));
  demo::Blob message;
  sequence_views views;
  cdr::decode(sample.bytes, message, views);
  EXPECT_TRUE(sample.has(message.data.data()));
}

TEST(SequenceViews, NeedTheAlignmentOfTheElements)
{
  for (std::size_t remainder = 0; remainder != 8; ++remainder) {
    const demo::JointState expected = joints(1000);
    const Placed sample(cdr::encode(expected), remainder);
    demo::JointState message;
    sequence_views views;
    cdr::decode(sample.bytes, message, views);
    EXPECT_EQ(message, expected);
    EXPECT_EQ(views.empty(), remainder != 0);

    const demo::Blob bytes{std::vector<std::uint8_t>(10'000, 7)};
    const Placed of_bytes(cdr::encode(bytes), remainder);
    demo::Blob blob;
    sequence_views any;
    cdr::decode(of_bytes.bytes, blob, any);
    EXPECT_EQ(blob, bytes);
    EXPECT_FALSE(any.empty());
  }
}

TEST(SequenceViews, AreCopiesInTheOtherByteOrder)
{
  std::vector<std::byte> encoded = cdr::encode(demo::Lists{{}, std::vector<double>(1000), 0});
  encoded[1] ^= std::byte{1};
  std::reverse(encoded.begin() + 4, encoded.begin() + 8);   // the length of `flags`
  std::reverse(encoded.begin() + 8, encoded.begin() + 12);  // the length of `numbers`
  const Placed sample(encoded);
  demo::Lists message;
  sequence_views views;
  cdr::decode(sample.bytes, message, views);
  EXPECT_TRUE(views.empty());
  EXPECT_EQ(message.numbers, std::vector<double>(1000));
}

TEST(SequenceViews, NestedMessagesAndMoreSequencesThanViews)
{
  demo::ParticipantEntities expected;
  for (std::uint8_t i = 0; i != 7; ++i) {
    demo::NodeEntities node;
    node.reader_gids.resize(300, demo::Gid{{i}});
    expected.nodes.push_back(node);
  }
  const Placed sample(cdr::encode(expected));
  demo::ParticipantEntities message;
  {
    sequence_views views;
    cdr::decode(sample.bytes, message, views);
    EXPECT_EQ(message, expected);
    EXPECT_EQ(
      std::ranges::count_if(
        message.nodes, [&](const auto & node) { return sample.has(node.reader_gids.data()); }),
      static_cast<std::ptrdiff_t>(sequence_views::most));
  }
  EXPECT_TRUE(message.nodes.front().reader_gids.empty());
  EXPECT_EQ(message.nodes.back(), expected.nodes.back());
}

TEST(SequenceViews, AMovedObjectRestoresOnce)
{
  const demo::Blob expected{std::vector<std::uint8_t>(10'000, 7)};
  const Placed sample(cdr::encode(expected));
  demo::Blob message;
  {
    sequence_views views;
    cdr::decode(sample.bytes, message, views);
    {
      const sequence_views moved(std::move(views));
      EXPECT_EQ(message, expected);
    }
    EXPECT_TRUE(message.data.empty());
    message.data = {1, 2};
  }
  EXPECT_EQ(message.data, (std::vector<std::uint8_t>{1, 2}));
}

// A sample that ends too early, at each of its bytes, leaves a message that owns its memory.
TEST(SequenceViews, MalformedSamplesLeaveNoView)
{
  const std::vector<std::byte> encoded = cdr::encode(joints(600));
  const Placed whole(encoded);
  std::size_t last = encoded.size();
  for (std::size_t size = 0; size < encoded.size(); size += size < 200 ? 1 : 97) {
    demo::JointState message = joints(2);
    sequence_views views;
    const std::span<const std::byte> part = whole.bytes.first(size);
    EXPECT_THROW(cdr::decode(part, message, views), cdr::error) << size;
    EXPECT_TRUE(views.empty());
    for (const auto * values : {&message.position, &message.velocity, &message.effort}) {
      EXPECT_FALSE(whole.has(values->data()));
    }
    message.position.push_back(1);
    last = size;
  }
  EXPECT_GT(last, encoded.size() / 2) << "the second sequence was cut, too";
}

}  // namespace sequence_views_test
