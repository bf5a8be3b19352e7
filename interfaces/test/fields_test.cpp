// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The generated C++: structs as in ROS 2, and the lists of fields for cdr and rclcpp.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "geometry_msgs/Twist.h"
#include "geometry_msgs/msg/quaternion.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"
#include "rxros2_teleop_msgs/Joystick.h"
#include "rxros2_teleop_msgs/Keyboard.h"
#include "rxros2_test_msgs/action/walk.hpp"
#include "rxros2_test_msgs/msg/bounded_sequences.hpp"
#include "rxros2_test_msgs/msg/constants.hpp"
#include "rxros2_test_msgs/msg/defaults.hpp"
#include "rxros2_test_msgs/msg/empty.hpp"
#include "rxros2_test_msgs/msg/from_idl.hpp"
#include "rxros2_test_msgs/msg/point.hpp"
#include "rxros2_test_msgs/msg/strings.hpp"
#include "rxros2_test_msgs/msg/w_strings.hpp"
#include "rxros2_test_msgs/srv/all_kinds.hpp"
#include "teleop_msgs/Keyboard.h"
#include "teleop_msgs/msg/joystick.hpp"

namespace test_msgs = rxros2_test_msgs;

namespace
{

template <typename Message>
constexpr std::size_t pointers =
  cdr::fields<Message>::apply([](auto... members) { return sizeof...(members); });

template <typename Message>
std::vector<std::string_view> names()
{
  return {std::begin(cdr::fields<Message>::names), std::end(cdr::fields<Message>::names)};
}

template <typename Message>
std::vector<std::uint32_t> bounds()
{
  return {std::begin(cdr::fields<Message>::bounds), std::end(cdr::fields<Message>::bounds)};
}

TEST(Fields, NameAndHashOfMessage)
{
  using fields = cdr::fields<geometry_msgs::msg::Twist>;
  EXPECT_STREQ(fields::name, "geometry_msgs/msg/Twist");
  EXPECT_EQ(
    std::string_view(cdr::fields<builtin_interfaces::msg::Time>::hash),
    "RIHS01_b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197");
  static_assert(fields::count == 2);
  EXPECT_EQ(
    names<geometry_msgs::msg::Twist>(), (std::vector<std::string_view>{"linear", "angular"}));
}

TEST(Fields, PointersAreTheMembersInOrder)
{
  geometry_msgs::msg::Vector3 v;
  v.x = 1;
  v.y = 2;
  v.z = 3;
  const auto values = cdr::fields<geometry_msgs::msg::Vector3>::apply(
    [&v](auto... members) { return std::array{v.*members...}; });
  EXPECT_EQ(values, (std::array{1.0, 2.0, 3.0}));
}

TEST(Fields, AnyAllocator)
{
  using Allocator = std::allocator<int>;
  static_assert(pointers<geometry_msgs::msg::Twist_<Allocator>> == 2);
  static_assert(std::is_same_v<
                decltype(cdr::fields<geometry_msgs::msg::Twist_<Allocator>>::apply(
                  [](auto first, auto) { return first; })),
                geometry_msgs::msg::Vector3_<Allocator> geometry_msgs::msg::Twist_<Allocator>::*>);
}

TEST(Fields, BoundsOfStrings)
{
  EXPECT_EQ(
    bounds<test_msgs::msg::Strings>(), (std::vector<std::uint32_t>{0, 5, 0, 0, 0, 5, 5, 5}));
  EXPECT_EQ(bounds<test_msgs::msg::WStrings>(), (std::vector<std::uint32_t>{0, 5, 0, 0, 0, 5}));
}

TEST(Fields, EmptyMessageHasOneMember)
{
  static_assert(pointers<test_msgs::msg::Empty> == 1);
  EXPECT_EQ(
    names<test_msgs::msg::Empty>(),
    (std::vector<std::string_view>{"structure_needs_at_least_one_member"}));
}

TEST(Fields, Service)
{
  using Service = test_msgs::srv::AllKinds;
  EXPECT_STREQ(rosidl_interfaces::service<Service>::name, "rxros2_test_msgs/srv/AllKinds");
  EXPECT_EQ(std::string_view(rosidl_interfaces::service<Service>::hash).substr(0, 7), "RIHS01_");
  EXPECT_STREQ(cdr::fields<Service::Request>::name, "rxros2_test_msgs/srv/AllKinds_Request");
  EXPECT_STREQ(cdr::fields<Service::Response>::name, "rxros2_test_msgs/srv/AllKinds_Response");
  EXPECT_EQ(
    names<Service::Event>(), (std::vector<std::string_view>{"info", "request", "response"}));
}

TEST(Fields, Action)
{
  using Action = example_interfaces::action::Fibonacci;
  EXPECT_STREQ(
    rosidl_interfaces::action<Action>::hash,
    "RIHS01_9508051da1ea4658de144b09bd0690ff3de52104683d847aed764d2915906f51");
  EXPECT_STREQ(
    rosidl_interfaces::service<Action::Impl::SendGoalService>::name,
    "example_interfaces/action/Fibonacci_SendGoal");
  EXPECT_EQ(
    names<Action::Impl::SendGoalService::Request>(),
    (std::vector<std::string_view>{"goal_id", "goal"}));
  EXPECT_EQ(
    names<Action::Impl::FeedbackMessage>(), (std::vector<std::string_view>{"goal_id", "feedback"}));
  static_assert(pointers<test_msgs::action::Walk::Goal> == 2);
}

TEST(Structs, EventHoldsAtMostOneRequest)
{
  test_msgs::srv::AllKinds::Event event;
  static_assert(std::is_same_v<decltype(event.info), service_msgs::msg::ServiceEventInfo>);
  event.request.resize(1);
  EXPECT_EQ(event.request[0].text, "default");
  EXPECT_THROW(event.request.resize(2), std::length_error);
}

TEST(Structs, BoundedSequencesAreVisibleInTheType)
{
  test_msgs::msg::BoundedSequences m;
  static_assert(std::is_same_v<
                decltype(m.int32_values),
                rosidl_runtime_cpp::BoundedVector<std::int32_t, 3, std::allocator<std::int32_t>>>);
  EXPECT_EQ(m.int32_values.max_size(), 3u);
}

TEST(Structs, Defaults)
{
  const test_msgs::msg::Defaults m;
  EXPECT_TRUE(m.bool_value);
  EXPECT_EQ(m.byte_value, 50);
  EXPECT_EQ(m.float64_value, -1.5e10);
  EXPECT_EQ(m.uint8_value, 200);
  EXPECT_EQ(m.int32_value, INT32_MIN);
  EXPECT_EQ(m.int64_value, INT64_MIN);
  EXPECT_EQ(m.uint64_value, UINT64_MAX);
  EXPECT_EQ(m.string_value, "with 'quotes' and \"more\"");
  EXPECT_EQ(m.bare_string_value, "two words");
  EXPECT_EQ(m.wstring_value, u"wide");
  EXPECT_EQ(m.bools, (std::array{true, false, true}));
  EXPECT_EQ(m.int32s, (std::array{1, -2, 3}));
  EXPECT_EQ(m.uint8s, (std::vector<std::uint8_t>{0, 127, 255}));
  EXPECT_EQ(m.few_float32s.size(), 2u);
  EXPECT_EQ(m.strings[0], "one, two");
  EXPECT_EQ(geometry_msgs::msg::Quaternion().w, 1.0);
  EXPECT_EQ(test_msgs::msg::FromIdl().double_value, 1.5);
}

TEST(Structs, Constants)
{
  using C = test_msgs::msg::Constants;
  static_assert(C::BOOL_VALUE && C::BYTE_VALUE == 255 && C::CHAR_VALUE == 'A');
  static_assert(C::FLOAT64_VALUE == -2.25 && C::UINT16_VALUE == 0xFFFF);
  static_assert(C::INT64_VALUE == INT64_MIN && C::UINT64_VALUE == UINT64_MAX);
  EXPECT_EQ(C::STRING_VALUE, "text");
  EXPECT_EQ(C::WSTRING_VALUE, u"wide");
  EXPECT_EQ(test_msgs::srv::AllKinds::Response::RESPONSE_CONSTANT, -1);
  static_assert(test_msgs::msg::FromIdl::LIMIT == 7);
  EXPECT_EQ(test_msgs::msg::FromIdl::NAME, "idl");
}

TEST(Traits, AreThoseOfRos2)
{
  using Twist = geometry_msgs::msg::Twist;
  EXPECT_STREQ(rosidl_generator_traits::name<Twist>(), "geometry_msgs/msg/Twist");
  static_assert(rosidl_generator_traits::has_fixed_size<Twist>::value);
  static_assert(rosidl_generator_traits::is_message<Twist>::value);
  using Service = test_msgs::srv::AllKinds;
  static_assert(rosidl_generator_traits::is_service<Service>::value);
  static_assert(rosidl_generator_traits::is_service_request<Service::Request>::value);
  static_assert(!rosidl_generator_traits::has_bounded_size<Service>::value);
  static_assert(rosidl_generator_traits::is_message<Service::Event>::value);
  static_assert(rosidl_generator_traits::is_action<example_interfaces::action::Fibonacci>::value);
  EXPECT_EQ(
    geometry_msgs::msg::to_yaml(geometry_msgs::msg::Vector3(), true),
    "{x: 0.00000, y: 0.00000, z: 0.00000}");
  const auto point = test_msgs::build<test_msgs::msg::Point>().x(1).y(2).z(3);
  EXPECT_EQ(point.y, 2);
}

TEST(Typesupport, IsDeclaredAsInRos2)
{
  using Handle = const rosidl_message_type_support_t *;
  static_assert(std::is_same_v<
                decltype(rosidl_typesupport_cpp::get_message_type_support_handle<
                         geometry_msgs::msg::Twist>()),
                Handle>);
}

TEST(Aliases, AreTheSameTypes)
{
  static_assert(std::is_same_v<teleop_msgs::msg::Keyboard, rxros2_teleop_msgs::msg::Keyboard>);
  static_assert(std::is_same_v<teleop_msgs::Keyboard, rxros2_teleop_msgs::msg::Keyboard>);
  static_assert(std::is_same_v<rxros2_teleop_msgs::Joystick, teleop_msgs::msg::Joystick>);
  static_assert(std::is_same_v<geometry_msgs::Twist, geometry_msgs::msg::Twist>);
  EXPECT_STREQ(cdr::fields<teleop_msgs::msg::Joystick>::name, "rxros2_teleop_msgs/msg/Joystick");
}

}  // namespace
