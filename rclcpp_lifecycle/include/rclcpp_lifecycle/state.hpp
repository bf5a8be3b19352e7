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

/// A state as a plain value; the numbers are those of lifecycle_msgs/msg/State. The allocators of
/// ROS 2's constructors are ignored.
class RCLCPP_LIFECYCLE_PUBLIC State
{
public:
  /// Creates the state "unknown".
  explicit State(rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Creates a state. Throws std::runtime_error for an empty label.
  State(
    std::uint8_t id, const std::string & label,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Copies a C state. Throws std::runtime_error for null.
  explicit State(
    const rcl_lifecycle_state_t * rcl_lifecycle_state_handle,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Copies the number and the label.
  State(const State & rhs);
  virtual ~State();
  /// Copies the number and the label.
  State & operator=(const State & rhs);

  /// Return the number and the label. Throw std::runtime_error after reset().
  std::uint8_t id() const;
  /// Returns the label, such as "inactive". Throws std::runtime_error after reset().
  std::string label() const;

protected:
  /// Makes the state unusable: id() and label() throw from now on.
  void reset() noexcept;

private:
  std::uint8_t id_;
  std::string label_;  // empty after reset()
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__STATE_HPP_
