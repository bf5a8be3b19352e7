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

/// Parameters of the nodes whose fully qualified name matches `node`, which may hold the wildcards
/// /* and /**.
struct NodeParameterOverrides
{
  std::string node;
  std::map<std::string, ParameterValue> parameters;
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
  /// Sentences to log once logging is up (deprecated spellings).
  std::vector<std::string> warnings;
};

/// Throws exceptions::RCLInvalidROSArgsError, which names the argument, its position and the
/// expected grammar.
Arguments parse_arguments(const std::vector<std::string> & argv);

/// Whether that node is meant by `key`, which may hold the wildcards /* and /**.
bool key_matches(const std::string & key, const std::string & fully_qualified_name);

/// The parameters that `overrides` give the node `fully_qualified_name`, merged into `parameters`.
void apply_overrides(
  const ParameterOverrides & overrides, const std::string & fully_qualified_name,
  std::map<std::string, ParameterValue> & parameters);

/// The parameter map of that node key, made at the end if it is new.
std::map<std::string, ParameterValue> & parameters_of_node(
  ParameterOverrides & overrides, const std::string & node_key);

}  // namespace rclcpp::detail

#endif  // NODE__ARGUMENTS_HPP_
