// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameter files as data structures.
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

/// The parameters of each node by its fully qualified name, which may contain the wildcards /* and
/// /**.
using ParameterMap = std::unordered_map<std::string, std::vector<Parameter>>;

/// Converts the C structs that rcl_yaml_param_parser/parser.h fills; node names get a leading
/// slash. With `node_fqn`, only returns the parameters of nodes whose names, including wildcards,
/// match it, under this name and in the order of the structs. Throws
/// exceptions::InvalidParametersException, which names the null pointer, and
/// exceptions::InvalidParameterValueException for a value that is not set.
RCLCPP_PUBLIC ParameterMap
parameter_map_from(const rcl_params_t * c_params, const char * node_fqn = nullptr);

/// Converts one value of the C structs. Throws exceptions::InvalidParameterValueException if it is
/// null or not set.
RCLCPP_PUBLIC ParameterValue parameter_value_from(const rcl_variant_t * c_value);

/// Reads a parameter file. With `node_fqn`, only returns the parameters for that node, wildcards
/// resolved, under this name. Throws exceptions::RCLError with file, line and column.
RCLCPP_PUBLIC ParameterMap
parameter_map_from_yaml_file(const std::string & yaml_filename, const char * node_fqn = nullptr);

/// Returns the parameters of all nodes of the map, or of the nodes whose names, including
/// wildcards, match `node_fqn`.
RCLCPP_PUBLIC std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn = nullptr);

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_MAP_HPP_
