// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Types known at run time, support of types
#include "api.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/type_support_decl.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/trigger.hpp"

HEADER("rclcpp/get_message_type_support_handle.hpp");
FUNCTION(
  const rosidl_message_type_support_t &,
  rclcpp::get_message_type_support_handle<std_msgs::msg::String>, ());
HEADER("rclcpp/type_support_decl.hpp");
FUNCTION(
  const rosidl_message_type_support_t *,
  rosidl_typesupport_cpp::get_message_type_support_handle<std_msgs::msg::String>, ());
FUNCTION(
  const rosidl_service_type_support_t *,
  rosidl_typesupport_cpp::get_service_type_support_handle<std_srvs::srv::Trigger>, ());

HEADER("rclcpp/typesupport_helpers.hpp");
FUNCTION(
  std::shared_ptr<rcpputils::SharedLibrary>, rclcpp::get_typesupport_library,
  (const std::string &, const std::string &));
FUNCTION(
  const rosidl_message_type_support_t *, rclcpp::get_message_typesupport_handle,
  (const std::string &, const std::string &, rcpputils::SharedLibrary &));
FUNCTION(
  const rosidl_service_type_support_t *, rclcpp::get_service_typesupport_handle,
  (const std::string &, const std::string &, rcpputils::SharedLibrary &));
MISSING_HEADER(
  "rclcpp/dynamic_subscription.hpp", "experimental in ROS 2; use a generic subscription");
MISSING_HEADER(
  "rclcpp/dynamic_typesupport/dynamic_message.hpp",
  "experimental in ROS 2; use a generic subscription");
MISSING_HEADER(
  "rclcpp/dynamic_typesupport/dynamic_message_type.hpp",
  "experimental in ROS 2; use a generic subscription");
MISSING_HEADER(
  "rclcpp/dynamic_typesupport/dynamic_message_type_support.hpp",
  "experimental in ROS 2; use a generic subscription");
MISSING_HEADER(
  "rclcpp/dynamic_typesupport/dynamic_message_type_builder.hpp",
  "experimental in ROS 2; use a generic subscription");
MISSING_HEADER(
  "rclcpp/dynamic_typesupport/dynamic_serialization_support.hpp",
  "experimental in ROS 2; use a generic subscription");
