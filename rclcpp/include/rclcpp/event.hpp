// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A flag that an event sets, such as a change of the ROS graph.
#ifndef RCLCPP__EVENT_HPP_
#define RCLCPP__EVENT_HPP_

#include <atomic>

#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// A flag that a graph change sets; NodeGraphInterface::get_graph_event() returns one. Thread-safe.
class Event
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Event)

  Event() = default;

  /// Sets the flag and returns its previous state.
  bool set() { return state_.exchange(true); }
  /// Returns the state of the flag.
  bool check() { return state_.load(); }
  /// Clears the flag and returns its previous state.
  bool check_and_clear() { return state_.exchange(false); }

private:
  std::atomic_bool state_{false};
};

}  // namespace rclcpp

#endif  // RCLCPP__EVENT_HPP_
