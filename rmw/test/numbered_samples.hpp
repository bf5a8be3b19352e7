// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Large samples whose content shows whether all of it belongs to one sample.
#ifndef NUMBERED_SAMPLES_HPP_
#define NUMBERED_SAMPLES_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "rmw/writer.hpp"

namespace test
{

/// Writes a sample whose content depends on its number everywhere.
inline void fill(std::span<std::byte> bytes, std::uint32_t number)
{
  const std::byte header[4] = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  std::copy_n(header, 4, bytes.begin());
  for (std::size_t i = 4; i + 4 <= bytes.size(); i += 4) {
    const std::uint32_t word = number * 2654435761u + static_cast<std::uint32_t>(i);
    std::memcpy(bytes.data() + i, &word, 4);
  }
}

/// Returns the number of a sample, or nothing if any part of it is of another one.
inline std::optional<std::uint32_t> number_in(std::span<const std::byte> bytes)
{
  std::uint32_t first = 0;
  std::memcpy(&first, bytes.data() + 4, 4);
  for (std::size_t i = 4; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    if (word - first != static_cast<std::uint32_t>(i - 4)) {
      return std::nullopt;
    }
  }
  // The inverse of the factor in fill().
  return (first - 4) * 244002641u;
}

inline void publish(rmw::Writer & writer, std::size_t size, std::uint32_t number)
{
  rmw::Buffer buffer = writer.allocate(size);
  fill(buffer.bytes(), number);
  writer.write(std::move(buffer));
}

}  // namespace test

#endif  // NUMBERED_SAMPLES_HPP_
