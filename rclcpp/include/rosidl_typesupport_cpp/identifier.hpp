// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The identifier of the C++ type support, for rclcpp::get_typesupport_library() and similar
// functions.
#ifndef RCLCPP__ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_
#define RCLCPP__ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_

#include "rclcpp/detail/type_support_handles.hpp"

namespace rosidl_typesupport_cpp
{

/// The identifier of type supports that RxROS2 understands.
inline constexpr const char * typesupport_identifier = rclcpp::detail::type_support_identifier;

}  // namespace rosidl_typesupport_cpp

#endif  // RCLCPP__ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_
