// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Selects parameters of a parameter event by name and kind of change.
#ifndef RCLCPP__PARAMETER_EVENTS_FILTER_HPP_
#define RCLCPP__PARAMETER_EVENTS_FILTER_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/parameter.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/msg/parameter_type.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The selected parameters of an event. Immutable; keeps the event alive.
class RCLCPP_PUBLIC ParameterEventsFilter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventsFilter)

  /// The kinds of changes: declared, undeclared, or set to another value.
  enum class EventType
  {
    NEW,
    DELETED,
    CHANGED
  };
  /// The kind of change and the parameter, which is part of the event.
  using EventPair = std::pair<EventType, const rcl_interfaces::msg::Parameter *>;

  /// Selects the changes of `types` to the parameters `names`.
  ParameterEventsFilter(
    std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event,
    const std::vector<std::string> & names, const std::vector<EventType> & types);

  /// Returns new parameters first, then changed ones, then deleted ones.
  const std::vector<EventPair> & get_events() const { return result_; }

private:
  std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event_;
  std::vector<EventPair> result_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_EVENTS_FILTER_HPP_
