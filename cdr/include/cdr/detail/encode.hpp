// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Computes the size and the bytes of a C++ struct; for codec.hpp.

#ifndef CDR__DETAIL__ENCODE_HPP_
#define CDR__DETAIL__ENCODE_HPP_

#include <cstring>

#include "cdr/copy.hpp"
#include "cdr/detail/layout.hpp"
#include "cdr/writer.hpp"

namespace cdr::detail
{

/// Returns the offset after a value that starts at `offset`.
template <typename T>
inline std::size_t measure(const T & value, std::size_t offset)
{
  constexpr const layout & form = layout_v<T>;
  constexpr shape kind = shape_of<T>;
  if constexpr (form.fixed) {
    return offset + form.extent[offset & 7];
  } else if constexpr (kind == shape::structure) {
    fields<T>::apply(
      [&](const auto &... member) { ((offset = measure(value.*member, offset)), ...); });
    return offset;
  } else {
    if constexpr (kind != shape::array) {
      offset = align_up(offset, 4) + 4;
    }
    if constexpr (kind == shape::string) {
      return offset + value.size() + 1;
    } else if constexpr (kind == shape::wstring) {
      return offset + 4 * value.size();
    } else if constexpr (layout_v<element_of<T>>.fixed) {
      return skip(layout_v<element_of<T>>, value.size(), offset);
    } else {
      for (const auto & element : value) {
        offset = measure(element, offset);
      }
      return offset;
    }
  }
}

/// Writes a value of a fixed type at `offset` of a body whose size was already checked; returns the
/// offset after it.
template <typename T>
inline std::size_t put_fixed(std::byte * body, std::size_t offset, const T & value)
{
  constexpr const layout & form = layout_v<T>;
  constexpr shape kind = shape_of<T>;
  if constexpr (form.plain) {
    const std::size_t start = align_up(offset, form.alignment);
    // The padding is less than the value after it.
    std::memset(body + offset, 0, form.alignment);
    std::memcpy(body + start, &value, sizeof(T));
    return start + sizeof(T);
  } else if constexpr (kind == shape::boolean) {
    body[offset] = std::byte{value};
    return offset + 1;
  } else if constexpr (kind == shape::array) {
    for (const auto & element : value) {
      offset = put_fixed(body, offset, element);
    }
    return offset;
  } else {
    fields<T>::apply(
      [&](const auto &... member) { ((offset = put_fixed(body, offset, value.*member)), ...); });
    return offset;
  }
}

template <typename T>
inline void put(writer & out, const T & value)
{
  constexpr const layout & form = layout_v<T>;
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::number) {
    out.write(value);
  } else if constexpr (form.plain) {
    std::memcpy(out.claim(form.alignment, sizeof(T)), &value, sizeof(T));
  } else if constexpr (form.fixed) {
    const std::size_t start = out.offset();
    put_fixed(out.claim(1, form.extent[start & 7]) - start, start, value);
  } else if constexpr (kind == shape::string) {
    out.write_string(value.data(), value.size());
  } else if constexpr (kind == shape::wstring) {
    out.write_wstring(value.data(), value.size());
  } else if constexpr (kind == shape::structure) {
    fields<T>::apply([&](const auto &... member) { (put(out, value.*member), ...); });
  } else {
    using element = element_of<T>;
    constexpr const layout & inner = layout_v<element>;
    const std::size_t count = value.size();
    if constexpr (kind == shape::sequence) {
      out.write(static_cast<std::uint32_t>(count));
      if (count == 0) {
        return;
      }
    }
    if constexpr (inner.plain) {
      copy_bytes(
        out.claim(inner.alignment, count * sizeof(element)), &value[0], count * sizeof(element));
    } else if constexpr (inner.fixed) {
      std::size_t offset = out.offset();
      std::byte * const body = out.claim(1, skip(inner, count, offset) - offset) - offset;
      if constexpr (shape_of<element> == shape::boolean) {
        for (const bool flag : value) {
          body[offset++] = std::byte{flag};
        }
      } else {
        for (const auto & item : value) {
          offset = put_fixed(body, offset, item);
        }
      }
    } else {
      for (const auto & each : value) {
        put(out, each);
      }
    }
  }
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__ENCODE_HPP_
