// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Transition: the number and the label of a transition of a lifecycle node, and its states.
#ifndef RCLCPP_LIFECYCLE__TRANSITION_HPP_
#define RCLCPP_LIFECYCLE__TRANSITION_HPP_

#include <cstdint>
#include <optional>
#include <string>

#include "rcl_lifecycle/data_types.h"
#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rcutils/allocator.h"

namespace rclcpp_lifecycle
{

/// A transition as a plain value; the numbers are those of lifecycle_msgs/msg/Transition. The
/// allocators of ROS 2's constructors are ignored.
class RCLCPP_LIFECYCLE_PUBLIC Transition
{
public:
  Transition() = delete;
  /// Creates a transition without states, to request it.
  explicit Transition(
    std::uint8_t id, const std::string & label = "",
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Creates a transition that leads from `start` to `goal`.
  Transition(
    std::uint8_t id, const std::string & label, State && start, State && goal,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Copies a C transition. Throws std::runtime_error for null.
  explicit Transition(
    const rcl_lifecycle_transition_t * rcl_lifecycle_transition_handle,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// Copies the transition with its states.
  Transition(const Transition & rhs);
  virtual ~Transition();
  /// Copies the transition with its states.
  Transition & operator=(const Transition & rhs);

  /// Throw std::runtime_error after reset(); start_state() and goal_state() also if it was created
  /// without states.
  std::uint8_t id() const;
  /// Returns the label, such as "activate". Throws std::runtime_error after reset().
  std::string label() const;
  /// Returns the state in which the transition begins. Throws std::runtime_error after reset() or
  /// if it was created without states.
  State start_state() const;
  /// Returns the state to which the transition leads. Throws std::runtime_error after reset() or if
  /// it was created without states.
  State goal_state() const;

protected:
  /// Makes the transition unusable: its getters throw from now on.
  void reset() noexcept;

private:
  bool was_reset_ = false;
  std::uint8_t id_;
  std::string label_;
  std::optional<State> start_;
  std::optional<State> goal_;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__TRANSITION_HPP_
