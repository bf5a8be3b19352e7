// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The message types that this process uses, and their descriptions; for get_type_description.
#ifndef MESSAGE__TYPE_DESCRIPTIONS_HPP_
#define MESSAGE__TYPE_DESCRIPTIONS_HPP_

#include <string_view>
#include <vector>

#include "rclcpp/detail/message/type_support.hpp"
#include "type_description_interfaces/msg/type_description.hpp"
#include "type_description_interfaces/msg/type_source.hpp"

namespace rclcpp::detail
{

/// Registers a type; publishers, subscriptions, clients and services call it when they are created.
/// Thread-safe.
void know_type(const detail::TypeSupport & type);

/// Returns the description of the type with that hash ("RIHS01_…") if an entity of this process
/// uses it; else null. Thread-safe. Valid as long as the program runs.
const cdr::struct_description * find_type(std::string_view hash);

/// Returns the description as in the type's definition, except for default values, which are empty.
/// Its hash is the type's.
type_description_interfaces::msg::TypeDescription describe_type(
  const cdr::struct_description & type);

/// Returns the definitions of the type and of nested types from the files in
/// share/<package>/<kind>/ of the AMENT_PREFIX_PATH. As in ROS 2, types that are derived from a
/// definition (requests, events, …) have the encoding "implicit" and no text. Missing definitions
/// are skipped. Reads files.
std::vector<type_description_interfaces::msg::TypeSource> type_sources(
  const cdr::struct_description & type);

}  // namespace rclcpp::detail

#endif  // MESSAGE__TYPE_DESCRIPTIONS_HPP_
