// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// copy_bytes: the copy of large arrays.

#ifndef CDR__COPY_HPP_
#define CDR__COPY_HPP_

#include <cstddef>
#include <cstdint>
#include <cstring>

// Sanitizers do not see these stores.
#if defined(__SSE2__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CDR_HAS_NON_TEMPORAL_STORES
#include <emmintrin.h>
#endif

namespace cdr
{

/// Longer arrays do not fit into the caches of a core.
inline constexpr std::size_t longest_cached_copy = std::size_t{1} << 20;

/// Copies `size` bytes; the ranges do not overlap. Large ones bypass the caches (non-temporal
/// stores): an ordinary store reads each line of the target from memory first, only to overwrite
/// it. The bytes are visible to other threads and processes as after std::memcpy().
inline void copy_bytes(void * to, const void * from, std::size_t size) noexcept
{
#ifdef CDR_HAS_NON_TEMPORAL_STORES
  constexpr std::size_t line = 64;
  if (size > longest_cached_copy) {
    auto * target = static_cast<std::byte *>(to);
    auto * source = static_cast<const std::byte *>(from);
    const std::size_t before = (line - reinterpret_cast<std::uintptr_t>(target) % line) % line;
    std::memcpy(target, source, before);
    std::size_t i = before;
    for (; size - i >= line; i += line) {
      for (std::size_t part = i; part != i + line; part += sizeof(__m128i)) {
        _mm_stream_si128(
          reinterpret_cast<__m128i *>(target + part),
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(source + part)));
      }
    }
    std::memcpy(target + i, source + i, size - i);
    _mm_sfence();  // before whatever publishes the bytes
    return;
  }
#endif
  std::memcpy(to, from, size);
}

#undef CDR_HAS_NON_TEMPORAL_STORES

}  // namespace cdr

#endif  // CDR__COPY_HPP_
