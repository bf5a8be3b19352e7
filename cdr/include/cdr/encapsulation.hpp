// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The header of four bytes at the start of each sample, which contains its byte order; for both
// cursors.

#ifndef CDR__ENCAPSULATION_HPP_
#define CDR__ENCAPSULATION_HPP_

#include <bit>
#include <cstddef>

namespace cdr
{

/// The size of the header in front of the body; alignment counts from the byte after it.
inline constexpr std::size_t header_size = 4;

/// The byte order of this machine as the header's second byte: 1 = little endian.
inline constexpr std::byte native_order{std::endian::native == std::endian::little ? 1 : 0};

/// Returns the next multiple of alignment, a power of two.
constexpr std::size_t align_up(std::size_t offset, std::size_t alignment) noexcept
{
  return (offset + alignment - 1) & ~(alignment - 1);
}

}  // namespace cdr

#endif  // CDR__ENCAPSULATION_HPP_
