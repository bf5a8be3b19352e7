// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rosidl_typesupport_introspection_cpp of type support libraries: reads and writes messages with it
// and compares them with the structs.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "ament_index_cpp/get_search_paths.hpp"
#include "cdr/fields.hpp"
#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "rcpputils/shared_library.hpp"
#include "rmw/rmw.h"
#include "rosidl_typesupport_introspection_cpp/field_types.hpp"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"
#include "test_msgs/message_fixtures.hpp"
#include "test_msgs/srv/basic_types.hpp"

namespace
{

using rosidl_typesupport_introspection_cpp::MessageMember;
using rosidl_typesupport_introspection_cpp::MessageMembers;
using rosidl_typesupport_introspection_cpp::ServiceMembers;
namespace introspection = rosidl_typesupport_introspection_cpp;

constexpr char cpp[] = "rosidl_typesupport_cpp";
constexpr char identifier[] = "rosidl_typesupport_introspection_cpp";

const rosidl_message_type_support_t * handle_of(
  const std::string & type, const char * typesupport_identifier)
{
  static std::vector<std::shared_ptr<rcpputils::SharedLibrary>> libraries;
  libraries.push_back(rclcpp::get_typesupport_library(type, typesupport_identifier));
  return rclcpp::get_message_typesupport_handle(type, typesupport_identifier, *libraries.back());
}

const MessageMembers & members_of(const char * type)
{
  return *static_cast<const MessageMembers *>(handle_of(type, identifier)->data);
}

const MessageMembers & inside(const MessageMember & member)
{
  return *static_cast<const MessageMembers *>(member.members_->data);
}

template <typename T>
constexpr bool is_string = std::is_same_v<T, std::string> || std::is_same_v<T, std::u16string>;
template <typename T>
constexpr bool is_array = false;
template <typename T, std::size_t Size>
constexpr bool is_array<std::array<T, Size>> = true;

template <typename T>
std::uint8_t expected_type(std::uint8_t found)
{
  // byte and uint8 are one C++ type.
  return std::is_same_v<T, bool>                  ? introspection::ROS_TYPE_BOOLEAN
         : std::is_same_v<T, float>               ? introspection::ROS_TYPE_FLOAT
         : std::is_same_v<T, double>              ? introspection::ROS_TYPE_DOUBLE
         : std::is_same_v<T, std::int8_t>         ? introspection::ROS_TYPE_INT8
         : std::is_same_v<T, std::int16_t>        ? introspection::ROS_TYPE_INT16
         : std::is_same_v<T, std::uint16_t>       ? introspection::ROS_TYPE_UINT16
         : std::is_same_v<T, std::int32_t>        ? introspection::ROS_TYPE_INT32
         : std::is_same_v<T, std::uint32_t>       ? introspection::ROS_TYPE_UINT32
         : std::is_same_v<T, std::int64_t>        ? introspection::ROS_TYPE_INT64
         : std::is_same_v<T, std::uint64_t>       ? introspection::ROS_TYPE_UINT64
         : std::is_same_v<T, std::string>         ? introspection::ROS_TYPE_STRING
         : std::is_same_v<T, std::u16string>      ? introspection::ROS_TYPE_WSTRING
         : !std::is_same_v<T, std::uint8_t>       ? introspection::ROS_TYPE_MESSAGE
         : found == introspection::ROS_TYPE_OCTET ? introspection::ROS_TYPE_OCTET
                                                  : introspection::ROS_TYPE_UINT8;
}

template <typename T>
void expect_described(const MessageMembers & members, const T & message);

template <typename F>
void expect_described(const MessageMember & member, const F & field)
{
  SCOPED_TRACE(member.name_);
  if constexpr (requires { typename F::value_type; } && !is_string<F>) {
    using Element = typename F::value_type;
    EXPECT_EQ(member.type_id_, expected_type<Element>(member.type_id_));
    ASSERT_TRUE(member.is_array_);
    ASSERT_EQ(member.size_function(&field), field.size());
    EXPECT_EQ(member.resize_function == nullptr, is_array<F>);
    // The elements of a std::vector<bool> have no address.
    EXPECT_EQ(member.get_function == nullptr, (std::is_same_v<Element, bool> && !is_array<F>));
    if (is_array<F>) {
      EXPECT_EQ(member.array_size_, field.size());
      EXPECT_FALSE(member.is_upper_bound_);
    }
    // A copy element by element is equal.
    const auto made = std::make_unique<F>();
    F & copy = *made;
    if (member.resize_function) {
      member.resize_function(&copy, field.size());
    }
    for (std::size_t i = 0; i < field.size(); ++i) {
      Element element{};
      member.fetch_function(&field, i, &element);
      member.assign_function(&copy, i, &element);
      if (member.get_function) {
        EXPECT_EQ(
          member.get_const_function(&field, i), member.get_function(const_cast<F *>(&field), i));
      }
      if constexpr (cdr::described<Element>) {
        expect_described(
          inside(member), *static_cast<const Element *>(member.get_const_function(&field, i)));
      }
    }
    EXPECT_TRUE(copy == field);
  } else {
    EXPECT_EQ(member.type_id_, expected_type<F>(member.type_id_));
    EXPECT_FALSE(member.is_array_);
    EXPECT_EQ(member.size_function, nullptr);
    if constexpr (cdr::described<F>) {
      expect_described(inside(member), field);
    } else {
      EXPECT_EQ(member.members_, nullptr);
    }
  }
}

template <typename T>
void expect_described(const MessageMembers & members, const T & message)
{
  using Fields = cdr::fields<T>;
  ASSERT_EQ(members.member_count_, Fields::count);
  EXPECT_EQ(members.size_of_, sizeof(T));
  Fields::apply([&](const auto &... field) {
    std::size_t i = 0;
    const auto expect = [&](const auto & of) {
      const MessageMember & member = members.members_[i];
      EXPECT_STREQ(member.name_, Fields::names[i++]);
      const auto * const address = reinterpret_cast<const std::byte *>(&message) + member.offset_;
      ASSERT_EQ(static_cast<const void *>(address), static_cast<const void *>(&(message.*of)));
      expect_described(member, message.*of);
    };
    (expect(field), ...);
  });
}

template <typename T>
void expect_all(const std::vector<std::shared_ptr<T>> & messages)
{
  const MessageMembers & members = members_of(cdr::fields<T>::name);
  EXPECT_STREQ(members.message_namespace_, "test_msgs::msg");
  for (const auto & message : messages) {
    expect_described(members, *message);
  }
  // The caller's memory.
  auto * const memory = static_cast<T *>(::operator new(members.size_of_));
  members.init_function(memory, rosidl_runtime_cpp::MessageInitialization::ALL);
  EXPECT_TRUE(*memory == T());
  *memory = *messages.back();
  members.fini_function(memory);
  ::operator delete(memory);
}

TEST(Introspection, EveryKindOfField)
{
  expect_all(get_messages_basic_types());
  expect_all(get_messages_arrays());
  expect_all(get_messages_bounded_sequences());
  expect_all(get_messages_bounded_plain_sequences());
  expect_all(get_messages_unbounded_sequences());
  expect_all(get_messages_multi_nested());
  expect_all(get_messages_nested());
  expect_all(get_messages_builtins());
  expect_all(get_messages_strings());
  expect_all(get_messages_wstrings());
  expect_all(get_messages_empty());
  expect_all(get_messages_constants());
  expect_all(get_messages_defaults());
}

TEST(Introspection, NamesAndBounds)
{
  const MessageMembers & bounded = members_of("test_msgs/msg/BoundedSequences");
  EXPECT_STREQ(bounded.message_name_, "BoundedSequences");
  EXPECT_TRUE(bounded.members_[0].is_upper_bound_);
  EXPECT_EQ(bounded.members_[0].array_size_, 3U);
  const MessageMembers & unbounded = members_of("test_msgs/msg/UnboundedSequences");
  EXPECT_FALSE(unbounded.members_[0].is_upper_bound_);
  EXPECT_EQ(unbounded.members_[0].array_size_, 0U);
  const MessageMembers & basic = members_of("test_msgs/msg/BasicTypes");
  EXPECT_EQ(basic.members_[1].type_id_, introspection::ROS_TYPE_OCTET);
  EXPECT_EQ(basic.members_[2].type_id_, introspection::ROS_TYPE_UINT8) << "char";
  const MessageMembers & strings = members_of("test_msgs/msg/Strings");
  std::size_t bound = 0;
  for (std::size_t i = 0; i < strings.member_count_; ++i) {
    bound = std::max(bound, strings.members_[i].string_upper_bound_);
  }
  EXPECT_EQ(bound, 22U);
}

// As programs do that replay the calls of a recording.
TEST(Introspection, ARequestInAServiceEvent)
{
  using Event = test_msgs::srv::BasicTypes::Event;
  const auto * const handle = handle_of("test_msgs/srv/BasicTypes_Event", cpp);
  const auto * const found = handle->func(handle, identifier);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found, handle_of("test_msgs/srv/BasicTypes_Event", identifier));
  EXPECT_EQ(found->func(found, cpp), handle);
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_c"), nullptr);
  const auto & members = *static_cast<const MessageMembers *>(found->data);
  ASSERT_EQ(members.member_count_, 3U);

