// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// State: the number and the label of a state of a lifecycle node.
#ifndef RCLCPP_LIFECYCLE__STATE_HPP_
#define RCLCPP_LIFECYCLE__STATE_HPP_

#include <cstdint>
#include <string>

#include "rcl_lifecycle/data_types.h"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rcutils/allocator.h"

namespace rclcpp_lifecycle
{

/// A value; the numbers are those of lifecycle_msgs/msg/State. The allocators of ROS 2's
/// constructors are accepted and not used.
class RCLCPP_LIFECYCLE_PUBLIC State
{
public:
  /// The state "unknown".
  explicit State(rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Throws std::runtime_error for an empty label.
  State(
    std::uint8_t id, const std::string & label,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// A copy. Throws std::runtime_error for null.
  explicit State(
    const rcl_lifecycle_state_t * rcl_lifecycle_state_handle,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  State(const State & rhs);
  virtual ~State();
  State & operator=(const State & rhs);

  /// Throw std::runtime_error after reset().
  std::uint8_t id() const;
  std::string label() const;

protected:
  void reset() noexcept;

private:
  std::uint8_t id_;
  std::string label_;  // empty: reset
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__STATE_HPP_
