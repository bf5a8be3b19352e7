// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Checks ranges and types of parameters.
#include "parameters/parameter_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

namespace rclcpp::detail
{

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

namespace
{

// Compares with a step range up to rounding. Infinity equals only itself, and NaN nothing.
bool nearly_equal(double x, double y)
{
  constexpr double tolerance = std::numeric_limits<double>::epsilon() * 200;
  return x == y || (std::isfinite(x) && std::isfinite(y) &&
                    std::abs(x - y) <= tolerance * std::max(std::abs(x), std::abs(y)));
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
    return false;  // also for NaN
  }
  if (range.step == 0.0) {
    return true;
  }
  const double steps = std::round((value - range.from_value) / range.step);
  return nearly_equal(value, range.from_value + steps * range.step);
}

// Returns the error of the first of `values` outside the descriptor's range; empty if there is
// none.
template <typename Value, typename Ranges>
std::string outside(const std::vector<Value> & values, const Ranges & ranges)
{
  if (ranges.empty()) {
    return "";
  }
  const auto & range = ranges.front();
  const auto wrong = std::find_if(
    values.begin(), values.end(), [&](const Value & value) { return !in_range(value, range); });
  if (wrong == values.end()) {
    return "";
  }
  std::ostringstream text;
  text << *wrong << " is outside its range, " << range.from_value << " to " << range.to_value;
  if (range.step != 0) {
    text << " in steps of " << range.step;
  }
  return text.str();
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

std::string range_fault(const ParameterValue & value, const ParameterDescriptor & descriptor)
{
  switch (value.get_type()) {
    case PARAMETER_INTEGER:
      return outside<std::int64_t>({value.get<PARAMETER_INTEGER>()}, descriptor.integer_range);
    case PARAMETER_INTEGER_ARRAY:
      return outside(value.get<PARAMETER_INTEGER_ARRAY>(), descriptor.integer_range);
    case PARAMETER_DOUBLE:
      return outside<double>({value.get<PARAMETER_DOUBLE>()}, descriptor.floating_point_range);
    case PARAMETER_DOUBLE_ARRAY:
      return outside(value.get<PARAMETER_DOUBLE_ARRAY>(), descriptor.floating_point_range);
    default:
      return "";
  }
}

ParameterValue empty_array_as(const ParameterValue & value, std::uint8_t type)
{
  const auto is_empty = [&]() {
    switch (value.get_type()) {
      case PARAMETER_BYTE_ARRAY:
        return value.get<PARAMETER_BYTE_ARRAY>().empty();
      case PARAMETER_BOOL_ARRAY:
        return value.get<PARAMETER_BOOL_ARRAY>().empty();
      case PARAMETER_INTEGER_ARRAY:
        return value.get<PARAMETER_INTEGER_ARRAY>().empty();
      case PARAMETER_DOUBLE_ARRAY:
        return value.get<PARAMETER_DOUBLE_ARRAY>().empty();
      case PARAMETER_STRING_ARRAY:
        return value.get<PARAMETER_STRING_ARRAY>().empty();
      default:
        return false;
    }
  };
  if (is_empty()) {
    switch (type) {
      case PARAMETER_BYTE_ARRAY:
        return ParameterValue(std::vector<std::uint8_t>());
      case PARAMETER_BOOL_ARRAY:
        return ParameterValue(std::vector<bool>());
      case PARAMETER_INTEGER_ARRAY:
        return ParameterValue(std::vector<std::int64_t>());
      case PARAMETER_DOUBLE_ARRAY:
        return ParameterValue(std::vector<double>());
      case PARAMETER_STRING_ARRAY:
        return ParameterValue(std::vector<std::string>());
      default:
        break;
    }
  }
  return value;
}

std::string type_fault(const ParameterDescriptor & descriptor, ParameterType type)
{
  if (descriptor.dynamic_typing || descriptor.type == type) {
    return "";
  }
  const std::string declared =
    "it is declared as " + to_string(static_cast<ParameterType>(descriptor.type));
  return type == PARAMETER_NOT_SET
           ? declared + ", so it cannot be deleted; only a parameter of dynamic typing can"
           : declared + ", which " + to_string(type) + " does not fit";
}

}  // namespace rclcpp::detail
