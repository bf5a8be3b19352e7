// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Ranges and types of parameters.
#include "node/parameter_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace rclcpp::detail
{

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

namespace
{

// A step range is met up to rounding.
bool nearly_equal(double x, double y)
{
  return std::abs(x - y) <= std::numeric_limits<double>::epsilon() * std::abs(x + y) * 100;
}

bool in_range(std::int64_t value, const rcl_interfaces::msg::IntegerRange & range)
{
  if (value == range.from_value || value == range.to_value) {
    return true;
  }
  if (value < range.from_value || value > range.to_value) {
    return false;
  }
  const auto distance =
    static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.from_value);
  return range.step == 0 || distance % range.step == 0;
}

bool in_range(double value, const rcl_interfaces::msg::FloatingPointRange & range)
{
  if (nearly_equal(value, range.from_value) || nearly_equal(value, range.to_value)) {
    return true;
  }
  if (!(value >= range.from_value && value <= range.to_value)) {
    return false;  // NaN too
  }
  if (range.step == 0.0) {
    return true;
  }
  const double steps = std::round((value - range.from_value) / range.step);
  return nearly_equal(value, range.from_value + steps * range.step);
}

// Whether a single value, or each of an array, is in the descriptor's range.
template <typename Value, typename Ranges>
bool all_in_range(const std::vector<Value> & values, const Ranges & ranges)
{
  return ranges.empty() || std::all_of(values.begin(), values.end(), [&](const Value & value) {
           return in_range(value, ranges.front());
         });
}

}  // namespace

SetParametersResult success()
{
  SetParametersResult result;
  result.successful = true;
  return result;
}

SetParametersResult failure(std::string reason)
{
  SetParametersResult result;
  result.successful = false;
  result.reason = std::move(reason);
  return result;
}

SetParametersResult check_range(
  const std::string & name, const ParameterValue & value, const ParameterDescriptor & descriptor)
{
  const char * range = "integer";
  bool met = true;
  switch (value.get_type()) {
    case PARAMETER_INTEGER:
      met = all_in_range<std::int64_t>({value.get<PARAMETER_INTEGER>()}, descriptor.integer_range);
      break;
    case PARAMETER_INTEGER_ARRAY:
      met = all_in_range(value.get<PARAMETER_INTEGER_ARRAY>(), descriptor.integer_range);
      break;
    case PARAMETER_DOUBLE:
      range = "floating point";
      met = all_in_range<double>({value.get<PARAMETER_DOUBLE>()}, descriptor.floating_point_range);
      break;
    case PARAMETER_DOUBLE_ARRAY:
      range = "floating point";
      met = all_in_range(value.get<PARAMETER_DOUBLE_ARRAY>(), descriptor.floating_point_range);
      break;
    default:
      break;
  }
  return met ? success()
             : failure("Parameter {" + name + "} doesn't comply with " + range + " range.");
}

bool type_allowed(const ParameterDescriptor & descriptor, ParameterType type)
{
  return descriptor.dynamic_typing || descriptor.type == type;
}

std::string wrong_type_reason(
  const std::string & name, const ParameterDescriptor & descriptor, ParameterType type)
{
  return "Wrong parameter type, parameter {" + name + "} is of type {" +
         to_string(static_cast<ParameterType>(descriptor.type)) + "}, setting it to {" +
         to_string(type) + "} is not allowed.";
}

}  // namespace rclcpp::detail
