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

/// To be overridden: what a node does in its transitions. A callback runs in the thread that
/// triggers the transition, be it a program's or, for the service ~/change_state, the executor's;
/// one at a time, with no lock held. It is told the state before the transition, and says what
/// comes of it; to throw is to return ERROR. These here return SUCCESS.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNodeInterface
{
protected:
  LifecycleNodeInterface() {}

public:
  enum class CallbackReturn : std::uint8_t
  {
    SUCCESS = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_SUCCESS,
    FAILURE = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_FAILURE,
    ERROR = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_ERROR
  };

  virtual ~LifecycleNodeInterface() {}

  /// unconfigured → inactive; FAILURE: unconfigured
  virtual CallbackReturn on_configure(const State & previous_state);
  /// inactive → unconfigured; FAILURE: inactive
  virtual CallbackReturn on_cleanup(const State & previous_state);
  /// → finalized; FAILURE: finalized
  virtual CallbackReturn on_shutdown(const State & previous_state);
  /// inactive → active; FAILURE: inactive
  virtual CallbackReturn on_activate(const State & previous_state);
  /// active → inactive; FAILURE: active
  virtual CallbackReturn on_deactivate(const State & previous_state);
  /// After an ERROR of one of these. SUCCESS: unconfigured; FAILURE, ERROR: finalized
  virtual CallbackReturn on_error(const State & previous_state);
};

}  // namespace rclcpp_lifecycle::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(
  rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface, lifecycle_node)

#endif  // RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_
