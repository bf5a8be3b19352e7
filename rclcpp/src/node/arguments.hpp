// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The --ros-args of a command line, parsed: remap rules, parameter overrides, log settings, unknown
// flags. Used by Context (global arguments) and NodeBase (a node's own).
#ifndef NODE__ARGUMENTS_HPP_
#define NODE__ARGUMENTS_HPP_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

/// One `-r` rule: [node:]match:=replacement.
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
  /// The rule holds for the node of that name only; empty: for all.
  std::string node;
  std::string match;
  std::string replacement;
};

/// A value that a file or the command line gives a parameter.
struct ParameterOverride
{
  // Implicit: a value without an origin is one.
  ParameterOverride(ParameterValue value, std::string origin = {})  // NOLINT
  : value(std::move(value)), origin(std::move(origin))
  {
  }

  ParameterValue value;
  /// "file:line:column"; empty if it comes from no file.
  std::string origin;
  /// The reason why it cannot be the value of a parameter, with its origin; empty if it can. It is
  /// reported when the parameter is declared, and not before.
  std::string fault = {};
};

/// Parameters of the nodes whose fully qualified name matches `node`, which may hold the wildcards
/// /* and /**.
struct NodeParameterOverrides
{
  std::string node;
  std::map<std::string, ParameterOverride> parameters = {};
  /// The first mistake in the sections of these nodes in files, with its origin: none of them can
  /// be made, all others can. Empty if there is no mistake.
  std::string fault = {};
};

/// Overrides in the order in which their node keys first appeared; later ones are stronger.
using ParameterOverrides = std::vector<NodeParameterOverrides>;

struct Arguments
{
  std::vector<RemapRule> remap_rules;
  ParameterOverrides parameter_overrides;
  /// Logger name (empty: the default level) and severity 0…50, in order.
  std::vector<std::pair<std::string, int>> log_levels;
  std::optional<std::string> log_config_file;
  std::optional<std::string> log_file_name;
  std::optional<std::string> enclave;
  bool stdout_logs = true;
  bool rosout_logs = true;
  bool external_lib_logs = true;
  /// ROS arguments that we do not know.
  std::vector<std::string> unknown;
  /// argv without ROS arguments, argv[0] included.
  std::vector<std::string> non_ros;
  /// Sentences to log once logging is up (deprecated spellings, faults of other nodes' parameters).
  std::vector<std::string> warnings;
};

/// Throws exceptions::RCLInvalidROSArgsError, which names the argument, its position and the
/// expected grammar.
Arguments parse_arguments(const std::vector<std::string> & argv);

/// Whether that node is meant by `key`, which may hold the wildcards /* and /**.
bool key_matches(const std::string & key, const std::string & fully_qualified_name);

/// Merges all that `overrides` hold for the node `fully_qualified_name`: parameters, first fault.
NodeParameterOverrides overrides_of_node(
  const ParameterOverrides & overrides, const std::string & fully_qualified_name);

/// Adds `more`, which is stronger, to `overrides`.
void merge_overrides(ParameterOverrides & overrides, const ParameterOverrides & more);

/// The entry of that node key, made at the end if it is new.
NodeParameterOverrides & entry_of_node(
  ParameterOverrides & overrides, const std::string & node_key);

}  // namespace rclcpp::detail

#endif  // NODE__ARGUMENTS_HPP_
