// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Encoding around arrays that the program writes into the sample: the bytes are those of the whole
// message.

#include "cdr/arrays_in_place.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "structs.hpp"

namespace arrays_in_place_test
{

/// Has a sequence in a struct of its own.
struct Outer
{
  std::string name;
  demo::Blob inner;
  std::int64_t last = 0;
};

}  // namespace arrays_in_place_test

template <>
struct cdr::fields<arrays_in_place_test::Outer>
{
  using M = arrays_in_place_test::Outer;
  static constexpr const char * name = "arrays_in_place_test/msg/Outer";
  static constexpr std::size_t count = 3;
  static constexpr const char * names[] = {"name", "inner", "last"};
  static constexpr std::uint32_t bounds[] = {0, 0, 0};
  template <typename F>
  static constexpr decltype(auto) apply(F && f)
  {
    return f(&M::name, &M::inner, &M::last);
  }
};

namespace arrays_in_place_test
{

using cdr::arrays_in_place;

// Bytes whose body is aligned like a C++ object, as in a sample.
class Aligned
{
public:
  explicit Aligned(std::size_t size) : memory_(size / 16 + 2), size_(size)
  {
    std::memset(memory_.data(), 0xAA, memory_.size() * 16);
  }
  std::span<std::byte> bytes()
  {
    return {reinterpret_cast<std::byte *>(memory_.data()) + 16 - cdr::header_size, size_};
  }
  std::vector<std::byte> copy() { return {bytes().begin(), bytes().end()}; }

private:
  struct alignas(16) Block
  {
    std::byte bytes[16];
  };
  std::vector<Block> memory_;
  std::size_t size_;
};

// Encodes `message` with the elements of `fields` in place, and expects the bytes of the whole
// message.
template <typename T, typename... Sequence>
void expect_same(const T & message, Sequence T::*... fields)
{
  T small = message;
  ((small.*fields).clear(), ...);
  arrays_in_place<T> arrays;
  (arrays.resize(small, small.*fields, (message.*fields).size()), ...);
  Aligned sample(arrays.place(small));
  const auto write = [&](const auto & field, const auto & values) {
    const auto elements = arrays.elements(small, field, sample.bytes());
    ASSERT_EQ(elements.size(), values.size());
    std::ranges::copy(values, elements.begin());
  };
  (write(small.*fields, message.*fields), ...);
  arrays.encode(small, sample.bytes());
  EXPECT_EQ(sample.copy(), cdr::encode(message));
}

demo::JointState joints(std::size_t count)
{
  demo::JointState message;
  message.header.stamp = {1, 2};
  message.header.frame_id = "arm";
  message.name = {"shoulder", "elbow"};
  message.position.resize(count);
  std::iota(message.position.begin(), message.position.end(), 0.5);
  message.velocity = {7, 8, 9};
  message.effort.resize(2 * count);
  std::iota(message.effort.begin(), message.effort.end(), -3.0);
  return message;
}

TEST(ArraysInPlace, TheBytesAreThoseOfTheWholeMessage)
{
  for (const std::size_t count : {0, 1, 3, 1000}) {
    const demo::JointState message = joints(count);
    expect_same(message, &demo::JointState::position);
    expect_same(message, &demo::JointState::effort, &demo::JointState::position);
    expect_same(
      message, &demo::JointState::position, &demo::JointState::velocity, &demo::JointState::effort);
    expect_same(demo::Blob{std::vector<std::uint8_t>(count, 5)}, &demo::Blob::data);
  }
}

TEST(ArraysInPlace, SequencesOfEachKind)
{
  demo::Everything message;
  message.text = "odd";
  message.byte_list = {1, -2, 3};
  message.number_list = {1.5, 2.5};
  message.point_list = {{1, 2, 3}, {4, 5, 6}};
  message.few_numbers = {7, 8};
  message.header_list.resize(2);
  expect_same(message, &demo::Everything::byte_list);
  expect_same(
    message, &demo::Everything::byte_list, &demo::Everything::number_list,
    &demo::Everything::point_list, &demo::Everything::few_numbers);
}

TEST(ArraysInPlace, SequencesOfStructsInTheMessage)
{
  Outer message;
  message.name = "outer";
  message.inner.data = {1, 2, 3, 4, 5};
  message.last = 9;
  Outer small = message;
  small.inner.data.clear();
  arrays_in_place<Outer> arrays;
  arrays.resize(small, small.inner.data, 5);
  Aligned sample(arrays.place(small));
  std::ranges::copy(
    message.inner.data, arrays.elements(small, small.inner.data, sample.bytes()).begin());
  arrays.encode(small, sample.bytes());
  EXPECT_EQ(sample.copy(), cdr::encode(message));
}

TEST(ArraysInPlace, TheMessageMayMove)
{
  demo::JointState first = joints(0);
  first.velocity.clear();
  arrays_in_place<demo::JointState> arrays;
  arrays.resize(first, first.velocity, 3);
  const demo::JointState second = std::move(first);
  Aligned sample(arrays.place(second));
  EXPECT_EQ(arrays.elements(second, second.velocity, sample.bytes()).size(), 3u);
  EXPECT_THROW(arrays.elements(second, second.effort, sample.bytes()), std::invalid_argument);
}

TEST(ArraysInPlace, OtherLengthsMeanOtherPlaces)
{
  demo::JointState message = joints(0);
  message.effort.clear();
  arrays_in_place<demo::JointState> arrays;
  arrays.resize(message, message.effort, 3);
  const std::size_t size = arrays.place(message);
  const auto before = arrays;
  Aligned sample(size);
  const auto elements = arrays.elements(message, message.effort, sample.bytes());
  std::iota(elements.begin(), elements.end(), 1.0);

  message.header.stamp.sec = 100;
  EXPECT_EQ(arrays.place(message), size);
  EXPECT_TRUE(arrays.fit_into(before));
  message.header.frame_id = "a longer name";
  arrays.resize(message, message.effort, 5);
  Aligned larger(arrays.place(message));
  EXPECT_FALSE(arrays.fit_into(before));
  arrays.copy_elements(sample.bytes(), before, larger.bytes());
  const auto now = arrays.elements(message, message.effort, larger.bytes());
  EXPECT_EQ(std::vector(now.begin(), now.begin() + 3), (std::vector{1.0, 2.0, 3.0}));
  now[3] = 4;
  now[4] = 5;
  arrays.encode(message, larger.bytes());
  message.effort = {1, 2, 3, 4, 5};
  EXPECT_EQ(larger.copy(), cdr::encode(message));
}

TEST(ArraysInPlace, FewerElementsFitIntoTheSample)
{
  demo::JointState message = joints(0);
  message.velocity.clear();
  arrays_in_place<demo::JointState> arrays;
  arrays.resize(message, message.velocity, 4);
  Aligned sample(arrays.place(message));
  const auto before = arrays;
  std::ranges::fill(arrays.elements(message, message.velocity, sample.bytes()), 2.5);
  arrays.resize(message, message.velocity, 2);
  const std::size_t size = arrays.place(message);
  EXPECT_TRUE(arrays.fit_into(before));
  arrays.encode(message, sample.bytes().first(size));
  message.velocity = {2.5, 2.5};
  const auto bytes = sample.copy();
  EXPECT_EQ(std::vector(bytes.begin(), bytes.begin() + size), cdr::encode(message));

  // One that another array follows moves it.
  message.velocity.clear();
  arrays.resize(message, message.effort, 1);
  arrays.place(message);
  EXPECT_FALSE(arrays.fit_into(before)) << "another array";
  const auto two = arrays;
  arrays.resize(message, message.velocity, 1);
  arrays.place(message);
  EXPECT_FALSE(arrays.fit_into(two));
  arrays.resize(message, message.velocity, 2);
  arrays.resize(message, message.effort, 2);
  arrays.place(message);
  EXPECT_FALSE(arrays.fit_into(two)) << "more elements";
}

TEST(ArraysInPlace, RefusesWhatItCannotPlace)
{
  demo::JointState message;
  const demo::JointState other;
  arrays_in_place<demo::JointState> arrays;
  EXPECT_THROW(arrays.resize(message, other.effort, 1), std::invalid_argument);
  const std::vector<double> strange;
  EXPECT_THROW(arrays.resize(message, strange, 1), std::invalid_argument);
  EXPECT_THROW(
    arrays.resize(message, message.effort, std::numeric_limits<std::size_t>::max()),
    std::length_error);
  arrays.resize(message, message.effort, 3);
  message.effort = {1};
  EXPECT_THROW(arrays.place(message), std::invalid_argument);
  message.effort.clear();
  arrays.resize(message, message.effort, UINT32_MAX / sizeof(double));
  EXPECT_THROW(arrays.place(message), cdr::error) << "with the other fields it is too large";

  demo::Everything everything;
  arrays_in_place<demo::Everything> full;
  EXPECT_THROW(full.resize(everything, everything.few_numbers, 4), std::length_error);
  full.resize(everything, everything.byte_list, 1);
  full.resize(everything, everything.number_list, 1);
  full.resize(everything, everything.point_list, 1);
  full.resize(everything, everything.few_numbers, 1);
  full.resize(everything, everything.number_list, 2);
  everything.short_text = "longer than five";
  EXPECT_THROW(full.place(everything), cdr::error);
}

}  // namespace arrays_in_place_test
