// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// marble_text: an item as a few characters, for the diagram of a running stream.

#ifndef RXROS2__TRACING__DETAIL__MARBLE_TEXT_HPP_
#define RXROS2__TRACING__DETAIL__MARBLE_TEXT_HPP_

#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

namespace rxros2::detail
{

/// Returns the text of numbers, strings, and pointers to or messages with such a value as `data`
/// (std_msgs); empty for everything else.
template <typename T>
std::string marble_text(const T & item)
{
  if constexpr (std::is_same_v<T, bool>) {
    return item ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return marble_text(static_cast<std::underlying_type_t<T>>(item));
  } else if constexpr (std::is_arithmetic_v<T>) {
    char text[32];
    const auto end = [&] {
      if constexpr (std::is_integral_v<T>) {
        return std::to_chars(text, text + sizeof text, item);
      } else {
        return std::to_chars(text, text + sizeof text, item, std::chars_format::general, 4);
      }
    }();
    return std::string(text, end.ptr);
  } else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
    return std::string(std::string_view(item).substr(0, 40));
  } else if constexpr (requires { item.data; }) {
    using data_type = std::remove_cvref_t<decltype(item.data)>;
    if constexpr (
      std::is_arithmetic_v<data_type> || std::is_convertible_v<data_type, std::string_view>) {
      return marble_text(item.data);
    } else {
      return {};
    }
  } else if constexpr (requires {
                         *item;
                         item.get();
                       }) {
    using pointed_type = std::remove_cvref_t<decltype(*item)>;
    if constexpr (std::is_same_v<pointed_type, T>) {
      return {};
    } else {
      return item.get() ? marble_text(*item) : std::string("null");
    }
  } else {
    return {};
  }
}

}  // namespace rxros2::detail

#endif  // RXROS2__TRACING__DETAIL__MARBLE_TEXT_HPP_
