// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameter files as data.
#ifndef RCLCPP__PARAMETER_MAP_HPP_
#define RCLCPP__PARAMETER_MAP_HPP_

#include <string>
#include <unordered_map>
#include <vector>

#include "rcl_yaml_param_parser/parser.h"
#include "rcl_yaml_param_parser/types.h"
#include "rclcpp/parameter.hpp"
#include "rclcpp/parameter_value.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The parameters of each node, by its fully qualified name, which may hold the wildcards /* and
/// /**.
using ParameterMap = std::unordered_map<std::string, std::vector<Parameter>>;

/// The parameters of the C structs that rcl_yaml_param_parser/parser.h fills, nodes with their
/// leading slash. With `node_fqn`, only those of the nodes whose names, with wildcards, match it,
/// under its name in the order of the structs. Throws exceptions::InvalidParametersException, which
/// names what is null, and exceptions::InvalidParameterValueException for a value that is not set.
RCLCPP_PUBLIC ParameterMap
parameter_map_from(const rcl_params_t * c_params, const char * node_fqn = nullptr);

/// One value of them. Throws exceptions::InvalidParameterValueException if it is null or not set.
RCLCPP_PUBLIC ParameterValue parameter_value_from(const rcl_variant_t * c_value);

/// Reads a parameter file. With `node_fqn`, only what holds for that node, wildcards resolved,
/// under its name. Throws exceptions::RCLError, which names file, line and column.
RCLCPP_PUBLIC ParameterMap
parameter_map_from_yaml_file(const std::string & yaml_filename, const char * node_fqn = nullptr);

/// The parameters of all nodes of the map, or of those whose names, with wildcards, match
/// `node_fqn`.
RCLCPP_PUBLIC std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn = nullptr);

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_MAP_HPP_