  Event event;
  event.info.sequence_number = 7;
  event.request.resize(1);
  event.request[0].string_value = "again";
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<Event>().serialize_message(&event, &bytes);
  const std::unique_ptr<std::byte[]> memory(new std::byte[members.size_of_]);
  members.init_function(memory.get(), rosidl_runtime_cpp::MessageInitialization::ZERO);
  // Handles of both kinds serialize.
  rclcpp::SerializationBase(found).deserialize_message(&bytes, memory.get());
  const MessageMember & requests = members.members_[1];
  std::byte * const sequence = memory.get() + requests.offset_;
  ASSERT_EQ(requests.size_function(sequence), 1U);
  const auto * const request =
    static_cast<const test_msgs::srv::BasicTypes::Request *>(requests.get_function(sequence, 0));
  EXPECT_EQ(request->string_value, "again");
  EXPECT_EQ(members.members_[2].size_function(memory.get() + members.members_[2].offset_), 0U);
  members.fini_function(memory.get());
}

// As programs do that know the folder of ROS 2's files and convert bytes of unknown types.
TEST(Introspection, OpenedByPath)
{
  const auto handle_in = [](rcpputils::SharedLibrary & library, const std::string & of) {
    const std::string symbol = of + "__get_message_type_support_handle__test_msgs__msg__BasicTypes";
    using Get = const rosidl_message_type_support_t * (*)();
    return reinterpret_cast<Get>(library.get_symbol(symbol))();
  };
  const std::string folder = ament_index_cpp::get_search_paths().front() + "/lib/libtest_msgs__";
  rcpputils::SharedLibrary wire(folder + cpp + ".so");
  rcpputils::SharedLibrary described(folder + identifier + ".so");
  const rosidl_message_type_support_t * const handle = handle_in(wire, cpp);
  const auto & members =
    *static_cast<const MessageMembers *>(handle_in(described, identifier)->data);

  const auto sent = get_messages_basic_types().back();
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<test_msgs::msg::BasicTypes>().serialize_message(sent.get(), &bytes);
  const std::unique_ptr<std::byte[]> memory(new std::byte[members.size_of_]);
  members.init_function(memory.get(), rosidl_runtime_cpp::MessageInitialization::ALL);
  rclcpp::SerializedMessage again;
  EXPECT_EQ(rmw_deserialize(&bytes.get_rcl_serialized_message(), handle, memory.get()), RMW_RET_OK);
  EXPECT_EQ(*reinterpret_cast<const test_msgs::msg::BasicTypes *>(memory.get()), *sent);
  EXPECT_EQ(rmw_serialize(memory.get(), handle, &again.get_rcl_serialized_message()), RMW_RET_OK);
  members.fini_function(memory.get());
  rclcpp::Serialization<test_msgs::msg::BasicTypes> serialization;
  test_msgs::msg::BasicTypes received;
  serialization.deserialize_message(&again, &received);
  EXPECT_EQ(received, *sent);
}

TEST(Introspection, ServicesAndActions)
{
  const std::string type = "test_msgs/srv/BasicTypes";
  const auto library = rclcpp::get_typesupport_library(type, identifier);
  const auto * const handle = rclcpp::get_service_typesupport_handle(type, identifier, *library);
  const auto & members = *static_cast<const ServiceMembers *>(handle->data);
  EXPECT_STREQ(members.service_namespace_, "test_msgs::srv");
  EXPECT_STREQ(members.service_name_, "BasicTypes");
  EXPECT_EQ(members.request_members_, &members_of("test_msgs/srv/BasicTypes_Request"));
  EXPECT_EQ(members.response_members_, &members_of("test_msgs/srv/BasicTypes_Response"));
  EXPECT_EQ(handle->func(handle, identifier), handle);
  EXPECT_NE(handle->func(handle, cpp), handle);
  EXPECT_STREQ(
    members_of("example_interfaces/action/Fibonacci_FeedbackMessage").members_[0].name_, "goal_id");
}

}  // namespace
