// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parsed --ros-args of a command line: remap rules, parameter overrides, log settings, unknown
// flags. For Context (global arguments) and NodeBase (a node's own arguments).
#ifndef CONTEXT__ARGUMENTS_HPP_
#define CONTEXT__ARGUMENTS_HPP_

#include <optional>
#include <string>
#include <vector>

#include "logging/logging.hpp"
#include "parameters/parameter_overrides.hpp"

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
  /// Set when it has changed a name.
  UseFlag used = nullptr;
};

/// A file of --params-file, and whether it fits nodes of the process.
struct ParameterFile
{
  explicit ParameterFile(const std::string & path);

  std::string path;
  std::vector<std::string> sections = {};  // the keys of their nodes
  /// Set when a section fits a node.
  UseFlag fits;
  /// Set when a section only lacks the right namespace of a node.
  UseFlag nearly_fits;
};

struct Arguments : LogSettings
{
  std::vector<RemapRule> remap_rules;
  ParameterOverrides parameter_overrides;
  std::vector<ParameterFile> parameter_files;
  std::optional<std::string> enclave;
  /// Unknown ROS arguments.
  std::vector<std::string> unknown;
  /// argv without ROS arguments, including argv[0].
  std::vector<std::string> non_ros;
  /// Set when a node uses these arguments.
  UseFlag have_node = std::make_shared<std::atomic<bool>>(false);
  /// Set when other programs decide which nodes there are, as in a container of components.
  UseFlag nodes_are_loaded = std::make_shared<std::atomic<bool>>(false);
  /// Warnings to log when logging is set up (deprecated syntax, errors in other nodes' parameters).
  std::vector<std::string> warnings;
};

/// Parses a command line. Throws exceptions::RCLInvalidROSArgsError with the argument, its position
/// and the expected grammar.
Arguments parse_arguments(const std::vector<std::string> & argv);

/// Notes a node that uses the arguments.
void add_node(const Arguments & arguments, const std::string & fully_qualified_name);

/// Returns the -p, -r and --params-file of the command line that have fitted nothing so far, each
/// with the reason; nothing if no node has used the arguments. A file for several other nodes is
/// only reported if it nearly fits: launch files often give one file to all nodes.
std::vector<std::string> unused_rules(const Arguments & arguments);

}  // namespace rclcpp::detail

#endif  // CONTEXT__ARGUMENTS_HPP_
