// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// YAML to parameters: files (--params-file) and single values (-p); used by the argument parser.
#ifndef NODE__YAML_PARAMETERS_HPP_
#define NODE__YAML_PARAMETERS_HPP_

#include <stdexcept>
#include <string>

#include "node/arguments.hpp"
#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

/// what(): "file:line:column: …" for files, "line:column: …" for text.
class YamlError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Reads a parameter file into `overrides`. Throws YamlError; what() begins with the path.
void read_parameter_file(const std::string & path, ParameterOverrides & overrides);
/// Same from text; `source` stands for the path in errors.
void read_parameters(
  const std::string & text, const std::string & source, ParameterOverrides & overrides);

/// One value in flow style, as after -p name:=. Throws YamlError.
ParameterValue parse_parameter_value(const std::string & text);

}  // namespace rclcpp::detail

#endif  // NODE__YAML_PARAMETERS_HPP_
