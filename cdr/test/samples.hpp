// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages with known content for the tests, and a maker of random ones.

#ifndef SAMPLES_HPP_
#define SAMPLES_HPP_

#include <cstring>
#include <limits>
#include <random>

#include "cdr/detail/layout.hpp"
#include "structs.hpp"

/// Fills any described struct with random content: edge values of numbers, short strings and sequences, up to the
/// upper bounds.
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

/// The state of a robot arm with this many joints.
inline demo::JointState joint_state(int joints)
{
  demo::JointState m;
  m.header = {{1, 2}, "base_link"};
  for (int i = 1; i <= joints; ++i) {
    m.name.push_back("joint_" + std::to_string(i));
    m.position.push_back(i);
    m.velocity.push_back(0.1 * i);
    m.effort.push_back(-i);
  }
  return m;
}

/// Distinct content in every field.
inline demo::Everything everything()
{
  using namespace demo;
  Everything m;
  m.flag = true;
  m.i8 = -8;
  m.u8 = 8;
  m.i16 = -16;
  m.u16 = 16;
  m.i32 = -32;
  m.u32 = 32;
  m.i64 = -64;
  m.u64 = 64;
  m.f32 = 0.5F;
  m.f64 = -0.25;
  m.text = "text";
  m.short_text = "fives";
  m.wide = u"a\u00e9";
  m.short_wide = u"abc";
  m.padded = {1, 2.0, true, 3};
  m.flags = {true, false, true};
  m.numbers = {1, 2, 3};
  m.texts = {"", "one"};
  m.wides = {u"", u"w"};
  m.paddeds = {Padded{4, 5.0, false, 6}, Padded{7, 8.0, true, 9}};
  m.headers = {Header{{1, 2}, "h"}, Header{{3, 4}, "hh"}};
  m.flag_list = {true, false, true, true, false};
  m.byte_list = {-1, 0, 1};
  m.number_list = {1.5, 2.5};
  m.text_list = {"x", "", "a longer text than fits in place"};
  m.wide_list = {u"wide"};
  m.padded_list = {{10, 11.0, true, 12}, {13, 14.0, false, 15}, {16, 17.0, true, 18}};
  m.header_list = {{{5, 6}, "frame"}, {{7, 8}, ""}};
  m.point_list = {{1, 2, 3}, {4, 5, 6}};
  m.few_flags = {true, true, false, true};
  m.few_numbers = {1, 2, 3};
  m.few_texts = {"four", ""};
  m.few_headers = {Header{{9, 10}, "z"}};
  m.last = 0x0102030405060708;
  return m;
}

#endif  // SAMPLES_HPP_
