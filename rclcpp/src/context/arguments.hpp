// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parsed --ros-args of a command line: remap rules, parameter overrides, log settings, unknown
// flags. For Context (global arguments) and NodeBase (a node's own arguments).
#ifndef CONTEXT__ARGUMENTS_HPP_
#define CONTEXT__ARGUMENTS_HPP_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

/// A `-r` rule: [node:]match:=replacement.
struct RemapRule
{
  enum class Kind
  {
    topic_and_service,
    topic,
    service,
    node_name,
    node_namespace
  };

  Kind kind = Kind::topic_and_service;
  /// The rule applies only to the node of that name; empty means all nodes.
  std::string node;
  std::string match;
  std::string replacement;
};

/// A value that a file or the command line gives a parameter.
struct ParameterOverride
{
  // Implicit conversion from a value without origin.
  ParameterOverride(ParameterValue value, std::string origin = {})  // NOLINT
  : value(std::move(value)), origin(std::move(origin))
  {
  }

  ParameterValue value;
  /// "file:line:column"; empty if it does not come from a file.
  std::string origin;
  /// The reason why it cannot be the value of a parameter, with its origin; empty if it can. It is
  /// reported only when the parameter is declared.
  std::string fault = {};
};

/// The parameters of the nodes whose fully qualified name matches `node`, which may contain the
/// wildcards /* and /**.
struct NodeParameterOverrides
{
  std::string node;
  std::map<std::string, ParameterOverride> parameters = {};
  /// The first error in the sections of these nodes in files, with its origin: these nodes cannot
  /// be created, all others can. Empty if there is no error.
  std::string fault = {};
};

/// Overrides in the order in which their node keys first appeared; later ones take precedence.
using ParameterOverrides = std::vector<NodeParameterOverrides>;

struct Arguments
{
  std::vector<RemapRule> remap_rules;
  ParameterOverrides parameter_overrides;
  /// Logger name (empty means the default level) and severity 0…50, in order.
  std::vector<std::pair<std::string, int>> log_levels;
  std::optional<std::string> log_config_file;
  std::optional<std::string> log_file_name;
  std::optional<std::string> enclave;
  bool stdout_logs = true;
  bool rosout_logs = true;
  bool external_lib_logs = true;
  /// Unknown ROS arguments.
  std::vector<std::string> unknown;
  /// argv without ROS arguments, including argv[0].
  std::vector<std::string> non_ros;
  /// Warnings to log when logging is set up (deprecated syntax, errors in other nodes' parameters).
  std::vector<std::string> warnings;
};

/// Parses a command line. Throws exceptions::RCLInvalidROSArgsError with the argument, its position
/// and the expected grammar.
Arguments parse_arguments(const std::vector<std::string> & argv);

/// Returns true if `key`, which may contain the wildcards /* and /**, matches the node name.
bool key_matches(const std::string & key, const std::string & fully_qualified_name);

/// Merges all parameters and the first error that `overrides` have for the node
/// `fully_qualified_name`.
NodeParameterOverrides overrides_of_node(
  const ParameterOverrides & overrides, const std::string & fully_qualified_name);

/// Adds `more`, which takes precedence, to `overrides`.
void merge_overrides(ParameterOverrides & overrides, const ParameterOverrides & more);

/// Returns the entry of that node key; appends a new one if it does not exist.
NodeParameterOverrides & entry_of_node(
  ParameterOverrides & overrides, const std::string & node_key);

}  // namespace rclcpp::detail

#endif  // CONTEXT__ARGUMENTS_HPP_
