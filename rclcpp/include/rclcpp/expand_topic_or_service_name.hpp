// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Expands names as programs write them ("~/x", "{node}/x", "x") to fully qualified names, without a
// node.
#ifndef RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
#define RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_

#include <string>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Expands `~`, `{node}`, `{ns}` and relative names and validates the result. It applies no remap
/// rules; NodeBaseInterface::resolve_topic_or_service_name() does. Throws
/// exceptions::InvalidTopicNameError or, if `is_service`, InvalidServiceNameError for `name`;
/// InvalidNodeNameError, InvalidNamespaceError for the others.
RCLCPP_PUBLIC std::string expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service = false);

}  // namespace rclcpp

#endif  // RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
