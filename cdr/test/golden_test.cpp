// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The bytes that other ROS 2 nodes send and expect, written by hand from the wire format.

#include <gtest/gtest.h>

#include "bytes.hpp"
#include "cdr/codec.hpp"
#include "structs.hpp"

namespace
{

/// The message has these little-endian bytes, and both these and those of a big-endian sender
/// decode to it.
template <typename T>
void expect_bytes(const T & message, std::string_view little, std::string_view big)
{
  EXPECT_EQ(hex_of(cdr::encode(message)), hex_of(bytes_of(little)));
  for (const auto hex : {little, big}) {
    T decoded;
    cdr::decode(bytes_of(hex), decoded);
    EXPECT_EQ(decoded, message) << hex;
  }
}

TEST(Golden, String)
{
  expect_bytes(demo::Text{"hi"}, "00010000 03000000 686900", "00000000 00000003 686900");
  expect_bytes(demo::Text{""}, "00010000 01000000 00", "00000000 00000001 00");
}

TEST(Golden, StringWithoutAnyByteIsEmpty)
{
  demo::Text message{"before"};
  cdr::decode(bytes_of("00010000 00000000"), message);
  EXPECT_EQ(message.data, "");
}

TEST(Golden, StringKeepsEmbeddedNul)
{
  expect_bytes(
    demo::Text{std::string("a\0b", 3)}, "00010000 04000000 61006200", "00000000 00000004 61006200");
}

TEST(Golden, EmptyMessageHasOneByte)
{
  expect_bytes(demo::Empty{}, "00010000 00", "00000000 00");
}

TEST(Golden, BufferIsFilledToItsEndWithZeros)
{
  std::vector<std::byte> out(12, std::byte{0xff});
  cdr::encode(demo::Text{"hi"}, out);
  EXPECT_EQ(
    hex_of(out),
    "00010000"
    "03000000"
    "68690000");
  std::vector<std::byte> empty(8, std::byte{0xff});
  cdr::encode(demo::Empty{}, empty);
  EXPECT_EQ(hex_of(empty), "0001000000000000");
}

TEST(Golden, WideStringHasFourBytesAUnitAndNoNul)
{
  expect_bytes(
    demo::WideText{u"a\u00e9"}, "00010000 02000000 61000000 e9000000",
    "00000000 00000002 00000061 000000e9");
  expect_bytes(demo::WideText{}, "00010000 00000000", "00000000 00000000");
}

TEST(Golden, ServiceRequestBehindItsHeader)
{
  const auto bytes =
    bytes_of("00010000 8877665544332211 0100000000000000 0200000000000000 0300000000000000");
  const demo::AddTwoInts request{2, 3};
  std::vector<std::byte> out(cdr::header_size + cdr::size_body(request, 16));
  cdr::writer writer(out);
  writer.write(std::uint64_t{0x1122334455667788});
  writer.write(std::int64_t{1});
  cdr::encode_body(request, writer);
  EXPECT_EQ(hex_of(out), hex_of(bytes));

  const auto big =
    bytes_of("00000000 1122334455667788 0000000000000001 0000000000000002 0000000000000003");
  for (const auto & sample : {bytes, big}) {
    cdr::reader reader(sample);
    EXPECT_EQ(reader.read<std::uint64_t>(), 0x1122334455667788u);
    EXPECT_EQ(reader.read<std::int64_t>(), 1);
    demo::AddTwoInts decoded;
    cdr::decode_body(reader, decoded);
    EXPECT_EQ(decoded, request);
    EXPECT_EQ(reader.remaining(), 0u);
  }
}

TEST(Golden, RosDiscoveryInfo)
{
  demo::Gid gid;
  for (std::size_t i = 0; i != 16; ++i) {
    gid.data[i] = static_cast<std::uint8_t>(0xa0 + i);
  }
  const std::string raw = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf";
  expect_bytes(
    demo::ParticipantEntities{gid, {{"/ns1", "talker_x", {gid}, {gid, gid}}}},
    "00010000" + raw + "01000000 05000000 2f6e733100 000000 09000000 74616c6b65725f7800 000000" +
      "01000000" + raw + "02000000" + raw + raw,
    "00000000" + raw + "00000001 00000005 2f6e733100 000000 00000009 74616c6b65725f7800 000000" +
      "00000001" + raw + "00000002" + raw + raw);
}

TEST(Golden, StructsWithPaddingAlignEachMember)
{
  // The first begins at 4, so its double is at 8; the second at 20, its double at 24.
  expect_bytes(
    demo::Paddeds{{{1, 1.0, true, 2}, {5, 2.0, false, 6}}},
    "00010000 02000000 01 000000 000000000000f03f 01 00 0200"
    "05 000000 0000000000000040 00 00 0600",
    "00000000 00000002 01 000000 3ff0000000000000 01 00 0002"
    "05 000000 4000000000000000 00 00 0006");
}

TEST(Golden, EmptySequenceIsNotPadded)
{
  expect_bytes(
    demo::Lists{{true, false, true}, {}, 1.0},
    "00010000 03000000 010001 00 00000000 00000000 000000000000f03f",
    "00000000 00000003 010001 00 00000000 00000000 3ff0000000000000");
  expect_bytes(
    demo::Lists{{}, {}, 1.0}, "00010000 00000000 00000000 000000000000f03f",
    "00000000 00000000 00000000 3ff0000000000000");
  expect_bytes(
    demo::Lists{{true}, {2.0}, 1.0},
    "00010000 01000000 01 000000 01000000 00000000 0000000000000040 000000000000f03f",
    "00000000 00000001 01 000000 00000001 00000000 4000000000000000 3ff0000000000000");
}

TEST(Golden, AnyByteButZeroIsTrue)
{
  demo::Lists decoded;
  cdr::decode(bytes_of("00010000 03000000 02ff00 00 00000000 00000000 000000000000f03f"), decoded);
  EXPECT_EQ(decoded.flags, (std::vector<bool>{true, true, false}));
  demo::Paddeds single;
  cdr::decode(bytes_of("00010000 01000000 01 000000 000000000000f03f 80 00 0200"), single);
  EXPECT_TRUE(single.list.at(0).third);
}

}  // namespace
