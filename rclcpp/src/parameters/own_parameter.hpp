// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameters that the library declares in its users' nodes.
#ifndef PARAMETERS__OWN_PARAMETER_HPP_
#define PARAMETERS__OWN_PARAMETER_HPP_

#include <string>

#include "parameters/parameter_rules.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"

namespace rclcpp::detail
{

/// Returns the value of such a parameter. Declares it if necessary: nodes may declare all their
/// overrides automatically, and a dumped parameter file contains every parameter. Throws
/// exceptions::InvalidParameterTypeException if it has another type than the default value.
template <typename T>
T own_parameter(
  node_interfaces::NodeParametersInterface & parameters, const std::string & name,
  const T & default_value, const rcl_interfaces::msg::ParameterDescriptor & descriptor)
{
  const ParameterValue value_if_new(default_value);
  if (!parameters.has_parameter(name)) {
    try {
      parameters.declare_parameter(name, value_if_new, descriptor);
    } catch (const exceptions::ParameterAlreadyDeclaredException &) {
      // declared by another thread in the meantime
    }
  }
  const ParameterValue value =
    empty_array_as(parameters.get_parameter(name).get_parameter_value(), value_if_new.get_type());
  if (value.get_type() != value_if_new.get_type()) {
    throw exceptions::InvalidParameterTypeException(
      name,
      "expected " + to_string(value_if_new.get_type()) + ", found " + to_string(value.get_type()));
  }
  return value.get<T>();
}

}  // namespace rclcpp::detail

#endif  // PARAMETERS__OWN_PARAMETER_HPP_
