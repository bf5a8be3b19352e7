// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Composes the texts of exceptions.
#include "rclcpp/exceptions/exceptions.hpp"

#include <string>
#include <utility>
#include <vector>

namespace rclcpp::exceptions
{

std::string NameValidationError::format_error(
  const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index)
{
  std::string text = std::string("Invalid ") + name_type + ": " + error_msg + ":\n";
  text += std::string("  '") + name + "'\n";
  text += std::string(3 + invalid_index, ' ') + "^\n";
  return text;
}

NameValidationError::NameValidationError(
  const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index)
: std::invalid_argument(format_error(name_type, name, error_msg, invalid_index)),
  name_type(name_type),
  name(name),
  error_msg(error_msg),
  invalid_index(invalid_index)
{
}

InvalidParameterTypeException::InvalidParameterTypeException(
  const std::string & name, const std::string & message)
: std::runtime_error("parameter '" + name + "' has another type: " + message)
{
}

namespace
{
std::string unknown_arguments_text(const std::vector<std::string> & arguments)
{
  std::string text = "found arguments that are not ROS arguments between --ros-args and --: ";
  const char * separator = "'";
  for (const std::string & argument : arguments) {
    text += separator + argument + "'";
    separator = ", '";
  }
  return text;
}
}  // namespace

UnknownROSArgsError::UnknownROSArgsError(std::vector<std::string> && unknown_ros_args_in)
: std::runtime_error(unknown_arguments_text(unknown_ros_args_in)),
  unknown_ros_args(std::move(unknown_ros_args_in))
{
}

}  // namespace rclcpp::exceptions
