// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What this process knows of types that its generic endpoints name; for bindings of languages that
// make types at run time.
#ifndef RCLCPP__DETAIL__NAMED_TYPE_HPP_
#define RCLCPP__DETAIL__NAMED_TYPE_HPP_

#include <string>

#include "cdr/description.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Not in ROS 2, which finds types in libraries: generic publishers and subscriptions of
/// `type.name`, and generic clients and services of the service that the request or response
/// `type.name` belongs to, announce `hash` ("RIHS01_…") if they are made from now on; and nodes
/// describe the type (get_type_description). What `type` points to lives as long as the program.
/// Any thread. Throws std::invalid_argument if the name or the hash has another form.
RCLCPP_PUBLIC void register_type(const cdr::struct_description & type, const std::string & hash);

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__NAMED_TYPE_HPP_
