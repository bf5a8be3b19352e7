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

/// Reads a parameter file into `overrides`. What is wrong with one section, or one parameter, is
/// kept as a fault of its nodes, see NodeParameterOverrides. Throws YamlError, whose what() begins
/// with the path, if the file cannot be read, is larger than 16 MiB or is not YAML, or if it is
/// wrong where no node is named; `overrides` are as before then.
///
/// Several documents count as one; a file may be empty. Beside ROS 2's types !!binary makes an
/// array of bytes. An empty sequence is an empty array of strings, which fits each declaration of
/// an array.
void read_parameter_file(const std::string & path, ParameterOverrides & overrides);
/// Same from text; `source` stands for the path in errors.
void read_parameters(
  const std::string & text, const std::string & source, ParameterOverrides & overrides);

/// One value in flow style, as after -p name:=. Throws YamlError.
ParameterValue parse_parameter_value(const std::string & text);

}  // namespace rclcpp::detail

#endif  // NODE__YAML_PARAMETERS_HPP_
