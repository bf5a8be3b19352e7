// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Bytes that are not a message: truncated or changed anywhere, with wrong lengths. Each gives an
// error or another message, and never makes the decoder allocate more than a small multiple of the
// number of bytes.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "bytes.hpp"
#include "cdr/codec.hpp"
#include "randomizer.hpp"
#include "reference.hpp"
#include "samples.hpp"

namespace
{
// Bytes requested from operator new since the last reset; the tests have one thread.
std::size_t allocated = 0;
}  // namespace

// Not inlined, since g++ 12 then reports free() as mismatched with new.
[[gnu::noinline]] void * operator new(std::size_t size)
{
  allocated += size;
  if (void * const memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void * memory) noexcept
{
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace
{

// An element of a sequence may need more memory than bytes: a string has 4 bytes and needs 32 bytes
// of memory. The error text and the path of the field are added.
constexpr std::size_t memory_per_byte = 24;
constexpr std::size_t memory_for_errors = 8192;

/// Decodes `sample`; a read outside of its bytes is detected.
template <typename T>
bool decodes(const std::vector<std::byte> & sample)
{
  T message;
  allocated = 0;
  bool good = true;
  try {
    cdr::decode(sample, message);
  } catch (const cdr::error & error) {
    good = false;
    EXPECT_EQ(std::string(error.what()).find(cdr::fields<T>::name), 0u) << error.what();
    EXPECT_LE(error.offset(), sample.size());
    if (sample.size() > 4 && sample[1] <= std::byte{1} && sample[0] == std::byte{0}) {
      EXPECT_NE(std::string(error.what()).find(": '"), std::string::npos)
        << "no field named: " << error.what();
    }
  }
  EXPECT_LE(allocated, memory_per_byte * sample.size() + memory_for_errors) << hex_of(sample);
  return good;
}

/// The sample truncated at any length gives an error.
template <typename T>
void expect_truncation_errors(const T & message)
{
  for (const auto order : {std::endian::little, std::endian::big}) {
    const auto sample = reference_encoder(order).sample(message);
    ASSERT_TRUE(decodes<T>(sample));
    for (std::size_t size = 0; size != sample.size(); ++size) {
      // A separate vector, so that AddressSanitizer detects a read after its end.
      EXPECT_FALSE(decodes<T>({sample.begin(), sample.begin() + static_cast<long>(size)})) << size;
    }
  }
}

TEST(Hostile, TruncatedAnywhere)
{
  demo::Gid gid;
  expect_truncation_errors(demo::Empty{});
  expect_truncation_errors(demo::Text{"hi"});
  expect_truncation_errors(demo::WideText{u"a\u00e9"});
  expect_truncation_errors(demo::AddTwoInts{2, 3});
  expect_truncation_errors(demo::Twist{});
  expect_truncation_errors(demo::Lists{{true}, {2.0}, 1.0});
  expect_truncation_errors(demo::Paddeds{{{1, 1.0, true, 2}, {5, 2.0, false, 6}}});
  expect_truncation_errors(
    demo::ParticipantEntities{gid, {{"/ns1", "talker_x", {gid}, {gid, gid}}}});
  expect_truncation_errors(joint_state(2));
  expect_truncation_errors(everything());
}

/// With each group of four bytes replaced by a large or odd number, the sample gives an error or a
/// message.
template <typename T>
void expect_lies_survived(const T & message)
{
  for (const auto order : {std::endian::little, std::endian::big}) {
    const auto sample = reference_encoder(order).sample(message);
    for (std::size_t at = 4; at + 4 <= sample.size(); ++at) {
      for (const std::uint32_t lie :
           {0xffffffffu, 0xfffffffeu, 0x80000000u, 0x7fffffffu, 0x40000000u, 0x20000000u,
            0x10000001u, 0x00010000u, 255u, 17u, 2u, 1u, 0u}) {
        auto changed = sample;
        for (std::size_t i = 0; i != 4; ++i) {
          const std::size_t shift = 8 * (order == std::endian::little ? i : 3 - i);
          changed[at + i] = static_cast<std::byte>(lie >> shift);
        }
        decodes<T>(changed);
      }
    }
  }
}

TEST(Hostile, LengthsThatLie)
{
  demo::Gid gid;
  expect_lies_survived(demo::Text{"hi"});
  expect_lies_survived(demo::WideText{u"wide"});
  expect_lies_survived(demo::Lists{{true}, {2.0}, 1.0});
  expect_lies_survived(demo::Paddeds{{{1, 1.0, true, 2}, {5, 2.0, false, 6}}});
  expect_lies_survived(demo::ParticipantEntities{gid, {{"/ns1", "talker_x", {gid}, {gid, gid}}}});
  expect_lies_survived(joint_state(2));
  expect_lies_survived(everything());
}

TEST(Hostile, CountsAreCheckedAgainstTheMinimumSizeOfAnElement)
{
  // 25 elements would fit if each had one byte; each has at least 16 (four lengths).
  const auto sample =
    bytes_of("00010000" + std::string(32, '0') + "19000000" + std::string(50, '0'));
  demo::ParticipantEntities message;
  allocated = 0;
  EXPECT_THROW(cdr::decode(sample, message), cdr::error);
  EXPECT_LE(allocated, memory_for_errors);
}

TEST(Hostile, RandomBytes)
{
  randomizer random(7);
  for (int round = 0; round != 3000; ++round) {
    std::vector<std::byte> sample(random.below(200));
    for (auto & each : sample) {
      // Many zeros, so that some lengths are plausible.
      each = static_cast<std::byte>(random.below(3) == 0 ? random.below(256) : random.below(3));
    }
    if (sample.size() >= 4) {
      sample[0] = sample[2] = sample[3] = std::byte{0};
      sample[1] = static_cast<std::byte>(random.below(2));
    }
    decodes<demo::Everything>(sample);
    decodes<demo::JointState>(sample);
    decodes<demo::ParticipantEntities>(sample);
  }
}

TEST(Hostile, SteadyStateDoesNotAllocate)
{
  const auto sample = cdr::encode(everything());
  demo::Everything message;
  cdr::decode(sample, message);
  std::vector<std::byte> out(sample.size());
  allocated = 0;
  cdr::decode(sample, message);
  cdr::encode(message, std::span(out));
  EXPECT_EQ(cdr::encoded_size(message), sample.size());
  EXPECT_EQ(allocated, 0u);
}

TEST(Hostile, SequencesGrowToTheSizeNeededAndNotBeyond)
{
  demo::JointState message;
  message.position.resize(1000);
  demo::JointState longer;
  longer.position.resize(1001);
  cdr::decode(cdr::encode(longer), message);
  EXPECT_EQ(message.position.capacity(), 1001u);

  message.name.resize(1000);
  longer.name.resize(1001);
  cdr::decode(cdr::encode(longer), message);
  EXPECT_EQ(message.name.capacity(), 1001u);
}

}  // namespace
