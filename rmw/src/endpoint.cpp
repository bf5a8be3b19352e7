// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Prints GIDs.

#include "rmw/endpoint.hpp"

namespace rmw
{

std::string to_string(const Gid & gid)
{
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(3 * gid.size());
  for (const std::uint8_t byte : gid) {
    if (!out.empty()) {
      out += '.';
    }
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace rmw
