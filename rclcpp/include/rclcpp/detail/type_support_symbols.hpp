// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The functions by which a type support library gives out its handles, under the names that
// typesupport_helpers.hpp looks for. Included by generated sources only.
#ifndef RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_
#define RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_

#include "rclcpp/detail/type_support_handles.hpp"
#include "rosidl_typesupport_interface/macros.h"

#define RXROS2_MESSAGE_TYPE_SUPPORT(package, kind, name)                                           \
  extern "C" __attribute__((visibility("default"))) const rosidl_message_type_support_t *          \
  ROSIDL_TYPESUPPORT_INTERFACE__MESSAGE_SYMBOL_NAME(rosidl_typesupport_cpp, package, kind, name)() \
  {                                                                                                \
    return rosidl_typesupport_cpp::get_message_type_support_handle<package::kind::name>();         \
  }

#define RXROS2_SERVICE_TYPE_SUPPORT(package, kind, name)                                           \
  extern "C" __attribute__((visibility("default"))) const rosidl_service_type_support_t *          \
  ROSIDL_TYPESUPPORT_INTERFACE__SERVICE_SYMBOL_NAME(rosidl_typesupport_cpp, package, kind, name)() \
  {                                                                                                \
    return rosidl_typesupport_cpp::get_service_type_support_handle<package::kind::name>();         \
  }

#endif  // RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_
