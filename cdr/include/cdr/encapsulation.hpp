// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The four bytes in front of each sample, which tell its byte order; used by both cursors.

#ifndef CDR__ENCAPSULATION_HPP_
#define CDR__ENCAPSULATION_HPP_

#include <bit>
#include <cstddef>

namespace cdr
{

/// Size of the header in front of the body; alignment counts from the byte after it.
inline constexpr std::size_t header_size = 4;

/// Byte order of this machine, as the header's second byte tells it: 1 = little endian.
inline constexpr std::byte native_order{std::endian::native == std::endian::little ? 1 : 0};

/// The next multiple of alignment, a power of two.
constexpr std::size_t align_up(std::size_t offset, std::size_t alignment) noexcept
{
  return (offset + alignment - 1) & ~(alignment - 1);
}

}  // namespace cdr

#endif  // CDR__ENCAPSULATION_HPP_
