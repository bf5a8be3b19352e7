// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The values that a descriptor allows; for NodeParametersInterface.
#ifndef PARAMETERS__PARAMETER_RULES_HPP_
#define PARAMETERS__PARAMETER_RULES_HPP_

#include <cstdint>
#include <string>

#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/parameter_value.hpp"

namespace rclcpp::detail
{

rcl_interfaces::msg::SetParametersResult success();
rcl_interfaces::msg::SetParametersResult failure(std::string reason);

/// Returns the error of a value outside its range; empty if it is valid. A value, or each element
/// of an array, must be an end of the range or a whole number of steps (up to rounding) from its
/// beginning.
std::string range_fault(
  const ParameterValue & value, const rcl_interfaces::msg::ParameterDescriptor & descriptor);

/// Returns the value; an empty array gets the given type if that is an array type, since an empty
/// array has no type in YAML.
ParameterValue empty_array_as(const ParameterValue & value, std::uint8_t type);

/// Returns the error of a value of this type; empty if it is valid.
std::string type_fault(
  const rcl_interfaces::msg::ParameterDescriptor & descriptor, ParameterType type);

}  // namespace rclcpp::detail

#endif  // PARAMETERS__PARAMETER_RULES_HPP_
