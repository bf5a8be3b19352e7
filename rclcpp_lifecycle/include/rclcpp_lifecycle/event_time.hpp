// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The time of a TransitionEvent, whose field differs between ROS 2 releases. Not in ROS 2.
#ifndef RCLCPP_LIFECYCLE__EVENT_TIME_HPP_
#define RCLCPP_LIFECYCLE__EVENT_TIME_HPP_

#include <cstdint>

#include "builtin_interfaces/msg/time.hpp"
#include "rclcpp/time.hpp"

namespace rclcpp_lifecycle
{

/// Writes the time of an event. Lyrical's message has a `stamp`. Earlier releases have an unsigned
/// 64-bit number without a unit in the same eight bytes, which their nodes leave zero. It gets the
/// seconds in its lower half and the nanoseconds in its upper half, which equals Lyrical's stamp on
/// the wire.
template <typename EventT>
void set_event_time(EventT & event, const rclcpp::Time & time)
{
  const builtin_interfaces::msg::Time stamp = time;
  if constexpr (requires { event.stamp; }) {
    event.stamp = stamp;
  } else {
    event.timestamp = static_cast<std::uint32_t>(stamp.sec) | std::uint64_t{stamp.nanosec} << 32;
  }
}

/// Reads the time that set_event_time() wrote, here or in a node of Lyrical; 0 from older nodes of
/// ROS 2. Throws std::runtime_error for negative seconds.
template <typename EventT>
rclcpp::Time get_event_time(const EventT & event)
{
  if constexpr (requires { event.stamp; }) {
    return rclcpp::Time(event.stamp, RCL_ROS_TIME);
  } else {
    return rclcpp::Time(
      static_cast<std::int32_t>(event.timestamp & 0xffffffff),
      static_cast<std::uint32_t>(event.timestamp >> 32), RCL_ROS_TIME);
  }
}

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__EVENT_TIME_HPP_
