// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every kind of field encoded and decoded, compile-time layouts, upper bounds, and errors.

#include "cdr/codec.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "bytes.hpp"
#include "cdr/append.hpp"
#include "cdr/copy.hpp"
#include "cdr/inspect.hpp"
#include "randomizer.hpp"
#include "reference.hpp"
#include "samples.hpp"

// With external linkage, as messages have: clang requires it.
namespace codec_test
{

using cdr::detail::layout_v;

static_assert(layout_v<demo::Vector3>.plain && layout_v<demo::Twist>.plain);
static_assert(layout_v<demo::Point32>.plain && layout_v<demo::Gid>.plain);
static_assert(layout_v<std::array<demo::Twist, 2>>.plain);
static_assert(!layout_v<demo::Padded>.plain, "its padding in memory is not initialised");
static_assert(!layout_v<bool>.plain && !layout_v<std::array<bool, 3>>.plain);
static_assert(!layout_v<demo::Header>.plain && !layout_v<demo::Header>.fixed);
static_assert(layout_v<demo::Padded>.fixed && layout_v<demo::Padded>.size == 12);
static_assert(cdr::fixed_encoded_size<demo::Twist> == 52);
static_assert(cdr::fixed_encoded_size<demo::Empty> == 5);
static_assert(cdr::fixed_encoded_size<demo::Padded> == 24);
static_assert(cdr::fixed_encoded_size<demo::Text> == 0);
static_assert(layout_v<demo::Everything>.bounded && !layout_v<demo::JointState>.bounded);
#ifndef __clang__
static_assert(layout_v<demo::Time>.plain);
#endif

/// Its list of fields is not in the order of memory, so memcpy would exchange them.
struct Exchanged
{
  double second = 0, first = 0;
};

/// All of its leaves are as wide as the struct's alignment, but the list of fields omits one.
struct Partial
{
  double known = 0, unknown = 0;
};

/// Reports a length that no memory could hold.
template <typename T, std::size_t Bound, typename Allocator = std::allocator<T>>
struct Endless
{
  using value_type = T;
  std::size_t size() const { return 1'000'000'000; }
};

struct Huge
{
  Endless<double, 0> data;
};

}  // namespace codec_test

using namespace codec_test;  // NOLINT(build/namespaces)

template <>
struct cdr::fields<Huge>
{
  static constexpr const char * name = "demo/msg/Huge";
  static constexpr std::size_t count = 1;
  static constexpr const char * names[] = {"data"};
  static constexpr std::uint32_t bounds[] = {0};
  static constexpr decltype(auto) apply(auto && f) { return f(&Huge::data); }
};

template <>
struct cdr::fields<Exchanged>
{
  static constexpr const char * name = "demo/msg/Exchanged";
  static constexpr std::size_t count = 2;
  static constexpr const char * names[] = {"first", "second"};
  static constexpr std::uint32_t bounds[] = {0, 0};
  static constexpr decltype(auto) apply(auto && f)
  {
    return f(&Exchanged::first, &Exchanged::second);
  }
};

template <>
struct cdr::fields<Partial>
{
  static constexpr const char * name = "demo/msg/Partial";
  static constexpr std::size_t count = 1;
  static constexpr const char * names[] = {"known"};
  static constexpr std::uint32_t bounds[] = {0};
  static constexpr decltype(auto) apply(auto && f) { return f(&Partial::known); }
};

namespace
{

static_assert(!layout_v<Exchanged>.plain && layout_v<Exchanged>.fixed);
static_assert(!layout_v<Partial>.plain);

// Large arrays take another path, from wherever they begin to wherever they go.
TEST(Copy, BytesAreTheSameAtEachSizeAndPlace)
{
  constexpr std::size_t limit = cdr::longest_cached_copy;
  std::vector<std::uint8_t> source(limit + 400);
  std::iota(source.begin(), source.end(), std::uint8_t{0});
  for (const std::size_t size : {limit, limit + 1, limit + 63, limit + 64, limit + 200}) {
    for (const std::size_t from : {0, 1, 8}) {
      for (const std::size_t to : {0, 1, 15, 16, 63}) {
        std::vector<std::uint8_t> target(limit + 400, 0xee);
        cdr::copy_bytes(&target[to], &source[from], size);
        ASSERT_EQ(std::memcmp(&target[to], &source[from], size), 0) << size << from << to;
        ASSERT_TRUE(to == 0 || target[to - 1] == 0xee) << size << from << to;
        ASSERT_EQ(target[to + size], 0xee) << size << from << to;
      }
    }
  }
}

TEST(Copy, ALargeArrayIsEncodedAndDecoded)
{
  demo::Blob blob;
  blob.data.resize(3 * cdr::longest_cached_copy + 7);
  std::iota(blob.data.begin(), blob.data.end(), std::uint8_t{0});
  demo::Blob decoded;
  cdr::decode(cdr::encode(blob), decoded);
  EXPECT_EQ(decoded.data, blob.data);
}

TEST(Codec, MembersOutOfOrderAreNotMovedAtOnce)
{
  const auto bytes = cdr::encode(Exchanged{.second = 2, .first = 1});
  EXPECT_EQ(
    hex_of(bytes),
    "00010000"
    "000000000000f03f"
    "0000000000000040");
  Exchanged decoded;
  cdr::decode(bytes, decoded);
  EXPECT_EQ(decoded.first, 1);
  EXPECT_EQ(decoded.second, 2);
}

/// Encoding gives the bytes of the format, and decoding them, in either byte order, the message.
template <typename T>
void expect_round_trip(const T & message)
{
  const auto bytes = cdr::encode(message);
  EXPECT_EQ(bytes.size(), cdr::encoded_size(message));
  ASSERT_EQ(hex_of(bytes), hex_of(reference_encoder(std::endian::native).sample(message)));
  for (const auto order : {std::endian::little, std::endian::big}) {
    T decoded;
    cdr::decode(reference_encoder(order).sample(message), decoded);
    ASSERT_TRUE(decoded == message);
  }
}

TEST(Codec, EveryKindThereAndBack)
{
  expect_round_trip(everything());
}

TEST(Codec, RandomContentThereAndBack)
{
  for (std::uint32_t seed = 0; seed != 300; ++seed) {
    SCOPED_TRACE(seed);
    randomizer random(seed);
    demo::Everything message;
    random.fill(message);
    expect_round_trip(message);
    demo::JointState state;
    random.fill(state);
    expect_round_trip(state);
    demo::Paddeds padded;
    random.fill(padded);
    expect_round_trip(padded);
  }
}

TEST(Codec, DecodingIntoAUsedMessageReplacesAllOfIt)
{
  randomizer random(1);
  demo::Everything used;
  for (int i = 0; i != 100; ++i) {
    demo::Everything message;
    random.fill(message);
    cdr::decode(cdr::encode(message), used);
    ASSERT_TRUE(used == message);
  }
}

TEST(Codec, LargeSequences)
{
  // Longer than the pieces in which sequences grow.
  demo::JointState state;
  for (int i = 0; i != 5000; ++i) {
    state.position.push_back(i);
    state.name.push_back(std::to_string(i));
  }
  expect_round_trip(state);
  expect_round_trip(demo::Blob{std::vector<std::uint8_t>(1 << 20, 7)});
}

TEST(Codec, BodyMayStartAnywhere)
{
  for (std::size_t start = 0; start != 9; ++start) {
    const demo::Everything message = everything();
    std::vector<std::byte> out(cdr::header_size + cdr::size_body(message, start), std::byte{0xee});
    cdr::writer writer(out);
    for (std::size_t i = 0; i != start; ++i) {
      writer.write(std::uint8_t{9});
    }
    cdr::encode_body(message, writer);
    EXPECT_EQ(writer.offset() + cdr::header_size, out.size());
    cdr::reader reader(out);
    reader.take(1, start);
    demo::Everything decoded;
    cdr::decode_body(reader, decoded);
    EXPECT_TRUE(decoded == message) << start;
    EXPECT_EQ(reader.remaining(), 0u);
  }
}

TEST(Codec, PaddingIsZeroInUsedMemory)
{
  const auto clean = cdr::encode(everything());
  std::vector<std::byte> out(clean.size(), std::byte{0xff});
  cdr::encode(everything(), out);
  EXPECT_EQ(hex_of(out), hex_of(clean));
}

TEST(Codec, BytesBehindTheMessageAreIgnored)
{
  for (const std::size_t more : {1, 2, 3, 4, 100}) {
    auto bytes = cdr::encode(everything());
    bytes.resize(bytes.size() + more, std::byte{0xaa});
    demo::Everything decoded;
    cdr::decode(bytes, decoded);
    EXPECT_TRUE(decoded == everything());
  }
}

TEST(Codec, OptionsOfTheHeaderAreIgnored)
{
  auto bytes = cdr::encode(demo::Text{"hi"});
  bytes[2] = bytes[3] = std::byte{0xff};
  demo::Text decoded;
  cdr::decode(bytes, decoded);
  EXPECT_EQ(decoded.data, "hi");
}

/// Returns the text of the error that `action` throws.
template <typename Action>
std::string error_of(Action action)
{
  try {
    action();
  } catch (const cdr::error & error) {
    return error.what();
  }
  return "no error";
}

template <typename T>
std::string decode_error(std::string_view hex)
{
  return error_of([&] {
    T message;
    cdr::decode(bytes_of(hex), message);
  });
}

TEST(Errors, UnsupportedEncapsulation)
{
  for (const auto hex : {"00020000", "00030000", "00060000", "000b0000", "01000000", "ff010000"}) {
    EXPECT_NE(
      decode_error<demo::Empty>(std::string(hex) + "00000000").find("expected encapsulation 0"),
      std::string::npos)
      << hex;
  }
  EXPECT_EQ(
    decode_error<demo::Empty>("00070000 00"),
    "demo/msg/Empty: at byte 0: expected encapsulation 0 (CDR, big endian) or 1 (CDR, little "
    "endian), found "
    "7");
}

TEST(Errors, NoHeader)
{
  EXPECT_EQ(
    decode_error<demo::Empty>("000100"),
    "demo/msg/Empty: at byte 0: needs 4 bytes for the header, 3 are there");
}

TEST(Errors, NameTheFieldTheByteTheNeededAndTheFound)
{
  EXPECT_EQ(
    decode_error<demo::JointState>("00010000 01000000 02000000 06000000 6c6173"),
    "demo/msg/JointState: 'header.frame_id' at byte 16: needs 6 bytes, 3 are left");
  EXPECT_EQ(
    decode_error<demo::JointState>(
      "00010000 01000000 02000000 01000000 00000000 02000000 02000000 6100 0000 05000000 62"),
    "demo/msg/JointState: 'name[1]' at byte 36: needs 5 bytes, 1 are left");
  EXPECT_EQ(
    decode_error<demo::JointState>(
      "00000000 00000001 00000002 00000001 00000000 00000000 00000003 4000000000000000"),
    "demo/msg/JointState: 'position' at byte 28: has 3 elements of at least 8 bytes, 8 bytes are "
    "left");
  EXPECT_EQ(
    decode_error<demo::Paddeds>("00010000 01000000 01 000000 000000000000f03f 01 00 02"),
    "demo/msg/Paddeds: 'list[0].fourth' at byte 21: needs 3 bytes, 2 are left");
  EXPECT_EQ(
    decode_error<demo::Text>("00010000 03000000 68692e"),
    "demo/msg/Text: 'data' at byte 11: is a string of 3 bytes that does not end in NUL");
  EXPECT_EQ(
    decode_error<demo::WideText>("00010000 01000000 00000100"),
    "demo/msg/WideText: 'data' at byte 12: has a UTF-16 unit of 65536, the largest is 65535");
}

TEST(Errors, OffsetCountsFromTheHeader)
{
  try {
    demo::Text message;
    cdr::decode(bytes_of("00010000 05000000 68"), message);
    FAIL();
  } catch (const cdr::error & error) {
    EXPECT_EQ(error.offset(), 8u);
  }
}

TEST(Errors, BehindAServiceHeaderToo)
{
  const auto bytes = bytes_of("00010000 0000000000000000 0000000000000000 05000000 68");
  cdr::reader reader(bytes);
  reader.take(8, 16);
  demo::Text message;
  EXPECT_EQ(
    error_of([&] { cdr::decode_body(reader, message); }),
    "demo/msg/Text: 'data' at byte 24: needs 5 bytes, 1 are left");
}

TEST(Errors, BufferTooSmall)
{
  const demo::Everything message = everything();
  const std::size_t size = cdr::encoded_size(message);
  for (std::size_t given = 0; given != size; ++given) {
    // Exactly this size, so that AddressSanitizer detects a write after its end.
    std::vector<std::byte> out(given);
    const std::string what = error_of([&] { cdr::encode(message, std::span(out)); });
    EXPECT_NE(what.find("demo/msg/Everything"), std::string::npos) << given << what;
    EXPECT_NE(what.find("the buffer has " + std::to_string(given)), std::string::npos) << what;
  }
}

TEST(Errors, AMessageLongerThanLengthsOf32BitsIsRefused)
{
  EXPECT_EQ(
    error_of([] { (void)cdr::encoded_size(Huge()); }),
    "demo/msg/Huge: needs 8000000008 bytes, a sample has at most 4294967295");
}

/// `change` makes a field of Everything exceed its bound: writing throws, and so does reading the
/// bytes of a sender without bounds (the reference).
void expect_beyond(
  void (*change)(demo::Everything &), const std::string & field, const std::string & what)
{
  demo::Everything message;
  change(message);
  const std::string written = "demo/msg/Everything: '" + field + "' " + what;
  EXPECT_EQ(error_of([&] { cdr::encode(message); }), written);
  EXPECT_EQ(error_of([&] { (void)cdr::encoded_size(message); }), written);
  std::vector<std::byte> out(10000);
  EXPECT_EQ(error_of([&] { cdr::encode(message, std::span(out)); }), written);
  for (const auto order : {std::endian::little, std::endian::big}) {
    demo::Everything decoded;
    const auto sample = reference_encoder(order).sample(message);
    const std::string read = error_of([&] { cdr::decode(sample, decoded); });
    EXPECT_EQ(read.find("demo/msg/Everything: '" + field + "' at byte "), 0u) << read;
    EXPECT_NE(read.find(what), std::string::npos) << read;
  }
}

TEST(Inspect, ASampleOfTheOtherOrderBecomesThisMachines)
{
  const demo::Vector3 message{1.5, -2, 3e300};
  const auto native = cdr::encode(message);
  const auto other =
    std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  const auto sample = reference_encoder(other).sample(message);
  const auto body = cdr::native_copy(cdr::reader(sample), cdr::description<demo::Vector3>);
  EXPECT_TRUE(
    std::equal(body.begin(), body.end(), native.begin() + cdr::header_size, native.end()));
}

TEST(Inspect, ExplainsUnreadableSamples)
{
  auto sample = cdr::encode(demo::Vector3{1, 2, 3});
  EXPECT_NO_THROW(cdr::explain(cdr::reader(sample), cdr::description<demo::Vector3>));
  sample.resize(sample.size() - 1);
  const std::string text =
    error_of([&] { cdr::explain(cdr::reader(sample), cdr::description<demo::Vector3>); });
  EXPECT_EQ(text, "demo/msg/Vector3: 'z' at byte 20: needs 8 bytes, 7 are left");
  EXPECT_EQ(
    error_of([&] { cdr::native_copy(cdr::reader(sample), cdr::description<demo::Vector3>); }),
    text);
}

/// Appended after `start` bytes, the message has the same bytes as when it is encoded there.
template <typename T>
void expect_appended(const T & message, std::size_t start)
{
  std::vector<std::byte> expected(cdr::header_size + cdr::size_body(message, start));
  cdr::writer out(expected);
  for (std::size_t i = 0; i != start; ++i) {
    *out.claim(1, 1) = std::byte{0xee};
  }
  cdr::encode_body(message, out);
  std::vector<std::byte> sample(
    expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(cdr::header_size + start));
  const auto encoded = cdr::encode(message);
  cdr::reader in(encoded);
  cdr::append(in, cdr::description<T>, sample);
  EXPECT_EQ(hex_of(sample), hex_of(expected));
  EXPECT_EQ(in.remaining(), 0u);
}

TEST(Append, AMessageOfAnyKindAnywhere)
{
  for (std::size_t start = 0; start != 9; ++start) {
    SCOPED_TRACE(start);
    expect_appended(everything(), start);
    expect_appended(joint_state(2), start);
    expect_appended(demo::Empty(), start);
    for (std::uint32_t seed = 0; seed != 100; ++seed) {
      randomizer random(seed);
      demo::Everything message;
      random.fill(message);
      expect_appended(message, start);
    }
  }
}

TEST(Append, BytesThatAreNoSuchMessage)
{
  const auto encoded = cdr::encode(everything());
  for (std::size_t size = cdr::header_size; size != encoded.size(); ++size) {
    cdr::reader in{std::span<const std::byte>(encoded).first(size)};
    std::vector<std::byte> sample(cdr::header_size);
    EXPECT_THROW(cdr::append(in, cdr::description<demo::Everything>, sample), cdr::error) << size;
  }
}

TEST(Bounds, OfStrings)
{
  expect_beyond(
    [](demo::Everything & m) { m.short_text = "sixsix"; }, "short_text",
    "has a length of 6, its upper bound is 5");
  expect_beyond(
    [](demo::Everything & m) { m.short_wide = u"four"; }, "short_wide",
    "has a length of 4, its upper bound is 3");
  expect_beyond(
    [](demo::Everything & m) { m.few_texts = {"four", "fives"}; }, "few_texts[1]",
    "has a length of 5, its upper bound is 4");
}

TEST(Bounds, OfSequencesOnReading)
{
  // The bounded vector itself cannot exceed its bound, so the bytes come from another message.
  demo::Everything message = everything();
  auto sample = cdr::encode(message);
  const std::string before = hex_of(sample);
  const auto set_count = [&](const std::string & from, const std::string & to) {
    std::string hex = before;
    const std::size_t at = hex.rfind(from);
    EXPECT_NE(at, std::string::npos);
    hex.replace(at, 8, to);
    return hex;
  };
  EXPECT_NE(
    decode_error<demo::Everything>(set_count("0400000001010001", "05000000"))
      .find("'few_flags' at byte "),
    std::string::npos);
  EXPECT_NE(
    decode_error<demo::Everything>(set_count("03000000010002000300", "04000000"))
      .find("has a length of 4, its upper bound is 3"),
    std::string::npos);
}

TEST(Cursors, CheckEachStep)
{
  std::vector<std::byte> out(12);
  cdr::writer writer(out);
  writer.write(std::uint16_t{1});
  EXPECT_EQ(
    error_of([&] { writer.write(std::uint64_t{1}); }),
    "at byte 12: needs 8 bytes, the buffer has 12 in all");
  writer.write(std::uint32_t{2});
  EXPECT_EQ(
    error_of([&] { writer.claim(1, 1); }), "at byte 12: needs 1 bytes, the buffer has 12 in all");
  EXPECT_EQ(error_of([&] { writer.claim(1, SIZE_MAX); }).substr(0, 18), "at byte 12: needs ");

  cdr::reader reader(out);
  EXPECT_EQ(reader.read<std::uint16_t>(), 1);
  EXPECT_EQ(
    error_of([&] { reader.read<std::uint64_t>(); }), "at byte 6: needs 14 bytes, 6 are left");
  EXPECT_EQ(reader.read<std::uint32_t>(), 2u);
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_EQ(error_of([&] { reader.take(1, 1); }), "at byte 12: needs 1 bytes, 0 are left");
  EXPECT_EQ(error_of([&] { reader.take(8, SIZE_MAX); }).substr(0, 18), "at byte 12: needs ");
}

}  // namespace
