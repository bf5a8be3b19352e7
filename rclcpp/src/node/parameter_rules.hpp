// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a descriptor allows its parameter to be; used by NodeParametersInterface.
#ifndef NODE__PARAMETER_RULES_HPP_
#define NODE__PARAMETER_RULES_HPP_

#include <cstdint>
#include <string>

#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

rcl_interfaces::msg::SetParametersResult success();
rcl_interfaces::msg::SetParametersResult failure(std::string reason);

/// What is wrong with a value that is out of its range; empty if nothing is. A value, or each of an
/// array, must be one of the range's ends or a whole number of steps (up to rounding) from its
/// beginning.
std::string range_fault(
  const ParameterValue & value, const rcl_interfaces::msg::ParameterDescriptor & descriptor);

/// The value, but an empty array as one of that type if it is a type of arrays: in YAML an
/// empty array has no type.
ParameterValue empty_array_as(const ParameterValue & value, std::uint8_t type);

/// What is wrong with a value of this type; empty if nothing is.
std::string type_fault(
  const rcl_interfaces::msg::ParameterDescriptor & descriptor, ParameterType type);

}  // namespace rclcpp::detail

#endif  // NODE__PARAMETER_RULES_HPP_
