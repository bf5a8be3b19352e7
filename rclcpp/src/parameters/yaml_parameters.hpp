// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads parameters from YAML files (--params-file) and single values (-p); for the argument parser.
#ifndef PARAMETERS__YAML_PARAMETERS_HPP_
#define PARAMETERS__YAML_PARAMETERS_HPP_

#include <stdexcept>
#include <string>

#include "parameters/parameter_overrides.hpp"
#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

/// what() begins with "file:line:column: …" for files, "line:column: …" for text.
class YamlError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Reads a parameter file into `overrides`. An error in one section, or in one parameter, is kept
/// as a fault of its nodes, see NodeParameterOverrides. Throws YamlError, whose what() begins with
/// the path, if the file cannot be read, is larger than 16 MiB, is not YAML, or is invalid outside
/// of nodes' sections; then `overrides` are unchanged.
///
/// Several documents count as one; a file may be empty. In addition to ROS 2's types, !!binary
/// makes a byte array. An empty sequence is an empty string array, which fits each declaration of
/// an array.
void read_parameter_file(const std::string & path, ParameterOverrides & overrides);
/// Reads parameters from text; errors contain `source` in place of the path.
void read_parameters(
  const std::string & text, const std::string & source, ParameterOverrides & overrides);

/// Parses one value in flow style, as after -p name:=. Throws YamlError.
ParameterValue parse_parameter_value(const std::string & text);

}  // namespace rclcpp::detail

#endif  // PARAMETERS__YAML_PARAMETERS_HPP_
