// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A plain implementation of the wire format, one leaf at a time, in either byte order, as a
// reference for the codec.

#ifndef REFERENCE_HPP_
#define REFERENCE_HPP_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "cdr/detail/layout.hpp"

class reference_encoder
{
public:
  explicit reference_encoder(std::endian order) : order_(order) {}

  template <typename T>
  std::vector<std::byte> sample(const T & message)
  {
    body_.clear();
    add(message);
    std::vector<std::byte> out(4 + body_.size());
    out[1] = std::byte{order_ == std::endian::little};
    std::copy(body_.begin(), body_.end(), out.begin() + 4);
    return out;
  }

private:
  template <typename T>
  void add(const T & value)
  {
    using cdr::detail::shape;
    constexpr shape kind = cdr::detail::shape_of<T>;
    if constexpr (kind == shape::boolean) {
      body_.push_back(std::byte{value});
    } else if constexpr (kind == shape::number) {
      number(value);
    } else if constexpr (kind == shape::string) {
      number(static_cast<std::uint32_t>(value.size() + 1));
      for (const char c : value) {
        body_.push_back(static_cast<std::byte>(c));
      }
      body_.push_back(std::byte{0});
    } else if constexpr (kind == shape::wstring) {
      number(static_cast<std::uint32_t>(value.size()));
      for (const char16_t unit : value) {
        number(static_cast<std::uint32_t>(unit));
      }
    } else if constexpr (kind == shape::structure) {
      cdr::fields<T>::apply([&](const auto &... member) { (add(value.*member), ...); });
    } else {
      if constexpr (kind == shape::sequence) {
        number(static_cast<std::uint32_t>(value.size()));
      }
      for (std::size_t i = 0; i != value.size(); ++i) {
        add(static_cast<const typename T::value_type &>(value[i]));
      }
    }
  }

  template <typename T>
  void number(T value)
  {
    while (body_.size() % sizeof(T) != 0) {
      body_.push_back(std::byte{0});
    }
    const auto * const bytes = reinterpret_cast<const std::byte *>(&value);
    for (std::size_t i = 0; i != sizeof(T); ++i) {
      body_.push_back(bytes[order_ == std::endian::native ? i : sizeof(T) - 1 - i]);
    }
  }

  std::endian order_;
  std::vector<std::byte> body_;
};

#endif  // REFERENCE_HPP_
