// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Copies the parameters of one node to another.
#ifndef RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_
#define RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_

#include <string>
#include <vector>

#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp
{

/// Declares in `destination` the parameters of `source` that it does not have, with their
/// descriptors. With `override_existing_params` it also sets existing parameters to the source's
/// values. Logs a warning for each parameter that `destination` rejects. Both are pointers to
/// nodes.
template <typename NodeT1, typename NodeT2>
void copy_all_parameter_values(
  const NodeT1 & source, const NodeT2 & destination, const bool override_existing_params = false)
{
  const std::vector<std::string> names = source->list_parameters({}, 0).names;
  const std::vector<Parameter> parameters = source->get_parameters(names);
  const auto descriptors = source->describe_parameters(names);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string & name = parameters[i].get_name();
    if (!destination->has_parameter(name)) {
      destination->declare_parameter(name, parameters[i].get_parameter_value(), descriptors[i]);
    } else if (override_existing_params) {
      const auto result = destination->set_parameters_atomically({parameters[i]});
      if (!result.successful) {
        RCLCPP_WARN(
          destination->get_logger(), "parameter '%s' was not copied from node '%s': %s",
          name.c_str(), source->get_name(), result.reason.c_str());
      }
    }
  }
}

}  // namespace rclcpp

#endif  // RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_
