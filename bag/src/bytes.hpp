// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads numbers and texts of MCAP from untrusted bytes.
#ifndef BAG__BYTES_HPP_
#define BAG__BYTES_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace bag::detail
{

/// An invalid record; `at` is the position in the bytes that were read.
struct Damage
{
  std::string what;
  std::uint64_t at;
};

/// Returns the first bytes of a file for the text of an error, with '?' for unprintable ones.
inline std::string printable(std::string_view bytes)
{
  std::string text(bytes.substr(0, 200));
  std::replace_if(
    text.begin(), text.end(), [](char character) { return character < ' ' || character > '~'; },
    '?');
  return text;
}

/// The kinds of records.
enum class Opcode : std::uint8_t
{
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};

/// The size of a record's header: its opcode and the length of its content.
inline constexpr std::size_t record_header = 9;
/// The size of a message's header before its data: channel, sequence, log and publish time.
inline constexpr std::size_t message_header = 22;
inline constexpr char magic[8] = {'\x89', 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// Reads bytes from front to back. Throws Damage if they end too early.
class Bytes
{
public:
  explicit Bytes(std::span<const std::byte> all, std::uint64_t begin = 0) : rest_(all), at_(begin)
  {
  }

  std::uint64_t at() const noexcept { return at_; }
  std::size_t remaining() const noexcept { return rest_.size(); }
  bool empty() const noexcept { return rest_.empty(); }

  std::span<const std::byte> take(std::uint64_t count, const char * what)
  {
    if (count > rest_.size()) {
      throw Damage{
        std::string(what) + " needs " + std::to_string(count) + " bytes, " +
          std::to_string(rest_.size()) + " are left",
        at_};
    }
    const auto taken = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(taken.size());
    at_ += count;
    return taken;
  }
  template <typename T>
  T number(const char * what)
  {
    T value;
    std::memcpy(&value, take(sizeof(value), what).data(), sizeof(value));
    return value;
  }
  std::string_view text(const char * what)
  {
    const auto bytes = take(number<std::uint32_t>(what), what);
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  }
  /// A time beyond the range of int64 is limited to its maximum.
  std::int64_t time(const char * what)
  {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(
      number<std::uint64_t>(what),
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
  }

private:
  std::span<const std::byte> rest_;
  std::uint64_t at_;
};

}  // namespace bag::detail

#endif  // BAG__BYTES_HPP_
