// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callbacks of a lifecycle node.
#ifndef RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_
#define RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_

#include <cstdint>

#include "lifecycle_msgs/msg/transition.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle::node_interfaces
{

/// The callbacks of transitions, for overriding. A callback runs on the thread that triggers the
/// transition: one of the program or, for the service ~/change_state, of the executor; one at a
/// time, with no lock held. It gets the state before the transition and returns the result of it;
/// an exception means ERROR. The implementations here return SUCCESS.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNodeInterface
{
protected:
  LifecycleNodeInterface() {}

public:
  /// The result of a transition callback.
  enum class CallbackReturn : std::uint8_t
  {
    SUCCESS = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_SUCCESS,
    FAILURE = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_FAILURE,
    ERROR = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_ERROR
  };

  virtual ~LifecycleNodeInterface() {}

  /// Runs from unconfigured to inactive; after FAILURE the node stays unconfigured.
  virtual CallbackReturn on_configure(const State & previous_state);
  /// Runs from inactive to unconfigured; after FAILURE the node stays inactive.
  virtual CallbackReturn on_cleanup(const State & previous_state);
  /// Runs from any primary state to finalized, also after FAILURE.
  virtual CallbackReturn on_shutdown(const State & previous_state);
  /// Runs from inactive to active; after FAILURE the node stays inactive.
  virtual CallbackReturn on_activate(const State & previous_state);
  /// Runs from active to inactive; after FAILURE the node stays active.
  virtual CallbackReturn on_deactivate(const State & previous_state);
  /// Runs after an ERROR of one of these. SUCCESS leads to unconfigured; FAILURE and ERROR to
  /// finalized.
  virtual CallbackReturn on_error(const State & previous_state);
};

}  // namespace rclcpp_lifecycle::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(
  rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface, lifecycle_node)

#endif  // RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_
