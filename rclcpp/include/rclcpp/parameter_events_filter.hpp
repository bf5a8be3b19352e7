// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Picks parameters out of a parameter event by name and by what happened to them.
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

/// Immutable; keeps the event.
class RCLCPP_PUBLIC ParameterEventsFilter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventsFilter)

  enum class EventType
  {
    NEW,
    DELETED,
    CHANGED
  };
  /// The parameter is part of the event.
  using EventPair = std::pair<EventType, const rcl_interfaces::msg::Parameter *>;

  /// Those of `names` to which something of `types` happened.
  ParameterEventsFilter(
    std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event,
    const std::vector<std::string> & names, const std::vector<EventType> & types);

  /// First what is new, then what changed, then what was deleted.
  const std::vector<EventPair> & get_events() const { return result_; }

private:
  std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event_;
  std::vector<EventPair> result_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_EVENTS_FILTER_HPP_
