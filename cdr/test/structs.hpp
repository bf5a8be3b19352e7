// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Hand-written structs with every kind of field; for tests, the fuzzer and the benchmark.

#ifndef STRUCTS_HPP_
#define STRUCTS_HPP_

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "cdr/fields.hpp"

namespace demo
{

/// A vector that refuses to grow beyond its bound, as rosidl's does.
template <typename T, std::size_t Bound, typename Allocator = std::allocator<T>>
class Bounded : protected std::vector<T, Allocator>
{
  using Base = std::vector<T, Allocator>;

public:
  using typename Base::value_type;
  Bounded() = default;
  Bounded(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  using Base::begin;
  using Base::capacity;
  using Base::clear;
  using Base::end;
  using Base::size;
  using Base::operator[];
  void resize(std::size_t size) { Base::resize(checked(size)); }
  void reserve(std::size_t size) { Base::reserve(checked(size)); }
  template <typename Iterator>
  void assign(Iterator first, Iterator last)
  {
    checked(static_cast<std::size_t>(last - first));
    Base::assign(first, last);
  }
  friend bool operator==(const Bounded & a, const Bounded & b)
  {
    return static_cast<const Base &>(a) == static_cast<const Base &>(b);
  }

private:
  static std::size_t checked(std::size_t size)
  {
    if (size > Bound) {
      throw std::length_error("beyond the bound");
    }
    return size;
  }
};

struct Empty
{
  std::uint8_t structure_needs_at_least_one_member = 0;
  bool operator==(const Empty &) const = default;
};

struct Text
{
  std::string data;
  bool operator==(const Text &) const = default;
};

struct WideText
{
  std::u16string data;
  bool operator==(const WideText &) const = default;
};

struct Vector3
{
  double x = 0, y = 0, z = 0;
  bool operator==(const Vector3 &) const = default;
};

struct Twist
{
  Vector3 linear, angular;
  bool operator==(const Twist &) const = default;
};

struct Point32
{
  float x = 0, y = 0, z = 0;
  bool operator==(const Point32 &) const = default;
};

struct Time
{
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  bool operator==(const Time &) const = default;
};

struct Header
{
  Time stamp;
  std::string frame_id;
  bool operator==(const Header &) const = default;
};

struct JointState
{
  Header header;
  std::vector<std::string> name;
  std::vector<double> position, velocity, effort;
  bool operator==(const JointState &) const = default;
};

struct Blob
{
  std::vector<std::uint8_t> data;
  bool operator==(const Blob &) const = default;
};

struct AddTwoInts
{
  std::int64_t a = 0, b = 0;
  bool operator==(const AddTwoInts &) const = default;
};

struct Gid
{
  std::array<std::uint8_t, 16> data{};
  bool operator==(const Gid &) const = default;
};

struct NodeEntities
{
  std::string node_namespace, node_name;
  std::vector<Gid> reader_gids, writer_gids;
  bool operator==(const NodeEntities &) const = default;
};

struct ParticipantEntities
{
  Gid gid;
  std::vector<NodeEntities> nodes;
  bool operator==(const ParticipantEntities &) const = default;
};

/// Has a fixed size on the wire, but padding in memory and a bool.
struct Padded
{
  std::uint8_t first = 0;
  double second = 0;
  bool third = false;
  std::uint16_t fourth = 0;
  bool operator==(const Padded &) const = default;
};

struct Paddeds
{
  std::vector<Padded> list;
  bool operator==(const Paddeds &) const = default;
};

/// A sequence of bool, and an empty sequence in front of a member with a larger alignment than its
/// length has.
struct Lists
{
  std::vector<bool> flags;
  std::vector<double> numbers;
  double last = 0;
  bool operator==(const Lists &) const = default;
};

/// Every kind of field, alone and in every collection.
struct Everything
{
  bool flag = false;
  std::int8_t i8 = 0;
  std::uint8_t u8 = 0;
  std::int16_t i16 = 0;
  std::uint16_t u16 = 0;
  std::int32_t i32 = 0;
  std::uint32_t u32 = 0;
  std::int64_t i64 = 0;
  std::uint64_t u64 = 0;
  float f32 = 0;
  double f64 = 0;
  std::string text;
  std::string short_text;  // at most 5
  std::u16string wide;
  std::u16string short_wide;  // at most 3
  Padded padded;
  std::array<bool, 3> flags{};
  std::array<std::int16_t, 3> numbers{};
  std::array<std::string, 2> texts;
  std::array<std::u16string, 2> wides;
  std::array<Padded, 2> paddeds;
  std::array<Header, 2> headers;
  std::vector<bool> flag_list;
  std::vector<std::int8_t> byte_list;
  std::vector<double> number_list;
  std::vector<std::string> text_list;
  std::vector<std::u16string> wide_list;
  std::vector<Padded> padded_list;
  std::vector<Header> header_list;
  std::vector<Point32> point_list;
  Bounded<bool, 4> few_flags;
  Bounded<std::uint16_t, 3> few_numbers;
  Bounded<std::string, 2> few_texts;  // each at most 4
  Bounded<Header, 2> few_headers;
  std::uint64_t last = 0;
  bool operator==(const Everything &) const = default;
};

}  // namespace demo

// The fields of demo::TYPE: their number, names, bounds ({} = none) and members.
#define DEMO_FIELDS(TYPE, COUNT, NAMES, BOUNDS, ...)        \
  template <>                                               \
  struct cdr::fields<demo::TYPE>                            \
  {                                                         \
    using M = demo::TYPE;                                   \
    static constexpr const char * name = "demo/msg/" #TYPE; \
    static constexpr std::size_t count = COUNT;             \
    static constexpr const char * names[] = NAMES;          \
    static constexpr std::uint32_t bounds[COUNT] = BOUNDS;  \
    template <typename F>                                   \
    static constexpr decltype(auto) apply(F && f)           \
    {                                                       \
      return f(__VA_ARGS__);                                \
    }                                                       \
  }
#define DEMO_LIST(...) {__VA_ARGS__}

DEMO_FIELDS(
  Empty, 1, DEMO_LIST("structure_needs_at_least_one_member"), {},
  &M::structure_needs_at_least_one_member);
DEMO_FIELDS(Text, 1, DEMO_LIST("data"), {}, &M::data);
DEMO_FIELDS(WideText, 1, DEMO_LIST("data"), {}, &M::data);
DEMO_FIELDS(Vector3, 3, DEMO_LIST("x", "y", "z"), {}, &M::x, &M::y, &M::z);
DEMO_FIELDS(Twist, 2, DEMO_LIST("linear", "angular"), {}, &M::linear, &M::angular);
DEMO_FIELDS(Point32, 3, DEMO_LIST("x", "y", "z"), {}, &M::x, &M::y, &M::z);
DEMO_FIELDS(Time, 2, DEMO_LIST("sec", "nanosec"), {}, &M::sec, &M::nanosec);
DEMO_FIELDS(Header, 2, DEMO_LIST("stamp", "frame_id"), {}, &M::stamp, &M::frame_id);
DEMO_FIELDS(
  JointState, 5, DEMO_LIST("header", "name", "position", "velocity", "effort"), {}, &M::header,
  &M::name, &M::position, &M::velocity, &M::effort);
DEMO_FIELDS(Blob, 1, DEMO_LIST("data"), {}, &M::data);
DEMO_FIELDS(AddTwoInts, 2, DEMO_LIST("a", "b"), {}, &M::a, &M::b);
DEMO_FIELDS(Gid, 1, DEMO_LIST("data"), {}, &M::data);
DEMO_FIELDS(
  NodeEntities, 4, DEMO_LIST("node_namespace", "node_name", "reader_gid_seq", "writer_gid_seq"),
  DEMO_LIST(256, 256, 0, 0), &M::node_namespace, &M::node_name, &M::reader_gids, &M::writer_gids);
DEMO_FIELDS(
  ParticipantEntities, 2, DEMO_LIST("gid", "node_entities_info_seq"), {}, &M::gid, &M::nodes);
DEMO_FIELDS(
  Padded, 4, DEMO_LIST("first", "second", "third", "fourth"), {}, &M::first, &M::second, &M::third,
  &M::fourth);
DEMO_FIELDS(Paddeds, 1, DEMO_LIST("list"), {}, &M::list);
DEMO_FIELDS(Lists, 3, DEMO_LIST("flags", "numbers", "last"), {}, &M::flags, &M::numbers, &M::last);
DEMO_FIELDS(
  Everything, 35,
  DEMO_LIST(
    "flag", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "text",
    "short_text", "wide", "short_wide", "padded", "flags", "numbers", "texts", "wides", "paddeds",
    "headers", "flag_list", "byte_list", "number_list", "text_list", "wide_list", "padded_list",
    "header_list", "point_list", "few_flags", "few_numbers", "few_texts", "few_headers", "last"),
  DEMO_LIST(
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    4, 0, 0),
  &M::flag, &M::i8, &M::u8, &M::i16, &M::u16, &M::i32, &M::u32, &M::i64, &M::u64, &M::f32, &M::f64,
  &M::text, &M::short_text, &M::wide, &M::short_wide, &M::padded, &M::flags, &M::numbers, &M::texts,
  &M::wides, &M::paddeds, &M::headers, &M::flag_list, &M::byte_list, &M::number_list, &M::text_list,
  &M::wide_list, &M::padded_list, &M::header_list, &M::point_list, &M::few_flags, &M::few_numbers,
  &M::few_texts, &M::few_headers, &M::last);

#undef DEMO_FIELDS
#undef DEMO_LIST

#endif  // STRUCTS_HPP_
