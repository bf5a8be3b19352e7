// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Checks a message's strings and sequences against their upper bounds before it is written;
// codec.hpp uses it for types with bounds.

#ifndef CDR__DETAIL__BOUNDS_HPP_
#define CDR__DETAIL__BOUNDS_HPP_

#include <cstdint>
#include <string>

#include "cdr/detail/layout.hpp"
#include "cdr/error.hpp"

namespace cdr::detail
{

/// The position of the walk: a field, or without a name an element; each refers to its owner.
struct place
{
  const place * owner = nullptr;
  const char * name = nullptr;
  std::size_t index = 0;
};

[[gnu::cold, gnu::noinline]] inline std::string path_of(const place & at)
{
  std::string path = at.owner == nullptr ? std::string() : path_of(*at.owner);
  if (at.name == nullptr) {
    return path += with_numbers("[%]", {at.index});
  }
  if (!path.empty()) {
    path += '.';
  }
  return path += at.name;
}

[[noreturn, gnu::cold, gnu::noinline]] inline void beyond(
  const char * type, const place & at, std::size_t length, std::size_t bound)
{
  std::string text = type;
  text += ": '";
  text += path_of(at);
  text += with_numbers("' has a length of %, its upper bound is %", {length, bound});
  throw error(text, 0);
}

/// Throws unless each length in `value` is within its bound. `type` is the message's name, `bound`
/// that of the string, or of the strings in the collection.
template <typename T>
void check_bounds(const char * type, const T & value, std::uint32_t bound, const place * at)
{
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::string || kind == shape::wstring) {
    if (bound != 0 && value.size() > bound) {
      beyond(type, *at, value.size(), bound);
    }
  } else if constexpr (kind == shape::structure) {
    if constexpr (layout_v<T>.bounded) {
      fields<T>::apply([&](const auto &... member) {
        std::size_t i = 0;
        const auto check = [&](const auto & field) {
          const place here{at, fields<T>::names[i], 0};
          check_bounds(type, field, fields<T>::bounds[i], &here);
          ++i;
        };
        (check(value.*member), ...);
      });
    }
  } else if constexpr (kind == shape::array || kind == shape::sequence) {
    if constexpr (kind == shape::sequence) {
      if (shape_traits<T>::bound != 0 && value.size() > shape_traits<T>::bound) {
        beyond(type, *at, value.size(), shape_traits<T>::bound);
      }
    }
    constexpr shape inner = shape_of<element_of<T>>;
    const bool strings = (inner == shape::string || inner == shape::wstring) && bound != 0;
    if constexpr (inner == shape::string || inner == shape::wstring || inner == shape::structure) {
      if (strings || layout_v<element_of<T>>.bounded) {
        for (std::size_t i = 0; i != value.size(); ++i) {
          const place here{at, nullptr, i};
          check_bounds(type, value[i], bound, &here);
        }
      }
    }
  }
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__BOUNDS_HPP_
