// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// register_type: describes a type that generic endpoints of this process use by name. Not in ROS 2,
// which finds types in libraries. For bindings of languages that create types at run time.
#ifndef RCLCPP__NAMED_TYPE_HPP_
#define RCLCPP__NAMED_TYPE_HPP_

#include <string>

#include "cdr/description.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Makes generic publishers and subscriptions of `type.name` announce `hash` ("RIHS01_…"), as well
/// as generic clients and services of the service that the request or response `type.name` belongs
/// to. It affects endpoints that are created after the call. Nodes also describe the type
/// (get_type_description). The data of `type` must live as long as the program. Thread-safe. Throws
/// std::invalid_argument if the name or the hash has another form.
RCLCPP_PUBLIC void register_type(const cdr::struct_description & type, const std::string & hash);

/// Makes generic clients and services of `type` ("package/srv/Name") use `hash` ("RIHS01_…") as the
/// hash of the service itself, by which Zenoh finds the other side. It affects clients and services
/// that are created after the call. Thread-safe. Throws std::invalid_argument as register_type().
RCLCPP_PUBLIC void register_service_hash(const std::string & type, const std::string & hash);

}  // namespace rclcpp

#endif  // RCLCPP__NAMED_TYPE_HPP_
