// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Random content for any described struct; for tests.

#ifndef RANDOMIZER_HPP_
#define RANDOMIZER_HPP_

#include <cstring>
#include <limits>
#include <random>

#include "cdr/detail/layout.hpp"

/// Fills any described struct with random content: edge values of numbers, short strings and
/// sequences, up to the upper bounds.
class randomizer
{
public:
  explicit randomizer(std::uint32_t seed) : random_(seed) {}

  template <typename T>
  void fill(T & value, std::uint32_t string_bound = 0)
  {
    using cdr::detail::shape;
    constexpr shape kind = cdr::detail::shape_of<T>;
    if constexpr (kind == shape::structure) {
      cdr::fields<T>::apply([&](const auto &... member) {
        std::size_t i = 0;
        (fill(value.*member, cdr::fields<T>::bounds[i++]), ...);
      });
    } else if constexpr (kind == shape::boolean) {
      value = below(2) == 1;
    } else if constexpr (kind == shape::number) {
      number(value);
    } else if constexpr (kind == shape::string || kind == shape::wstring) {
      value.resize(length(string_bound));
      for (auto & unit : value) {
        unit = kind == shape::string ? static_cast<typename T::value_type>('!' + below(90))
                                     : static_cast<typename T::value_type>(1 + below(0xD7FF));
      }
    } else {
      if constexpr (kind == shape::sequence) {
        value.resize(length(cdr::detail::shape_traits<T>::bound));
      }
      for (std::size_t i = 0; i != value.size(); ++i) {
        typename T::value_type element{};
        fill(element, string_bound);
        value[i] = element;
      }
    }
  }

  std::size_t below(std::size_t end) { return random_() % end; }

private:
  // Mostly short, sometimes as long as the bound allows.
  std::size_t length(std::size_t bound)
  {
    const std::size_t most = bound == 0 ? (below(8) == 0 ? 40 : 5) : bound;
    const std::size_t wanted = below(4) == 0 ? most : below(most + 1);
    return wanted < 300 ? wanted : 300;
  }

  template <typename T>
  void number(T & value)
  {
    switch (below(6)) {
      case 0:
        value = std::numeric_limits<T>::max();
        break;
      case 1:
        value = std::numeric_limits<T>::lowest();
        break;
      case 2:
        value = T{};
        break;
      default:
        if constexpr (std::is_floating_point_v<T>) {
          value = static_cast<T>(static_cast<std::int64_t>(random_())) / T{1024};
        } else {
          const std::uint64_t bits = random_();
          std::memcpy(&value, &bits, sizeof(T));
        }
    }
  }

  std::mt19937_64 random_;
};

#endif  // RANDOMIZER_HPP_
