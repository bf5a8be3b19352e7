// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The values that command lines and files give the parameters of nodes.
#ifndef PARAMETERS__PARAMETER_OVERRIDES_HPP_
#define PARAMETERS__PARAMETER_OVERRIDES_HPP_

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

/// A flag that all copies of a rule of the command line share. It is set once the rule has fitted
/// something. Thread-safe.
using UseFlag = std::shared_ptr<std::atomic<bool>>;
/// Contexts that parse the same rule share its flag: a rule that fits a node of one of them fits.
UseFlag use_flag_of(const std::string & rule);

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
  /// Set when a node declares the parameter; null unless it comes from a -p of the command line.
  UseFlag declared = nullptr;
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

#endif  // PARAMETERS__PARAMETER_OVERRIDES_HPP_
