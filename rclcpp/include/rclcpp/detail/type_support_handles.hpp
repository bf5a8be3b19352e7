// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Defines rosidl_typesupport_cpp::get_message_type_support_handle<T>() and
// get_service_type_support_handle<T>(), which rosidl's headers declare. Their handles lead to
// rclcpp's data about a type. A program that calls them includes rclcpp/rclcpp.hpp or
// rclcpp/serialization.hpp.
#ifndef RCLCPP__DETAIL__TYPE_SUPPORT_HANDLES_HPP_
#define RCLCPP__DETAIL__TYPE_SUPPORT_HANDLES_HPP_

#include <cstring>

#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace rclcpp::detail
{

/// The identifier of handles of rclcpp; their `data` is a TypeSupport or a ServiceType.
inline constexpr char type_support_identifier[] = "rosidl_typesupport_cpp";

/// Implements a handle's `func`: returns the handle if it has that identifier, else null.
template <typename Handle>
const Handle * find_type_support(const Handle * handle, const char * identifier)
{
  return std::strcmp(handle->typesupport_identifier, identifier) == 0 ? handle : nullptr;
}

/// Returns the type behind a handle. Throws std::invalid_argument if the handle is null or not one
/// of rclcpp's.
RCLCPP_PUBLIC const detail::TypeSupport & message_type_of(
  const rosidl_message_type_support_t * handle);

}  // namespace rclcpp::detail

namespace rosidl_typesupport_cpp
{

template <typename T>
const rosidl_message_type_support_t * get_message_type_support_handle()
{
  static constexpr rosidl_message_type_support_t handle{
    rclcpp::detail::type_support_identifier, &rclcpp::detail::type_support<T>,
    &rclcpp::detail::find_type_support<rosidl_message_type_support_t>};
  return &handle;
}

template <typename T>
const rosidl_service_type_support_t * get_service_type_support_handle()
{
  static constexpr rosidl_service_type_support_t handle{
    rclcpp::detail::type_support_identifier, &rclcpp::detail::service_type<T>,
    &rclcpp::detail::find_type_support<rosidl_service_type_support_t>};
  return &handle;
}

}  // namespace rosidl_typesupport_cpp

#endif  // RCLCPP__DETAIL__TYPE_SUPPORT_HANDLES_HPP_
