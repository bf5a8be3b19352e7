// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Expansion and remapping of names.
#include "node/names.hpp"

#include <algorithm>
#include <string_view>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rmw/names.hpp"

namespace rclcpp::detail
{

namespace
{

[[noreturn]] void throw_invalid(
  NameKind kind, const std::string & name, const std::string & reason, std::size_t index)
{
  if (kind == NameKind::topic) {
    throw exceptions::InvalidTopicNameError(name.c_str(), reason.c_str(), index);
  }
  throw exceptions::InvalidServiceNameError(name.c_str(), reason.c_str(), index);
}

std::string below(const std::string & node_namespace, const std::string & name)
{
  return node_namespace == "/" ? "/" + name : node_namespace + "/" + name;
}

// Replaces {node}, {ns} and {namespace}.
std::string substitute(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind)
{
  std::string result;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t open = name.find('{', begin);
    if (open == std::string::npos) {
      return result + name.substr(begin);
    }
    const std::size_t close = name.find('}', open);  // exists, since the name was validated
    const std::string key = name.substr(open + 1, close - open - 1);
    result += name.substr(begin, open - begin);
    if (key == "node") {
      result += node_name;
    } else if (key == "ns" || key == "namespace") {
      result += node_namespace;  // begins with a slash: after another slash the name is invalid
    } else {
      throw_invalid(
        kind, name, "unknown substitution '{" + key + "}'; expected {node}, {ns} or {namespace}",
        open);
    }
    begin = close + 1;
  }
}

// Expands a name that is known to be well-formed.
std::string expand_valid(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind)
{
  std::string expanded = name;
  if (expanded.front() == '~') {
    expanded = below(node_namespace, node_name) + expanded.substr(1);
  }
  expanded = substitute(expanded, node_name, node_namespace, kind);
  if (expanded.front() != '/') {
    expanded = below(node_namespace, expanded);
  }
  return expanded;
}

bool applies(const RemapRule & rule, NameKind kind)
{
  switch (rule.kind) {
    case RemapRule::Kind::topic_and_service:
      return true;
    case RemapRule::Kind::topic:
      return kind == NameKind::topic;
    case RemapRule::Kind::service:
      return kind == NameKind::service;
    default:
      return false;
  }
}

bool for_node(const RemapRule & rule, const std::string & node_name)
{
  return rule.node.empty() || rule.node == node_name;
}

std::optional<std::string> first_replacement(
  RemapRule::Kind kind, const std::string & node_name, const Arguments & local,
  const Arguments & global)
{
  for (const Arguments * arguments : {&local, &global}) {
    for (const RemapRule & rule : arguments->remap_rules) {
      if (rule.kind == kind && for_node(rule, node_name)) {
        *rule.used = true;
        return rule.replacement;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::string logger_name(const std::string & fully_qualified_name)
{
  std::string name = fully_qualified_name.substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

std::string join_namespaces(const std::string & outer, const std::string & inner)
{
  if (inner.empty()) {
    return outer;
  }
  return outer.ends_with('/') || outer.empty() ? outer + inner : outer + "/" + inner;
}

void check_node_name(const std::string & name)
{
  if (const auto fault = rmw::validate_node_name(name)) {
    throw exceptions::InvalidNodeNameError(name.c_str(), fault->reason, fault->index);
  }
}

void check_namespace(const std::string & name)
{
  if (const auto fault = rmw::validate_namespace(name)) {
    throw exceptions::InvalidNamespaceError(name.c_str(), fault->reason, fault->index);
  }
}

std::string expand_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind)
{
  if (const auto fault = rmw::validate_topic_name(name)) {
    throw_invalid(kind, name, fault->reason, fault->index);
  }
  return expand_valid(name, node_name, node_namespace, kind);
}

std::string resolve_name(
  const std::string & name, const std::string & node_name, const std::string & node_namespace,
  NameKind kind, const Arguments & local, const Arguments & global)
{
  std::string resolved = expand_name(name, node_name, node_namespace, kind);
  const auto remap = [&](const Arguments & arguments) {
    for (const RemapRule & rule : arguments.remap_rules) {
      if (
        applies(rule, kind) && for_node(rule, node_name) &&
        expand_valid(rule.match, node_name, node_namespace, kind) == resolved) {
        resolved = expand_valid(rule.replacement, node_name, node_namespace, kind);
        *rule.used = true;
        return true;
      }
    }
    return false;
  };
  if (!remap(local)) {
    remap(global);
  }
  if (const auto fault = rmw::validate_full_topic_name(resolved)) {
    throw_invalid(kind, resolved, fault->reason, fault->index);
  }
  return resolved;
}

std::optional<std::string> remapped_node_name(
  const std::string & node_name, const Arguments & local, const Arguments & global)
{
  return first_replacement(RemapRule::Kind::node_name, node_name, local, global);
}

std::optional<std::string> remapped_namespace(
  const std::string & node_name, const Arguments & local, const Arguments & global)
{
  return first_replacement(RemapRule::Kind::node_namespace, node_name, local, global);
}

}  // namespace rclcpp::detail

namespace rclcpp
{

std::string expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service)
{
  detail::check_node_name(node_name);
  detail::check_namespace(namespace_);
  const auto kind = is_service ? detail::NameKind::service : detail::NameKind::topic;
  return detail::resolve_name(name, node_name, namespace_, kind, {}, {});
}

}  // namespace rclcpp
