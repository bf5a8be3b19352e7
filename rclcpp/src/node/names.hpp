// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// From the names that users write to those on the wire: expansion and remapping; used by NodeBase.
#ifndef NODE__NAMES_HPP_
#define NODE__NAMES_HPP_

#include <optional>
#include <string>

#include "node/arguments.hpp"

namespace rclcpp::detail
{

enum class NameKind
{
  topic,
  service
};

/// "/ns/name" → "ns.name"
std::string logger_name(const std::string & fully_qualified_name);

/// A namespace below another; `outer` if `inner` is empty.
std::string join_namespaces(const std::string & outer, const std::string & inner);

/// Throw exceptions::InvalidNodeNameError, InvalidNamespaceError.
void check_node_name(const std::string & name);
void check_namespace(const std::string & name);

/// "~/x", "{node}/x", "x" → "/ns/node/x", "/ns/node/x", "/ns/x". Validates what the user wrote.
/// Throws exceptions::InvalidTopicNameError or InvalidServiceNameError.
std::string expand_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind);

/// Expands, applies the first rule that matches (`local` before `global`), validates the result.
std::string resolve_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind, const Arguments & local, const Arguments & global);

/// The replacement of the first __node rule, __ns rule that holds for the node.
std::optional<std::string> remapped_node_name(
  const std::string & node_name, const Arguments & local, const Arguments & global);
std::optional<std::string> remapped_namespace(
  const std::string & node_name, const Arguments & local, const Arguments & global);

}  // namespace rclcpp::detail

#endif  // NODE__NAMES_HPP_
