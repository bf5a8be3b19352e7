// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads and writes ROS 2's "key=value;" user data.

#include "rmw/user_data.hpp"

#include <algorithm>

namespace rmw
{

std::string user_data_entry(std::string_view key, std::string_view value)
{
  std::string out(key);
  out += '=';
  for (const char c : value) {
    out.append(c == ';' ? 2 : 1, c);
  }
  return out += ';';
}

std::optional<std::string> user_data_value(std::string_view text, std::string_view key)
{
  while (!text.empty() && text.back() == '\0') {
    text.remove_suffix(1);
  }
  std::optional<std::string> result;
  while (!text.empty()) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return std::nullopt;
    }
    const std::string_view this_key = text.substr(0, equals);
    const bool alphanumeric = std::all_of(this_key.begin(), this_key.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (!alphanumeric) {
      return std::nullopt;
    }
    std::string value;
    std::size_t i = equals + 1;
    for (;; ++i) {
      if (i == text.size()) {
        return std::nullopt;  // no terminating ';'
      }
      if (text[i] == ';') {
        if (i + 1 == text.size() || text[i + 1] != ';') {
          break;
        }
        ++i;
      }
      value += text[i];
    }
    if (value.empty()) {
      return std::nullopt;
    }
    if (this_key == key) {
      result = std::move(value);
    }
    text.remove_prefix(i + 1);
  }
  return result;
}

bool is_type_hash(std::string_view text)
{
  return text.size() == 71 && text.starts_with("RIHS01_") &&
         std::all_of(text.begin() + 7, text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace rmw
