// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Type support that is loaded by type name. AMENT_PREFIX_PATH has a folder without any of it, then
// the build tree.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "geometry_msgs/msg/polygon_stamped.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "std_srvs/srv/set_bool.hpp"

namespace
{

constexpr char identifier[] = "rosidl_typesupport_cpp";

// Returns the text of the call's exception.
template <typename Call>
std::string error_of(Call && call)
{
  try {
    call();
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(TypeSupportByName, OfAMessage)
{
  geometry_msgs::msg::PolygonStamped sent;
  sent.header.frame_id = "meadow";
  sent.polygon.points.resize(3);
  sent.polygon.points[2].y = 7.5f;
  rclcpp::SerializedMessage expected;
  const rclcpp::Serialization<geometry_msgs::msg::PolygonStamped> compiled;
  compiled.serialize_message(&sent, &expected);

  for (const std::string type :
       {"geometry_msgs/msg/PolygonStamped", "geometry_msgs/PolygonStamped"}) {
    const auto library = rclcpp::get_typesupport_library(type, identifier);
    const auto * handle = rclcpp::get_message_typesupport_handle(type, identifier, *library);
    ASSERT_NE(handle, nullptr);
    EXPECT_STREQ(handle->typesupport_identifier, identifier);
    EXPECT_NE(
      handle,
      rosidl_typesupport_cpp::get_message_type_support_handle<geometry_msgs::msg::PolygonStamped>())
      << "the library's own";
    const rclcpp::SerializationBase loaded(handle);
    rclcpp::SerializedMessage bytes;
    loaded.serialize_message(&sent, &bytes);
    ASSERT_EQ(bytes.size(), expected.size());
    geometry_msgs::msg::PolygonStamped received;
    loaded.deserialize_message(&expected, &received);
    EXPECT_EQ(received, sent);
    bytes.get_rcl_serialized_message().buffer_length = 9;
    EXPECT_ANY_THROW(loaded.deserialize_message(&bytes, &received));
  }
}

TEST(TypeSupportByName, OfServicesAndActions)
{
  const auto library = rclcpp::get_typesupport_library("std_srvs/srv/SetBool", identifier);
  for (const std::string type : {"std_srvs/srv/SetBool", "std_srvs/SetBool"}) {
    const auto * handle = rclcpp::get_service_typesupport_handle(type, identifier, *library);
    EXPECT_EQ(handle->func(handle, identifier), handle);
  }
  const rclcpp::SerializationBase request(
    rclcpp::get_message_typesupport_handle("std_srvs/srv/SetBool_Request", identifier, *library));
  std_srvs::srv::SetBool::Request sent;
  sent.data = true;
  rclcpp::SerializedMessage bytes;
  request.serialize_message(&sent, &bytes);
  EXPECT_EQ(bytes.size(), 5u);

  const std::string action = "example_interfaces/action/Fibonacci";
  const auto of_action = rclcpp::get_typesupport_library(action, identifier);
  EXPECT_NE(
    rclcpp::get_service_typesupport_handle(action + "_SendGoal", identifier, *of_action), nullptr);
  EXPECT_NE(
    rclcpp::get_message_typesupport_handle(action + "_FeedbackMessage", identifier, *of_action),
    nullptr);
}

TEST(TypeSupportByName, TheFormerName)
{
  const auto library = rclcpp::get_typesupport_library("std_srvs/srv/SetBool", identifier);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ(
    rclcpp::get_typesupport_handle("std_srvs/srv/SetBool_Response", identifier, *library),
    rclcpp::get_message_typesupport_handle("std_srvs/srv/SetBool_Response", identifier, *library));
#pragma GCC diagnostic pop
}

TEST(TypeSupportByName, ErrorsNameTheSearchedLibrary)
{
  for (const char * type : {"Bool", "/Bool", "std_msgs/", "std_msgs/msg/", ""}) {
    EXPECT_EQ(
      error_of([&] { rclcpp::get_typesupport_library(type, identifier); }),
      "'" + std::string(type) +
        "' is not a type: expected the form package/msg/Name or package/srv/Name");
  }
  EXPECT_EQ(
    error_of([&] { rclcpp::get_typesupport_library("unicorn_msgs/msg/Horn", identifier); }),
    "type unicorn_msgs/msg/Horn: no prefix of AMENT_PREFIX_PATH has "
    "lib/rxros2_typesupport/libunicorn_msgs__rosidl_typesupport_cpp.so; expected that of a "
    "workspace in which package 'unicorn_msgs' was built on RxROS2, and the identifier "
    "rosidl_typesupport_cpp or rosidl_typesupport_introspection_cpp");
  EXPECT_NE(
    error_of(
      [&] { rclcpp::get_typesupport_library("std_srvs/srv/SetBool", "rosidl_typesupport_c"); }),
    "nothing was thrown");

  const auto library = rclcpp::get_typesupport_library("std_srvs/srv/SetBool", identifier);
  const std::string unknown = error_of(
    [&] { rclcpp::get_message_typesupport_handle("std_srvs/msg/SetBool", identifier, *library); });
  EXPECT_NE(unknown.find("type std_srvs/msg/SetBool: "), std::string::npos) << unknown;
  EXPECT_NE(
    unknown.find(
      "has no rosidl_typesupport_cpp__get_message_type_support_handle__std_srvs__msg__SetBool"),
    std::string::npos)
    << unknown;
  EXPECT_THROW(
    rclcpp::get_service_typesupport_handle("std_srvs/srv/SetInt", identifier, *library),
    std::runtime_error);
  EXPECT_THROW(
    rclcpp::get_service_typesupport_handle("geometry_msgs/srv/SetBool", identifier, *library),
    std::runtime_error)
    << "of another package";
}

// The program creates no Client and no Service of this type.
TEST(TypeSupportByName, OfGenericClientsAndServices)
{
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("shepherd");
  const std::string type = "example_interfaces/srv/AddTwoInts";
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  const auto service = node->create_generic_service(
    "count", type, [](std::shared_ptr<void> request, std::shared_ptr<void> response) {
      const auto sheep = std::static_pointer_cast<AddTwoInts::Request>(request);
      std::static_pointer_cast<AddTwoInts::Response>(response)->sum = sheep->a + sheep->b;
    });
  const auto client = node->create_generic_client("count", type);
  AddTwoInts::Request request;
  request.a = 30;
  request.b = 12;
  auto future = client->async_send_request(&request);
  rclcpp::spin_until_future_complete(node, future);
  EXPECT_EQ(std::static_pointer_cast<AddTwoInts::Response>(future.get())->sum, 42);
  EXPECT_THROW(
    node->create_generic_service(
      "count", "unicorn_msgs/srv/Count", [](std::shared_ptr<void>, std::shared_ptr<void>) {}),
    rclcpp::exceptions::InvalidServiceTypeError);
  rclcpp::shutdown();
}

}  // namespace
