// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Texts of users in JSON and DOT.

#include "tracing/json_text.hpp"

#include <cstddef>
#include <utility>

namespace rxros2::detail
{

std::string quoted(const std::string & text)
{
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string valid_utf8(std::string text)
{
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80   ? 1
                               : c < 0xc2 ? 0
                               : c < 0xe0 ? 2
                               : c < 0xf0 ? 3
                               : c < 0xf5 ? 4
                                          : 0;
    bool whole = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k) {
      whole = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    }
    if (whole) {
      i += length;
    } else {
      text[i++] = '?';
    }
  }
  return text;
}

}  // namespace rxros2::detail
