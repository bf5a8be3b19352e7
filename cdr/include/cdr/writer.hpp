// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The cursor that writes CDR: for the codec of C++ structs, for service headers, and for codecs of
// types at run time.

#ifndef CDR__WRITER_HPP_
#define CDR__WRITER_HPP_

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "cdr/encapsulation.hpp"
#include "cdr/error.hpp"

namespace cdr
{

/// Writes values into memory of the caller, each at its alignment, in this machine's byte order.
/// Padding is written as 0. Throws cdr::error at the end of the memory. One thread at a time may
/// use it; it does not own the memory.
class writer
{
public:
  /// Writes the header; the memory must outlive the writer.
  explicit writer(std::span<std::byte> out)
  {
    if (out.size() < header_size) [[unlikely]] {
      detail::fail(0, "at byte %: needs 4 bytes for the header, the buffer has %", out.size());
    }
    const std::byte header[header_size] = {std::byte{0}, native_order, std::byte{0}, std::byte{0}};
    std::memcpy(out.data(), header, header_size);
    body_ = out.data() + header_size;
    size_ = out.size() - header_size;
  }

  /// Returns the number of bytes written after the header.
  std::size_t offset() const noexcept { return offset_; }

  /// Aligns, skips `size` bytes and returns the first of them, which the caller writes. Alignment
  /// is a power of two up to 8; size is not 0.
  std::byte * claim(std::size_t alignment, std::size_t size)
  {
    const std::size_t start = align_up(offset_, alignment);
    if (start > size_ || size > size_ - start) [[unlikely]] {
      too_small(start, size, size_);
    }
    for (std::size_t i = offset_; i != start; ++i) {
      body_[i] = std::byte{0};
    }
    offset_ = start + size;
    return body_ + start;
  }

  /// Writes a number. Write bool as std::uint8_t.
  template <typename T>
  void write(T value)
  {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8);
    const std::size_t start = align_up(offset_, sizeof(T));
    if (start > size_ || sizeof(T) > size_ - start) [[unlikely]] {
      too_small(start, sizeof(T), size_);
    }
    // Padding is less than the value after it, so this stays inside and needs no loop.
    std::memset(body_ + offset_, 0, sizeof(T));
    std::memcpy(body_ + start, &value, sizeof(T));
    offset_ = start + sizeof(T);
  }

  /// Writes a string: its length with the terminating NUL, its bytes, NUL.
  void write_string(const char * data, std::size_t size)
  {
    write(static_cast<std::uint32_t>(size + 1));
    std::byte * const to = claim(1, size + 1);
    std::memcpy(to, data, size);
    to[size] = std::byte{0};
  }

  /// Writes a wide string: the number of UTF-16 units, then each in four bytes, without NUL.
  void write_wstring(const char16_t * data, std::size_t size)
  {
    write(static_cast<std::uint32_t>(size));
    if (size == 0) {
      return;
    }
    std::byte * to = claim(1, 4 * size);
    for (std::size_t i = 0; i != size; ++i, to += 4) {
      const std::uint32_t unit = data[i];
      std::memcpy(to, &unit, 4);
    }
  }

  /// Zeroes the rest of the memory.
  void finish() noexcept { std::memset(body_ + offset_, 0, size_ - offset_); }

private:
  // Static, so that the address of a writer does not escape and its members can stay in registers.
  [[noreturn, gnu::cold, gnu::noinline]] static void too_small(
    std::size_t start, std::size_t size, std::size_t capacity)
  {
    detail::fail(
      start + header_size, "at byte %: needs % bytes, the buffer has % in all", size,
      capacity + header_size);
  }

  std::byte * body_ = nullptr;
  std::size_t size_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace cdr

#endif  // CDR__WRITER_HPP_
