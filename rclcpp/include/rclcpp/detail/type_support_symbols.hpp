// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The functions with which a type support library exports its handles, under the names that
// typesupport_helpers.hpp looks up. Only generated sources include it.
#ifndef RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_
#define RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_

#include "rclcpp/detail/introspection.hpp"
#include "rosidl_typesupport_interface/macros.h"

#define RXROS2_TYPE_SUPPORT(handle, of, symbol, identifier, ...)           \
  extern "C" __attribute__((visibility("default"))) const handle * symbol( \
    identifier, __VA_ARGS__)()                                             \
  {                                                                        \
    return of(#identifier);                                                \
  }

#define RXROS2_MESSAGE_TYPE_SUPPORT(package, kind, name)                                      \
  RXROS2_TYPE_SUPPORT(                                                                        \
    rosidl_message_type_support_t, rclcpp::detail::message_handle<package::kind::name>,       \
    ROSIDL_TYPESUPPORT_INTERFACE__MESSAGE_SYMBOL_NAME, rosidl_typesupport_cpp, package, kind, \
    name)                                                                                     \
  RXROS2_TYPE_SUPPORT(                                                                        \
    rosidl_message_type_support_t, rclcpp::detail::message_handle<package::kind::name>,       \
    ROSIDL_TYPESUPPORT_INTERFACE__MESSAGE_SYMBOL_NAME, rosidl_typesupport_introspection_cpp,  \
    package, kind, name)

#define RXROS2_SERVICE_TYPE_SUPPORT(package, kind, name)                                      \
  RXROS2_TYPE_SUPPORT(                                                                        \
    rosidl_service_type_support_t, rclcpp::detail::service_handle<package::kind::name>,       \
    ROSIDL_TYPESUPPORT_INTERFACE__SERVICE_SYMBOL_NAME, rosidl_typesupport_cpp, package, kind, \
    name)                                                                                     \
  RXROS2_TYPE_SUPPORT(                                                                        \
    rosidl_service_type_support_t, rclcpp::detail::service_handle<package::kind::name>,       \
    ROSIDL_TYPESUPPORT_INTERFACE__SERVICE_SYMBOL_NAME, rosidl_typesupport_introspection_cpp,  \
    package, kind, name)

#endif  // RCLCPP__DETAIL__TYPE_SUPPORT_SYMBOLS_HPP_
