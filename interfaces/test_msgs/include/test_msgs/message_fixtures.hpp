// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Test messages of each type of test_msgs: get_messages_<type>() returns new ones whose fields have
// the smallest, the largest and ordinary values, and one with the defaults.
#ifndef TEST_MSGS__MESSAGE_FIXTURES_HPP_
#define TEST_MSGS__MESSAGE_FIXTURES_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/basic_types.hpp"
#include "test_msgs/msg/bounded_plain_sequences.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/builtins.hpp"
#include "test_msgs/msg/constants.hpp"
#include "test_msgs/msg/defaults.hpp"
#include "test_msgs/msg/empty.hpp"
#include "test_msgs/msg/multi_nested.hpp"
#include "test_msgs/msg/nested.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/unbounded_sequences.hpp"
#include "test_msgs/msg/w_strings.hpp"

namespace test_msgs::fixtures
{

enum class Value
{
  least,  // numbers: the lowest value; strings and sequences: empty
  ordinary,
  greatest  // strings and sequences: as long as their bound, if they have one
};

template <typename T>
struct bound_of : std::integral_constant<std::size_t, 0>
{
};
template <typename T, std::size_t bound, typename Allocator>
struct bound_of<rosidl_runtime_cpp::BoundedVector<T, bound, Allocator>>
: std::integral_constant<std::size_t, bound>
{
};

/// Returns an object of type T, a message or a field of one; `string_bound` 0 means none.
template <typename T>
T make(Value value, std::size_t string_bound = 0)
{
  if constexpr (std::is_same_v<T, bool>) {
    return value != Value::least;
  } else if constexpr (std::is_arithmetic_v<T>) {
    using limits = std::numeric_limits<T>;
    return value == Value::least      ? limits::lowest()
           : value == Value::greatest ? limits::max()
                                      : T(42);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value == Value::least      ? ""
           : value == Value::greatest ? std::string(string_bound ? string_bound : 300, 'z')
                                      : "sm\xc3\xb8r";  // UTF-8
  } else if constexpr (std::is_same_v<T, std::u16string>) {
    return value == Value::least      ? u""
           : value == Value::greatest ? std::u16string(300, u'ж')
                                      : u"smør";
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    T array;
    array.fill(make<typename T::value_type>(value, string_bound));
    return array;
  } else if constexpr (requires(T sequence) { sequence.resize(1); }) {
    const std::size_t longest = bound_of<T>::value ? bound_of<T>::value : 5;
    T sequence;
    sequence.resize(value == Value::least ? 0 : value == Value::greatest ? longest : 2);
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      sequence[i] = make<typename T::value_type>(value, string_bound);
    }
    return sequence;
  } else {
    using fields = cdr::fields<T>;
    T message;
    fields::apply([&](auto... member) {
      std::size_t index = 0;
      const auto fill = [&](auto & field) {
        if (std::string_view(fields::names[index]) != "structure_needs_at_least_one_member") {
          field = make<std::remove_reference_t<decltype(field)>>(value, fields::bounds[index]);
        }
        ++index;
      };
      (fill(message.*member), ...);
    });
    return message;
  }
}

/// Returns the defaults first, then one message of each Value.
template <typename Message>
std::vector<std::shared_ptr<Message>> make_all()
{
  std::vector<std::shared_ptr<Message>> messages{std::make_shared<Message>()};
  for (const Value value : {Value::least, Value::ordinary, Value::greatest}) {
    messages.push_back(std::make_shared<Message>(make<Message>(value)));
  }
  return messages;
}

}  // namespace test_msgs::fixtures

inline auto get_messages_empty()
{
  return std::vector{std::make_shared<test_msgs::msg::Empty>()};
}
inline auto get_messages_constants()
{
  return std::vector{std::make_shared<test_msgs::msg::Constants>()};
}
inline auto get_messages_defaults()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::Defaults>();
}
inline auto get_messages_basic_types()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::BasicTypes>();
}
inline auto get_messages_strings()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::Strings>();
}
inline auto get_messages_wstrings()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::WStrings>();
}
inline auto get_messages_arrays()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::Arrays>();
}
inline auto get_messages_unbounded_sequences()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::UnboundedSequences>();
}
inline auto get_messages_bounded_sequences()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::BoundedSequences>();
}
inline auto get_messages_bounded_plain_sequences()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::BoundedPlainSequences>();
}
inline auto get_messages_nested()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::Nested>();
}
inline auto get_messages_multi_nested()
{
  return test_msgs::fixtures::make_all<test_msgs::msg::MultiNested>();
}
inline auto get_messages_builtins()
{
  auto messages = test_msgs::fixtures::make_all<test_msgs::msg::Builtins>();
  for (const auto & message : messages) {  // there are no more nanoseconds in a second
    for (std::uint32_t * part : {&message->duration_value.nanosec, &message->time_value.nanosec}) {
      *part = std::min<std::uint32_t>(*part, 999'999'999);
    }
  }
  return messages;
}

#endif  // TEST_MSGS__MESSAGE_FIXTURES_HPP_
