// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the differences between two samples of one type, field by field, by the type's description:
// for tests and tools.

#ifndef CDR__DIFFERENCES_HPP_
#define CDR__DIFFERENCES_HPP_

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/inspect.hpp"
#include "cdr/reader.hpp"

namespace cdr
{

/// A value of a message. A string contains the bytes that were sent; a wide string is converted to
/// UTF-8.
using value = std::variant<bool, std::int64_t, std::uint64_t, float, double, std::string>;

/// A field in which two messages differ, with its value in each.
struct difference
{
  std::string path;  ///< "header.stamp.sec", "ranges[3]"; "len(ranges)" where lengths differ
  value first;       ///< in the first message
  value second;      ///< in the second message
};

/// The differences that are ignored.
struct tolerances
{
  double number =
    0;  ///< maximum difference of floating-point numbers, absolute or relative to the greater one
  std::span<const std::string> ignored =
    {};  ///< ignored fields, "header.stamp", with everything in them
};

namespace detail
{

/// Walks two messages side by side.
class difference_finder
{
public:
  difference_finder(
    std::span<const std::byte> first, std::span<const std::byte> second, const tolerances & how)
  : first_(first), second_(second), how_(how)
  {
  }

  std::vector<difference> find(const struct_description & type)
  {
    message(type);
    return std::move(found_);
  }

private:
  void message(const struct_description & type)
  {
    for (std::size_t i = 0; i != type.count; ++i) {
      field(type.fields[i]);
    }
  }

  void field(const field_description & of)
  {
    const std::size_t path = path_.size();
    const std::size_t name = name_.size();
    for (std::string * text : {&path_, &name_}) {
      *text += text->empty() ? "" : ".";
      *text += of.name;
    }
    const std::size_t first = count(first_, of);
    const std::size_t second = count(second_, of);
    const bool ignored =
      std::find(how_.ignored.begin(), how_.ignored.end(), name_) != how_.ignored.end();
    const std::size_t both = ignored ? 0 : std::min(first, second);
    if (first != second && !ignored) {
      found_.push_back({"len(" + path_ + ")", std::uint64_t{first}, std::uint64_t{second}});
    }
    for (std::size_t i = 0; i != both; ++i) {
      element(of, of.collection == collection::none ? no_index : i);
    }
    skip(first_, of, first - both);
    skip(second_, of, second - both);
    path_.resize(path);
    name_.resize(name);
  }

  void element(const field_description & of, std::size_t index)
  {
    switch (of.type) {
      case kind::structure: {
        const std::size_t path = path_.size();
        path_ += text_of(index);
        message(*of.structure);
        path_.resize(path);
        return;
      }
      case kind::boolean:
        return note(index, first_.read<std::uint8_t>() != 0, second_.read<std::uint8_t>() != 0);
      case kind::int8:
        return number<std::int8_t>(index);
      case kind::uint8:
        return number<std::uint8_t>(index);
      case kind::int16:
        return number<std::int16_t>(index);
      case kind::uint16:
        return number<std::uint16_t>(index);
      case kind::int32:
        return number<std::int32_t>(index);
      case kind::uint32:
        return number<std::uint32_t>(index);
      case kind::int64:
        return number<std::int64_t>(index);
      case kind::uint64:
        return number<std::uint64_t>(index);
      case kind::float32:
        return number<float>(index);
      case kind::float64:
        return number<double>(index);
      case kind::string:
        return note(index, string(first_), string(second_));
      case kind::wstring:
        return note(index, wide_string(first_), wide_string(second_));
    }
  }

  template <typename T>
  void number(std::size_t index)
  {
    const T first = first_.read<T>();
    const T second = second_.read<T>();
    if constexpr (std::is_floating_point_v<T>) {
      if (!is_close(first, second)) {
        add(index, first, second);
      }
    } else if constexpr (std::is_signed_v<T>) {
      note(index, std::int64_t{first}, std::int64_t{second});
    } else {
      note(index, std::uint64_t{first}, std::uint64_t{second});
    }
  }

  bool is_close(double first, double second) const
  {
    if (first == second || (std::isnan(first) && std::isnan(second))) {
      return true;
    }
    const double greater = std::max(std::abs(first), std::abs(second));
    return std::isfinite(greater) &&
           std::abs(first - second) <= how_.number * std::max(greater, 1.0);
  }

