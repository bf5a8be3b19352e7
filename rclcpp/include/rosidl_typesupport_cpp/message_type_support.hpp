// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes Debian's header of this name, which declares get_message_type_support_handle<T>(), and
// defines the function: for programs that include no other header of rclcpp.
#ifndef RCLCPP__ROSIDL_TYPESUPPORT_CPP__MESSAGE_TYPE_SUPPORT_HPP_
#define RCLCPP__ROSIDL_TYPESUPPORT_CPP__MESSAGE_TYPE_SUPPORT_HPP_

#pragma GCC system_header  // #include_next is no standard C++
#include_next "rosidl_typesupport_cpp/message_type_support.hpp"

#include "rclcpp/detail/type_support_handles.hpp"

#endif  // RCLCPP__ROSIDL_TYPESUPPORT_CPP__MESSAGE_TYPE_SUPPORT_HPP_
