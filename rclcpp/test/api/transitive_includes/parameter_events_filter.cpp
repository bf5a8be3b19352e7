// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs that include the header of the parameter events filter, or of the log, use the headers
// that these include.
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/logging.hpp"

rcl_ret_t filter_alone(const rclcpp::ParameterEventsFilter & filter)
{
  int doubles = 0;
  for (const auto & [kind, parameter] : filter.get_events()) {
    doubles += parameter->value.type == rcl_interfaces::msg::ParameterType::PARAMETER_DOUBLE;
  }
  RCLCPP_INFO(rclcpp::get_logger("filter"), "%d", doubles);
  return RCL_RET_OK;
}
