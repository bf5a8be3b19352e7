// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties of a type's bytes that are known at compile time: they decide what the codec may
// copy with memcpy and check once.

#ifndef CDR__DETAIL__LAYOUT_HPP_
#define CDR__DETAIL__LAYOUT_HPP_

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "cdr/encapsulation.hpp"
#include "cdr/fields.hpp"

namespace cdr::detail
{

/// The way in which a field is encoded.
enum class shape : std::uint8_t
{
  number,
  boolean,
  string,
  wstring,
  array,
  sequence,
  structure
};

template <typename T>
struct shape_traits
{
  static_assert(
    std::is_arithmetic_v<T> || described<T>,
    "a field must be a number, bool, string, u16string, array, vector or a struct with "
    "cdr::fields");
  static_assert(described<T> || sizeof(T) <= 8, "long double has no place in a ROS message");
  static constexpr shape kind = described<T> ? shape::structure : shape::number;
};
template <>
struct shape_traits<bool>
{
  static constexpr shape kind = shape::boolean;
};
template <typename Traits, typename Allocator>
struct shape_traits<std::basic_string<char, Traits, Allocator>>
{
  static constexpr shape kind = shape::string;
};
template <typename Traits, typename Allocator>
struct shape_traits<std::basic_string<char16_t, Traits, Allocator>>
{
  static constexpr shape kind = shape::wstring;
};
template <typename T, std::size_t Size>
struct shape_traits<std::array<T, Size>>
{
  static constexpr shape kind = shape::array;
  static constexpr std::size_t size = Size;
  using element = T;
};
template <typename T, typename Allocator>
struct shape_traits<std::vector<T, Allocator>>
{
  static constexpr shape kind = shape::sequence;
  static constexpr std::size_t bound = 0;
  using element = T;
};
template <
  template <typename, std::size_t, typename> class Vector, typename T, std::size_t Bound,
  typename Allocator>
struct shape_traits<Vector<T, Bound, Allocator>>
{
  static constexpr shape kind = shape::sequence;
  static constexpr std::size_t bound = Bound;
  using element = T;
};

template <typename T>
inline constexpr shape shape_of = shape_traits<T>::kind;

template <typename T>
using element_of = typename shape_traits<T>::element;

/// The size and alignment of a type's bytes.
struct layout
{
  std::size_t size = 0;       ///< sum of its leaves: the minimum size
  std::size_t alignment = 1;  ///< the largest of its leaves
  std::size_t width = 0;      ///< size of each leaf if all have the same, else 0
  bool fixed = true;          ///< has the same size for every value
  bool plain = false;    ///< has the same bytes in memory as on the wire, so that memcpy copies it
  bool bounded = false;  ///< has a string or sequence with an upper bound
  std::size_t extent[8] = {};  ///< if fixed: its size when it starts at this offset modulo 8
};

/// Returns the offset after `count` fixed elements when the first one starts at `offset`.
constexpr std::size_t skip(const layout & element, std::size_t count, std::size_t offset) noexcept
{
  if (count == 0) {
    return offset;
  }
  // After an element the offset modulo the element's alignment is always the same, so all elements
  // but the first have the same size.
  const std::size_t first = offset + element.extent[offset & 7];
  return first + (count - 1) * element.extent[first & 7];
}

template <typename T>
constexpr layout layout_of();

/// The layout of each type, computed once.
template <typename T>
inline constexpr layout layout_v = layout_of<T>();

template <typename Owner, typename Member>
Member member_type(Member Owner::*);

template <auto Member>
using member_t = decltype(member_type(Member));

/// A stand-in whose members have addresses that can be compared at compile time; never defined.
template <typename T>
struct probe
{
  static T value;
};

/// Returns true if `second` is after `first` in memory. Returns false if the compiler cannot decide
/// (clang, for different types), which only costs speed.
template <typename T, typename First, typename Second>
constexpr bool in_order([[maybe_unused]] First T::*first, [[maybe_unused]] Second T::*second)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wundefined-var-template"
  if constexpr (std::is_same_v<First, Second>) {
    return &(probe<T>::value.*first) < &(probe<T>::value.*second);
  } else {
#ifdef __clang__
    return false;
#else
    return static_cast<const void *>(&(probe<T>::value.*first)) <
           static_cast<const void *>(&(probe<T>::value.*second));
#endif
  }
#pragma GCC diagnostic pop
}

template <typename T>
constexpr bool all_in_order(const auto & first, const auto & second, const auto &... rest)
{
  if constexpr (sizeof...(rest) == 0) {
    return in_order<T>(first, second);
  } else {
    return in_order<T>(first, second) && all_in_order<T>(second, rest...);
  }
}

/// Adds a member at the end of `sum`.
constexpr void append(layout & sum, bool first, const layout & member)
{
  sum.size += member.size;
  if (member.alignment > sum.alignment) {
    sum.alignment = member.alignment;
  }
  sum.width = first || sum.width == member.width ? member.width : 0;
  sum.fixed = sum.fixed && member.fixed;
  sum.plain = (first || sum.plain) && member.plain;
  sum.bounded = sum.bounded || member.bounded;
  for (std::size_t start = 0; start != 8; ++start) {
    sum.extent[start] += member.extent[(start + sum.extent[start]) & 7];
  }
}

template <typename T>
constexpr layout layout_of()
{
  layout result;
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::number || kind == shape::boolean) {
    result.size = result.alignment = result.width = sizeof(T);
    result.plain = kind == shape::number;
    for (std::size_t start = 0; start != 8; ++start) {
      result.extent[start] = align_up(start, sizeof(T)) + sizeof(T) - start;
    }
  } else if constexpr (kind == shape::array) {
    constexpr const layout & element = layout_v<element_of<T>>;
    result = element;
    result.size *= shape_traits<T>::size;
    result.plain = element.plain && sizeof(T) == result.size;
    for (std::size_t start = 0; start != 8; ++start) {
      result.extent[start] = skip(element, shape_traits<T>::size, start) - start;
    }
  } else if constexpr (kind == shape::structure) {
    fields<T>::apply([&result]<typename... M>(M T::*...) {
      bool first = true;
      ((append(result, first, layout_v<M>), first = false), ...);
    });
    for (std::size_t i = 0; i != fields<T>::count; ++i) {
      result.bounded = result.bounded || fields<T>::bounds[i] != 0;
    }
    result.plain = result.plain && result.width != 0 && sizeof(T) == result.size &&
                   std::is_trivially_copyable_v<T>;
    if constexpr (fields<T>::count > 1) {
      result.plain = result.plain && fields<T>::apply([](const auto &... member) {
                       return all_in_order<T>(member...);
                     });
    }
  } else {
    result.size = result.alignment = sizeof(std::uint32_t);
    result.fixed = false;
    if constexpr (kind == shape::sequence) {
      result.bounded = shape_traits<T>::bound != 0 || layout_v<element_of<T>>.bounded;
    }
  }
  return result;
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__LAYOUT_HPP_
