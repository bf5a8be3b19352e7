// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exception of the codec.

#ifndef CDR__ERROR_HPP_
#define CDR__ERROR_HPP_

#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace cdr
{

/// Thrown for bytes that are not a message, and for a message that cannot be encoded. what() names
/// the type, the path of the field, what was needed and what was found, e.g.
/// "sensor_msgs/msg/JointState: 'header.frame_id' at byte 12: needs 7 bytes, 3 are left".
class error : public std::runtime_error
{
public:
  /// Creates the error. `offset` is the position in the encoded bytes.
  error(const std::string & message, std::size_t offset)
  : std::runtime_error(message), offset_(offset)
  {
  }

  /// Returns the offset of the error in the sample, counted from the first byte of its header; 0 if
  /// no byte caused it.
  std::size_t offset() const noexcept { return offset_; }

private:
  std::size_t offset_;
};

namespace detail
{

/// Returns the text with each % replaced by the next number. Not inlined and without streams:
/// errors must not cost compile time or space in the instruction cache.
[[gnu::cold, gnu::noinline]] inline std::string with_numbers(
  const char * text, std::initializer_list<std::size_t> numbers)
{
  std::string out;
  const std::size_t * next = numbers.begin();
  for (; *text != '\0'; ++text) {
    if (*text != '%') {
      out += *text;
      continue;
    }
    char digits[20];
    std::size_t count = 0;
    std::size_t rest = *next++;
    do {
      digits[count++] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    while (count != 0) {
      out += digits[--count];
    }
  }
  return out;
}

/// Throws an error about the byte at this offset, which is the first number of the text.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(
  std::size_t offset, const char * text, std::size_t first = 0, std::size_t second = 0,
  std::size_t third = 0)
{
  throw error(with_numbers(text, {offset, first, second, third}), offset);
}

}  // namespace detail

}  // namespace cdr

#endif  // CDR__ERROR_HPP_
