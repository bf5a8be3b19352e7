// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The message types that this process uses, and their descriptions; for get_type_description.
#ifndef NODE__TYPE_DESCRIPTIONS_HPP_
#define NODE__TYPE_DESCRIPTIONS_HPP_

#include <string_view>
#include <vector>

#include "rclcpp/detail/message/type_support.hpp"
#include "type_description_interfaces/msg/type_description.hpp"
#include "type_description_interfaces/msg/type_source.hpp"

namespace rclcpp::detail
{

/// By publishers, subscriptions, clients and services when they are made. Any thread.
void know_type(const detail::TypeSupport & type);

/// The description of the type of that hash ("RIHS01_…") that something in this process was made
/// of; else null. Any thread. Lives as long as the program.
const cdr::struct_description * find_type(std::string_view hash);

/// As in the type's definition, except for default values, which are left empty. Its hash is the
/// type's.
type_description_interfaces::msg::TypeDescription describe_type(
  const cdr::struct_description & type);

/// The definitions of the type and of those inside, as files, from share/<package>/<kind>/ of the
/// AMENT_PREFIX_PATH. Types that ROS 2 derives from a definition (requests, events, …) have the
/// encoding "implicit" and no text, as there. What is not found is left out. Reads files.
std::vector<type_description_interfaces::msg::TypeSource> type_sources(
  const cdr::struct_description & type);

}  // namespace rclcpp::detail

#endif  // NODE__TYPE_DESCRIPTIONS_HPP_
