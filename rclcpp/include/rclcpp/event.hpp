// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A flag that something happened; graph changes raise it.
#ifndef RCLCPP__EVENT_HPP_
#define RCLCPP__EVENT_HPP_

#include <atomic>

#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Thread-safe.
class Event
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Event)

  Event() = default;

  /// Returns the former state.
  bool set() { return state_.exchange(true); }
  bool check() { return state_.load(); }
  bool check_and_clear() { return state_.exchange(false); }

private:
  std::atomic_bool state_{false};
};

}  // namespace rclcpp

#endif  // RCLCPP__EVENT_HPP_
