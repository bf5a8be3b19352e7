// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// register_type: tells this process what a type is that its generic endpoints name. Not in ROS 2,
// which finds types in libraries; for bindings of languages that make types at run time.
#ifndef RCLCPP__NAMED_TYPE_HPP_
#define RCLCPP__NAMED_TYPE_HPP_

#include <string>

#include "cdr/description.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Generic publishers and subscriptions of `type.name`, and generic clients and services of the
/// service that the request or response `type.name` belongs to, announce `hash` ("RIHS01_…") if
/// they are made from now on; and nodes describe the type (get_type_description). What `type`
/// points to lives as long as the program. Any thread. Throws std::invalid_argument if the name or
/// the hash has another form.
RCLCPP_PUBLIC void register_type(const cdr::struct_description & type, const std::string & hash);

}  // namespace rclcpp

#endif  // RCLCPP__NAMED_TYPE_HPP_
