// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The C functions of rcl, rmw and rosidl that public programs call beside rclcpp.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "rclcpp/detail/add_guard_condition_to_rcl_wait_set.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rcl/rcl.h"
#include "rmw/rmw.h"
#include "rosidl_runtime_c/type_hash.h"
#include "std_msgs/msg/string.hpp"

namespace
{

using std_msgs::msg::String;

const rosidl_message_type_support_t * string_type()
{
  return rosidl_typesupport_cpp::get_message_type_support_handle<String>();
}

// Counts what is allocated and not yet freed.
struct Counting
{
  int blocks = 0;

  rcl_allocator_t allocator()
  {
    rcl_allocator_t result = rcl_get_default_allocator();
    result.state = this;
    result.allocate = [](std::size_t size, void * state) {
      ++static_cast<Counting *>(state)->blocks;
      return std::malloc(size);
    };
    result.reallocate = [](void * pointer, std::size_t size, void * state) {
      static_cast<Counting *>(state)->blocks += pointer == nullptr;
      return std::realloc(pointer, size);
    };
    result.deallocate = [](void * pointer, void * state) {
      static_cast<Counting *>(state)->blocks -= pointer != nullptr;
      std::free(pointer);
    };
    return result;
  }
};

}  // namespace

TEST(CFunctions, SerializeAndBack)
{
  String sent;
  sent.data = "forty kilograms";
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  ASSERT_EQ(rmw_serialized_message_init(&bytes, 0u, &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_serialize(&sent, string_type(), &bytes), RMW_RET_OK);
  EXPECT_EQ(bytes.buffer_length, 4 + 4 + sent.data.size() + 1);  // header, length, text with its zero

  String received;
  ASSERT_EQ(rmw_deserialize(&bytes, string_type(), &received), RMW_RET_OK);
  EXPECT_EQ(received, sent);

  bytes.buffer_length = 9;
  EXPECT_EQ(rmw_deserialize(&bytes, string_type(), &received), RMW_RET_ERROR);
  EXPECT_TRUE(rmw_error_is_set());
  rmw_reset_error();
  EXPECT_EQ(rmw_serialize(nullptr, string_type(), &bytes), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_serialize(&sent, nullptr, &bytes), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_deserialize(nullptr, string_type(), &received), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_serialized_message_fini(&bytes), RMW_RET_OK);
  EXPECT_STREQ(rmw_get_serialization_format(), "cdr");
  EXPECT_STREQ(rmw_get_implementation_identifier(), "rmw_cyclonedds_cpp");
}

TEST(CFunctions, SerializedMessagesUseTheirAllocator)
{
  Counting counting;
  {
    rclcpp::SerializedMessage message(10, counting.allocator());
    EXPECT_EQ(counting.blocks, 1);
    message.get_rcl_serialized_message().buffer_length = 3;
    std::memcpy(message.get_rcl_serialized_message().buffer, "abc", 3);
    rclcpp::SerializedMessage copy(message);
    EXPECT_EQ(counting.blocks, 2);
    EXPECT_EQ(copy.size(), 3u);
    EXPECT_EQ(copy.capacity(), 10u);
    copy.reserve(0);
    EXPECT_EQ(counting.blocks, 1);
    rcl_serialized_message_t bytes = message.release_rcl_serialized_message();
    message.reserve(5);
    EXPECT_EQ(counting.blocks, 2);
    rclcpp::SerializedMessage owner(std::move(bytes));
    EXPECT_EQ(bytes.buffer, nullptr);
    EXPECT_EQ(owner.size(), 3u);
    EXPECT_EQ(rmw_serialized_message_resize(&owner.get_rcl_serialized_message(), 20), RMW_RET_OK);
    EXPECT_EQ(owner.capacity(), 20u);
  }
  EXPECT_EQ(counting.blocks, 0);
  rcl_allocator_t exhausted = rcl_get_default_allocator();
  exhausted.reallocate = [](void *, std::size_t, void *) -> void * { return nullptr; };
  EXPECT_THROW(rclcpp::SerializedMessage(10, exhausted), rclcpp::exceptions::RCLBadAlloc);
  EXPECT_THROW(rclcpp::SerializedMessage(rcl_allocator_t{}), std::invalid_argument);
}

TEST(CFunctions, WaitSetsAreValid)
{
  rclcpp::init(0, nullptr);
  const auto condition = std::make_shared<rclcpp::GuardCondition>();
  const rclcpp::WaitSet wait_set({}, {condition});
  EXPECT_TRUE(rcl_wait_set_is_valid(&wait_set.get_rcl_wait_set()));
  rcl_wait_set_t of_nobody{};
  EXPECT_FALSE(rcl_wait_set_is_valid(&of_nobody));
  EXPECT_FALSE(rcl_wait_set_is_valid(nullptr));
  EXPECT_THROW(
    rclcpp::detail::add_guard_condition_to_rcl_wait_set(of_nobody, *condition),
    std::invalid_argument);
  rclcpp::shutdown();
}

TEST(CFunctions, TopicNames)
{
  const auto result_of = [](const char * name) {
    int result = -1;
    EXPECT_EQ(rcl_validate_topic_name(name, &result, nullptr), RCL_RET_OK);
    return result;
  };
  EXPECT_EQ(result_of("~/{node}/speed"), RCL_TOPIC_NAME_VALID);
  EXPECT_EQ(result_of(""), RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING);
  EXPECT_EQ(result_of("speed/"), RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH);
  EXPECT_EQ(result_of("top speed"), RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("car/3/speed"), RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER);
  EXPECT_EQ(result_of("{car/speed"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("car}/speed"), RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE);
  EXPECT_EQ(result_of("car/~"), RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE);
  EXPECT_EQ(result_of("~speed"), RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH);
  EXPECT_EQ(result_of("{c-r}"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("{2nd}"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER);

  int result = -1;
  std::size_t index = 0;
  EXPECT_EQ(rcl_validate_topic_name_with_size("car/3/speed", 5, &result, &index), RCL_RET_OK);
  EXPECT_EQ(result, RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER);
  EXPECT_EQ(index, 4u);
  EXPECT_EQ(rcl_validate_topic_name(nullptr, &result, &index), RCL_RET_INVALID_ARGUMENT);
  EXPECT_NE(std::string(rcl_get_error_string().str), "");
  rcl_reset_error();

  EXPECT_EQ(rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_VALID), nullptr);
  EXPECT_STREQ(
    rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING),
    "a topic needs a name, this one is empty");
}

TEST(CFunctions, TypeHashes)
{
  const std::string text = "RIHS01_00112233445566778899aabbccddeeff0123456789abcdefdeadbeef00000001";
  rosidl_type_hash_t hash = rosidl_get_zero_initialized_type_hash();
  EXPECT_EQ(hash.version, ROSIDL_TYPE_HASH_VERSION_UNSET);
  ASSERT_EQ(rosidl_parse_type_hash_string(text.c_str(), &hash), RCUTILS_RET_OK);
  EXPECT_EQ(hash.version, 1);
  EXPECT_EQ(hash.value[1], 0x11);
  EXPECT_EQ(hash.value[31], 1);
  char * again = nullptr;
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  ASSERT_EQ(rosidl_stringify_type_hash(&hash, allocator, &again), RCUTILS_RET_OK);
  EXPECT_EQ(again, text);
  allocator.deallocate(again, allocator.state);

  for (const std::string & wrong : {text.substr(1), text + "0", "RIHS02" + text.substr(6), text.substr(0, 70) + "g"}) {
    EXPECT_EQ(rosidl_parse_type_hash_string(wrong.c_str(), &hash), RCUTILS_RET_INVALID_ARGUMENT) << wrong;
    rcutils_reset_error();
  }
  EXPECT_EQ(hash.value[1], 0x11);
}
