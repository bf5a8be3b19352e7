// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every generated message type by name, to decode, encode and create random messages; list_types.py
// writes the lists at build time.

#ifndef RECODE_HPP_
#define RECODE_HPP_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../randomizer.hpp"
#include "cdr/codec.hpp"

struct recoder
{
  const char * name;                                             ///< ROS name
  std::vector<std::byte> (*recode)(std::span<const std::byte>);  ///< throws cdr::error
  std::vector<std::byte> (*random)(std::uint32_t seed);
};

template <typename T>
constexpr recoder recoder_of()
{
  return {
    cdr::fields<T>::name,
    [](std::span<const std::byte> sample) {
      T message;
      cdr::decode(sample, message);
      return cdr::encode(message);
    },
    [](std::uint32_t seed) {
      T message;
      randomizer(seed).fill(message);
      return cdr::encode(message);
    }};
}

/// The types of each list.
std::span<const recoder> types_0();
std::span<const recoder> types_1();
std::span<const recoder> types_2();
std::span<const recoder> types_3();

#endif  // RECODE_HPP_
