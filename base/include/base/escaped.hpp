// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Escapes untrusted texts so that they are safe in one line of a log.
#ifndef BASE__ESCAPED_HPP_
#define BASE__ESCAPED_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace base
{

namespace detail
{

/// Returns the length of the UTF-8 sequence at the beginning of `text`, and its code point; 0 if it
/// is not valid UTF-8.
inline std::size_t decode_utf8(std::string_view text, std::uint32_t & code_point)
{
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char first = byte(0);
  if (first < 0x80) {
    code_point = first;
    return 1;
  }
  const std::size_t length = first >= 0xf8   ? 0
                             : first >= 0xf0 ? 4
                             : first >= 0xe0 ? 3
                             : first >= 0xc0 ? 2
                                             : 0;
  if (length == 0 || length > text.size()) {
    return 0;
  }
  code_point = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) {
      return 0;
    }
    code_point = code_point << 6 | (byte(i) & 0x3fU);
  }
  const bool is_character = code_point >= least[length] && code_point <= 0x10ffff &&
                            (code_point < 0xd800 || code_point > 0xdfff);
  return is_character ? length : 0;
}

/// Returns true for characters that move a cursor, end a line, or change the text direction.
inline bool is_control(std::uint32_t code_point)
{
  return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0) || code_point == 0x2028 ||
         code_point == 0x2029 || (code_point >= 0x202a && code_point <= 0x202e) ||
         (code_point >= 0x2066 && code_point <= 0x2069);
}

}  // namespace detail

/// Returns the text as one line without characters that a terminal interprets: control characters
/// become \n, \t, \r, \x1b or \u202e, bytes that are not UTF-8 become \xff. A text longer than
/// `most` bytes is cut, with a note of its length. For every text that a peer chooses and a log
/// shows: names, labels, error texts.
inline std::string escaped(std::string_view text, std::size_t most = 1000)
{
  constexpr const char * digits = "0123456789abcdef";
  const auto hexadecimal = [&](std::uint32_t value, int count) {
    std::string number;
    for (int shift = 4 * (count - 1); shift >= 0; shift -= 4) {
      number += digits[value >> shift & 0xfU];
    }
    return number;
  };
  std::string result;
  result.reserve(text.size() < most ? text.size() : most);
  std::string_view rest = text;
  while (!rest.empty()) {
    if (text.size() - rest.size() >= most) {
      result += "... (" + std::to_string(text.size()) + " bytes)";
      break;
    }
    std::uint32_t code_point = 0;
    const std::size_t length = detail::decode_utf8(rest, code_point);
    if (length == 0) {
      result += "\\x" + hexadecimal(static_cast<unsigned char>(rest.front()), 2);
    } else if (!detail::is_control(code_point)) {
      result += rest.substr(0, length);
    } else if (code_point == '\n') {
      result += "\\n";
    } else if (code_point == '\r') {
      result += "\\r";
    } else if (code_point == '\t') {
      result += "\\t";
    } else if (code_point < 0x100) {
      result += "\\x" + hexadecimal(code_point, 2);
    } else {
      result += "\\u" + hexadecimal(code_point, 4);
    }
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace base

#endif  // BASE__ESCAPED_HPP_
