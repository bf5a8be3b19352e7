// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Expands and remaps names of programs to the names on the wire; for NodeBase.
#ifndef NODE__NAMES_HPP_
#define NODE__NAMES_HPP_

#include <optional>
#include <string>

#include "context/arguments.hpp"

namespace rclcpp::detail
{

enum class NameKind
{
  topic,
  service
};

/// Converts "/ns/name" to "ns.name".
std::string logger_name(const std::string & fully_qualified_name);

/// Joins two namespaces; returns `outer` if `inner` is empty.
std::string join_namespaces(const std::string & outer, const std::string & inner);

/// Validate names. Throw exceptions::InvalidNodeNameError, InvalidNamespaceError.
void check_node_name(const std::string & name);
void check_namespace(const std::string & name);

/// Expands "~/x", "{node}/x", "x" to "/ns/node/x", "/ns/node/x", "/ns/x". Validates the name
/// before. Throws exceptions::InvalidTopicNameError or InvalidServiceNameError.
std::string expand_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind);

/// Expands the name, applies the first rule that matches (`local` before `global`), and validates
/// the result.
std::string resolve_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind, const Arguments & local, const Arguments & global);

/// Returns the replacement of the first __node or __ns rule that applies to the node.
std::optional<std::string> remapped_node_name(
  const std::string & node_name, const Arguments & local, const Arguments & global);
std::optional<std::string> remapped_namespace(
  const std::string & node_name, const Arguments & local, const Arguments & global);

}  // namespace rclcpp::detail

#endif  // NODE__NAMES_HPP_
