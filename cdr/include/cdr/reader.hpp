// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The cursor that reads CDR: for the codec of C++ structs, for service headers, and for codecs of
// types at run time.

#ifndef CDR__READER_HPP_
#define CDR__READER_HPP_

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "cdr/encapsulation.hpp"
#include "cdr/error.hpp"

namespace cdr
{

class sequence_views;

/// Reads values of a sample, each at its alignment. The bytes are not trusted: nothing after their
/// end is read. Throws cdr::error. One thread at a time may use it; it does not own the memory.
class reader
{
public:
  /// Checks the header: plain CDR in either byte order; options are ignored. The memory must
  /// outlive the reader.
  explicit reader(std::span<const std::byte> sample)
  {
    if (sample.size() < header_size) [[unlikely]] {
      detail::fail(0, "at byte %: needs 4 bytes for the header, % are there", sample.size());
    }
    if (sample[0] != std::byte{0} || sample[1] > std::byte{1}) [[unlikely]] {
      detail::fail(
        0,
        "at byte %: expected encapsulation 0 (CDR, big endian) or 1 (CDR, little endian), found %",
        std::to_integer<std::size_t>(sample[0]) * 256 + std::to_integer<std::size_t>(sample[1]));
    }
    body_ = sample.data() + header_size;
    size_ = sample.size() - header_size;
    swapped_ = sample[1] != native_order;
  }

  /// Continues at `offset` of a body whose header was read and whose numbers have this machine's
  /// byte order.
  reader(std::span<const std::byte> body, std::size_t offset) noexcept
  : body_(body.data()), size_(body.size()), offset_(offset)
  {
  }

  /// Returns the number of bytes read after the header.
  std::size_t offset() const noexcept { return offset_; }

  /// Returns the number of bytes not yet read.
  std::size_t remaining() const noexcept { return size_ - offset_; }

  /// Lets sequences of the message read the sample; null, as at first, copies them.
  void set_views(sequence_views * views) noexcept { views_ = views; }
  /// Returns the object of set_views().
  sequence_views * views() const noexcept { return views_; }

  /// Returns true if the sample has the other byte order; read() handles that, take() does not.
  bool swapped() const noexcept { return swapped_; }

  /// Moves to this offset, which is inside the body.
  void seek(std::size_t offset) noexcept { offset_ = offset; }

  /// Returns all bytes after the header, read or not.
  std::span<const std::byte> body() const noexcept { return {body_, size_}; }

  /// Aligns, skips `size` bytes and returns the first of them. Alignment is a power of two up to 8.
  const std::byte * take(std::size_t alignment, std::size_t size)
  {
    const std::size_t start = align_up(offset_, alignment);
    if (start > size_ || size > size_ - start) [[unlikely]] {
      fail("at byte %: needs % bytes, % are left", start - offset_ + size, remaining());
    }
    offset_ = start + size;
    return body_ + start;
  }

  /// Reads a number. Read bool as std::uint8_t.
  template <typename T>
  T read()
  {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8);
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, take(sizeof(T), sizeof(T)), sizeof(T));
    if (swapped_) [[unlikely]] {
      for (std::size_t i = 0; i != sizeof(T) / 2; ++i) {
        const std::byte other = bytes[i];
        bytes[i] = bytes[sizeof(T) - 1 - i];
        bytes[sizeof(T) - 1 - i] = other;
      }
    }
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }

  /// Reads the length of a sequence whose elements have at least `least` bytes (not 0): it is never
  /// larger than the rest of the sample allows.
  std::uint32_t read_count(std::size_t least)
  {
    const auto count = read<std::uint32_t>();
    if (count > remaining() / least) [[unlikely]] {
      fail(
        "at byte %: has % elements of at least % bytes, % bytes are left", count, least,
        remaining());
    }
    return count;
  }

  /// Reads a string; returns its bytes inside the sample, without the terminating NUL.
  std::span<const char> read_string()
  {
    const auto length = read<std::uint32_t>();
    if (length == 0) {
      return {};
    }
    const std::byte * const bytes = take(1, length);
    if (bytes[length - 1] != std::byte{0}) [[unlikely]] {
      fail("at byte %: is a string of % bytes that does not end in NUL", length);
    }
    return {reinterpret_cast<const char *>(bytes), length - 1};
  }

  /// Throws unless a length is within its upper bound; 0 = no bound.
  void check_bound(std::size_t length, std::size_t bound) const
  {
    if (bound != 0 && length > bound) [[unlikely]] {
      fail("at byte %: has a length of %, its upper bound is %", length, bound);
    }
  }

  /// Reads a unit of a wide string.
  char16_t read_unit()
  {
    const auto unit = read<std::uint32_t>();
    if (unit > 0xFFFF) [[unlikely]] {
      fail("at byte %: has a UTF-16 unit of %, the largest is 65535", unit);
    }
    return static_cast<char16_t>(unit);
  }

private:
  // Gets values, not this: the address of a reader does not escape, and its members can stay in
  // registers.
  [[noreturn]] void fail(
    const char * text, std::size_t first, std::size_t second = 0, std::size_t third = 0) const
  {
    detail::fail(offset_ + header_size, text, first, second, third);
  }

  const std::byte * body_ = nullptr;
  std::size_t size_ = 0;
  std::size_t offset_ = 0;
  bool swapped_ = false;
  sequence_views * views_ = nullptr;
};

}  // namespace cdr

#endif  // CDR__READER_HPP_
