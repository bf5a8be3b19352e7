// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Locates parts of messages whose type is known by name only.
#ifndef RCLCPP__DETAIL__STRUCT_ALIGNMENT_HPP_
#define RCLCPP__DETAIL__STRUCT_ALIGNMENT_HPP_

#include <cstddef>

#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

/// Returns the alignment in bytes of the C++ struct of a ROS message, computed from its fields.
RCLCPP_PUBLIC std::size_t struct_alignment(const TypeSupport & type);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__STRUCT_ALIGNMENT_HPP_
