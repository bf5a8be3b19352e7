// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rosidl's type support handles, and serialization with them.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/serialization.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

template <>
struct rclcpp::TypeAdapter<std::string, std_msgs::msg::String>
{
  using is_specialized = std::true_type;
  using custom_type = std::string;
  using ros_message_type = std_msgs::msg::String;
  static void convert_to_ros_message(const custom_type & source, ros_message_type & destination)
  {
    destination.data = source;
  }
  static void convert_to_custom(const ros_message_type & source, custom_type & destination)
  {
    destination = source.data;
  }
};

const rosidl_message_type_support_t * message_handle_alone();
const rosidl_service_type_support_t * service_handle_alone();

namespace
{

using rosidl_typesupport_cpp::get_message_type_support_handle;
using rosidl_typesupport_cpp::get_service_type_support_handle;
using std_msgs::msg::String;

TEST(TypeSupport, HandlesAreOneForEachType)
{
  const auto * const handle = get_message_type_support_handle<String>();
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(handle, get_message_type_support_handle<String>());
  EXPECT_EQ(handle, &rclcpp::get_message_type_support_handle<String>());
  using Adapter = rclcpp::TypeAdapter<std::string, String>;
  EXPECT_EQ(handle, &rclcpp::get_message_type_support_handle<Adapter>());
  EXPECT_STREQ(handle->typesupport_identifier, "rosidl_typesupport_cpp");
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_cpp"), handle);
  EXPECT_EQ(handle->func(handle, "rosidl_typesupport_introspection_cpp"), nullptr);
  const auto * const service = get_service_type_support_handle<std_srvs::srv::SetBool>();
  EXPECT_EQ(service->func(service, "rosidl_typesupport_cpp"), service);
  EXPECT_EQ(message_handle_alone(), handle);
  EXPECT_EQ(service_handle_alone(), service);
}

TEST(TypeSupport, SerializationByHandle)
{
  const rclcpp::SerializationBase serialization(get_message_type_support_handle<String>());
  String message;
  message.data = "by handle";
  rclcpp::SerializedMessage bytes;
  serialization.serialize_message(&message, &bytes);
  String decoded;
  rclcpp::Serialization<String>().deserialize_message(&bytes, &decoded);
  EXPECT_EQ(decoded, message);
}

TEST(TypeSupport, AHandleOfAnotherLibraryIsRefused)
{
  EXPECT_THROW(rclcpp::SerializationBase{nullptr}, std::invalid_argument);
  const rosidl_message_type_support_t other{
    "rosidl_typesupport_introspection_cpp", nullptr, nullptr};
  try {
    rclcpp::SerializationBase serialization(&other);
    FAIL() << "accepted";
  } catch (const std::invalid_argument & error) {
    EXPECT_STREQ(
      error.what(),
      "message type support is rosidl_typesupport_introspection_cpp; "
      "expected rosidl_typesupport_cpp");
  }
}

}  // namespace