  template <typename T>
  void note(std::size_t index, T first, T second)
  {
    if (first != second) {
      add(index, std::move(first), std::move(second));
    }
  }

  template <typename T>
  void add(std::size_t index, T first, T second)
  {
    found_.push_back({path_ + text_of(index), std::move(first), std::move(second)});
  }

  static std::string text_of(std::size_t index)
  {
    return index == no_index ? "" : with_numbers("[%]", {index});
  }

  static std::size_t count(reader & in, const field_description & of)
  {
    if (of.collection == collection::none) {
      return 1;
    }
    return of.collection == collection::array
             ? of.length
             : in.read_count(of.structure == nullptr ? least_size(of.type) : of.structure->least);
  }

  static std::string string(reader & in)
  {
    const std::span<const char> bytes = in.read_string();
    return {bytes.begin(), bytes.end()};
  }

  static std::string wide_string(reader & in)
  {
    std::string text;
    const auto put = [&text](std::uint32_t code, int shift, std::uint32_t lead) {
      text += static_cast<char>(lead | code >> shift);
      for (shift -= 6; shift >= 0; shift -= 6) {
        text += static_cast<char>(0x80 | (code >> shift & 0x3F));
      }
    };
    std::uint32_t high = 0;  // of a surrogate pair that has begun
    for (std::size_t left = in.read_count(sizeof(std::uint32_t)); left != 0; --left) {
      std::uint32_t code = in.read_unit();
      if (code >= 0xDC00 && code < 0xE000 && high != 0) {
        text.resize(text.size() - 3);
        code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
      }
      high = code >= 0xD800 && code < 0xDC00 ? code : 0;
      if (code < 0x80) {
        text += static_cast<char>(code);
      } else if (code < 0x800) {
        put(code, 6, 0xC0);
      } else if (code < 0x10000) {
        put(code, 12, 0xE0);
      } else {
        put(code, 18, 0xF0);
      }
    }
    return text;
  }

  static void skip(reader & in, const field_description & of, std::size_t times)
  {
    if (of.type < kind::string) {
      if (times != 0) {
        in.take(least_size(of.type), least_size(of.type) * times);
      }
      return;
    }
    for (; times != 0; --times) {
      if (of.type == kind::string) {
        in.read_string();
      } else if (of.type == kind::wstring) {
        const std::size_t units = in.read_count(sizeof(std::uint32_t));
        in.take(1, units * sizeof(std::uint32_t));
      } else {
        for (std::size_t i = 0; i != of.structure->count; ++i) {
          const field_description & inner = of.structure->fields[i];
          skip(in, inner, count(in, inner));
        }
      }
    }
  }

  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

  reader first_;
  reader second_;
  const tolerances & how_;
  std::string path_;  // of the current field, and the same without indices
  std::string name_;
  std::vector<difference> found_;
};

}  // namespace detail

/// Returns the fields that differ, in their order. Sequences are compared up to the shorter length.
/// Bounds, padding, bytes after the message and the byte order are ignored. Throws error, as
/// explain(), for bytes that are not such a message.
inline std::vector<difference> differences(
  std::span<const std::byte> first, std::span<const std::byte> second,
  const struct_description & type, const tolerances & how = {})
{
  try {
    return detail::difference_finder(first, second, how).find(type);
  } catch (const error &) {
    explain(reader(first), type);
    explain(reader(second), type);
    throw;
  }
}

/// Formats a value for people: numbers with as few digits as distinguish them from others, strings
/// in quotes, long strings cut.
inline std::string to_text(const value & of)
{
  return std::visit(
    [](const auto & held) -> std::string {
      using held_type = std::decay_t<decltype(held)>;
      if constexpr (std::is_same_v<held_type, bool>) {
        return held ? "true" : "false";
      } else if constexpr (std::is_same_v<held_type, std::string>) {
        constexpr std::size_t most = 60;
        return '"' + held.substr(0, most) + (held.size() > most ? "…\"" : "\"");
      } else {
        char text[32];
        return {text, std::to_chars(text, text + sizeof(text), held).ptr};
      }
    },
    of);
}

}  // namespace cdr

#endif  // CDR__DIFFERENCES_HPP_
