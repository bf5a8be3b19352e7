// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Fills a C++ struct from bytes in this machine's byte order; for codec.hpp.

#ifndef CDR__DETAIL__DECODE_HPP_
#define CDR__DETAIL__DECODE_HPP_

#include <cstring>

#include "cdr/detail/layout.hpp"
#include "cdr/reader.hpp"
#include "cdr/sequence_views.hpp"

namespace cdr::detail
{

/// Reads a value of a fixed type at `offset` of a body whose size was already checked; returns the
/// offset after it.
template <typename T>
inline std::size_t get_fixed(const std::byte * body, std::size_t offset, T & value)
{
  constexpr const layout & form = layout_v<T>;
  constexpr shape kind = shape_of<T>;
  if constexpr (form.plain) {
    offset = align_up(offset, form.alignment);
    std::memcpy(static_cast<void *>(&value), body + offset, sizeof(T));
    return offset + sizeof(T);
  } else if constexpr (kind == shape::boolean) {
    value = body[offset] != std::byte{0};
    return offset + 1;
  } else if constexpr (kind == shape::array) {
    for (auto & element : value) {
      offset = get_fixed(body, offset, element);
    }
    return offset;
  } else {
    fields<T>::apply(
      [&](const auto &... member) { ((offset = get_fixed(body, offset, value.*member)), ...); });
    return offset;
  }
}

/// Resizes the sequence to `count` without spare capacity.
template <typename Sequence>
inline void resize(Sequence & sequence, std::size_t count)
{
  if (count > sequence.capacity()) {
    sequence.reserve(count);
  }
  sequence.resize(count);
}

/// Fills the sequence with `count` plain elements at `bytes`. Does not use data(), because rosidl
/// declares it in its bounded vector such that it cannot be called.
template <typename Sequence>
inline void assign_plain(Sequence & sequence, std::size_t count, const std::byte * bytes)
{
  using element = typename Sequence::value_type;
  if constexpr (std::is_integral_v<element> && sizeof(element) == 1) {
    const auto * const first = reinterpret_cast<const element *>(bytes);
    sequence.assign(first, first + count);
  } else {
    if (count <= sequence.size()) {
      sequence.resize(count);
      if (count != 0) {
        std::memcpy(static_cast<void *>(&sequence[0]), bytes, count * sizeof(element));
      }
      return;
    }
    // Growing initialises the new elements. In small pieces they stay in the cache; otherwise all
    // the memory would be passed twice.
    constexpr std::size_t piece = sizeof(element) < 4096 ? 4096 / sizeof(element) : 1;
    sequence.clear();
    sequence.reserve(count);
    for (std::size_t done = 0; done != count;) {
      const std::size_t more = count - done < piece ? count - done : piece;
      sequence.resize(done + more);
      std::memcpy(
        static_cast<void *>(&sequence[done]), bytes + done * sizeof(element),
        more * sizeof(element));
      done += more;
    }
  }
}

/// Reads a value. `bound` is that of the string, or of the strings in the collection.
template <typename T>
inline void get(reader & in, T & value, [[maybe_unused]] std::uint32_t bound = 0)
{
  constexpr const layout & form = layout_v<T>;
  constexpr shape kind = shape_of<T>;
  if constexpr (form.plain) {
    std::memcpy(static_cast<void *>(&value), in.take(form.alignment, sizeof(T)), sizeof(T));
  } else if constexpr (form.fixed) {
    const std::size_t start = in.offset();
    get_fixed(in.take(1, form.extent[start & 7]) - start, start, value);
  } else if constexpr (kind == shape::string) {
    const auto text = in.read_string();
    in.check_bound(text.size(), bound);
    value.assign(text.data(), text.size());
  } else if constexpr (kind == shape::wstring) {
    const std::uint32_t count = in.read_count(4);
    in.check_bound(count, bound);
    value.resize(count);
    for (std::uint32_t i = 0; i != count; ++i) {
      value[i] = in.read_unit();
    }
  } else if constexpr (kind == shape::structure) {
    fields<T>::apply([&](const auto &... member) {
      std::size_t i = 0;
      (get(in, value.*member, fields<T>::bounds[i++]), ...);
    });
  } else if constexpr (kind == shape::array) {
    for (auto & item : value) {
      get(in, item, bound);
    }
  } else {
    using element = element_of<T>;
    constexpr const layout & inner = layout_v<element>;
    const std::uint32_t count = in.read_count(inner.size);
    in.check_bound(count, shape_traits<T>::bound);
    if constexpr (inner.plain) {
      const std::byte * const bytes =
        count == 0 ? nullptr : in.take(inner.alignment, count * sizeof(element));
      if constexpr (can_be_view<T>) {
        if (in.views() && in.views()->add(value, count, bytes)) {
          return;
        }
      }
      assign_plain(value, count, bytes);
    } else if constexpr (inner.fixed) {
      std::size_t offset = in.offset();
      const std::byte * const body = in.take(1, skip(inner, count, offset) - offset) - offset;
      resize(value, count);
      if constexpr (shape_of<element> == shape::boolean) {
        for (std::uint32_t i = 0; i != count; ++i) {
          value[i] = body[offset + i] != std::byte{0};
        }
      } else {
        for (auto & each : value) {
          offset = get_fixed(body, offset, each);
        }
      }
    } else {
      resize(value, count);
      for (auto & each : value) {
        get(in, each, bound);
      }
    }
  }
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__DECODE_HPP_
