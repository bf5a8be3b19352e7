// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A part of node_type_support_test: code that does not include rclcpp gets the same handles.
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

const rosidl_message_type_support_t * message_handle_alone()
{
  return rosidl_typesupport_cpp::get_message_type_support_handle<std_msgs::msg::String>();
}

const rosidl_service_type_support_t * service_handle_alone()
{
  return rosidl_typesupport_cpp::get_service_type_support_handle<std_srvs::srv::SetBool>();
}
