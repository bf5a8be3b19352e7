// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Bytes as hexadecimal text, and samples of the other byte order; for tests.

#ifndef BYTES_HPP_
#define BYTES_HPP_

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Returns the bytes of a hexadecimal text; blanks are ignored.
inline std::vector<std::byte> bytes_of(std::string_view hex)
{
  std::vector<std::byte> out;
  int half = -1;
  for (const char c : hex) {
    if (c == ' ' || c == '\n') {
      continue;
    }
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) {
      throw std::invalid_argument(std::string("not a hexadecimal digit: ") + c);
    }
    if (half < 0) {
      half = static_cast<int>(digit);
    } else {
      out.push_back(static_cast<std::byte>(half * 16 + static_cast<int>(digit)));
      half = -1;
    }
  }
  return out;
}

inline std::string hex_of(std::span<const std::byte> bytes)
{
  std::string out;
  for (const std::byte each : bytes) {
    out += "0123456789abcdef"[std::to_integer<int>(each >> 4)];
    out += "0123456789abcdef"[std::to_integer<int>(each & std::byte{15})];
  }
  return out;
}

#endif  // BYTES_HPP_
