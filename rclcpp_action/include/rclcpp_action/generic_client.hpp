// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericClient: sends goals of an action whose type is known by name only; created by
// rclcpp_action::create_generic_client.
#ifndef RCLCPP_ACTION__GENERIC_CLIENT_HPP_
#define RCLCPP_ACTION__GENERIC_CLIENT_HPP_

#include <cstddef>
#include <future>
#include <string>

#include "rclcpp/macros.hpp"
#include "rclcpp_action/detail/client_of.hpp"
#include "rclcpp_action/generic_client_goal_handle.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// A client for an action type that is known by name; see Client. ROS 2 has it since Kilted. Goals,
/// feedback and results are passed as addresses of structs, in the types of the type support
/// library of the action's package.
class RCLCPP_ACTION_PUBLIC GenericClient : public detail::ClientOf<GenericClientGoalHandle>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GenericClient)

  using Goal = void *;         ///< a goal struct
  using GoalRequest = void *;  ///< an X_SendGoal_Request struct: the goal's id and the goal

  /// Creates the client. `action_type` is a name such as "example_interfaces/action/Fibonacci".
  /// Throws std::runtime_error if no prefix of AMENT_PREFIX_PATH has the type support library of
  /// its package, or if the library does not have the action; otherwise as Client.
  GenericClient(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name, const std::string & action_type,
    const rcl_action_client_options_t & client_options = rcl_action_client_get_default_options(),
    bool enable_feedback_msg_optimization = false);

  /// Sends a goal as Client::async_send_goal(). The goal is copied before this returns, in the size
  /// of its type: `goal_size` is not used. Throws std::invalid_argument for null.
  std::shared_future<GenericClientGoalHandle::SharedPtr> async_send_goal(
    const Goal goal, std::size_t goal_size, const SendGoalOptions & options = SendGoalOptions());
  /// Sends a goal with an id that the caller chooses; no other goal may have it.
  std::shared_future<GenericClientGoalHandle::SharedPtr> async_send_goal(
    const GoalRequest goal_request, const SendGoalOptions & options = SendGoalOptions());

private:
  GenericClient(
    const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
    const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr & node_graph,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
    const std::string & action_name, const detail::NamedAction & type,
    const rcl_action_client_options_t & client_options);

  const detail::NamedAction & type_;
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__GENERIC_CLIENT_HPP_
