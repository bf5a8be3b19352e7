// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Client<ActionT>: sends goals to an action server; created by rclcpp_action::create_client.
#ifndef RCLCPP_ACTION__CLIENT_HPP_
#define RCLCPP_ACTION__CLIENT_HPP_

#include <future>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/macros.hpp"
#include "rclcpp_action/client_base.hpp"
#include "rclcpp_action/client_goal_handle.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/detail/client_of.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action
{

/// A client of the action type ActionT. All functions are thread-safe and may be called from any
/// callback: no lock is held while user code runs. The executor that has the client's callback
/// group runs callbacks and completes futures. Therefore waiting for a future in a callback of the
/// same group, or on the executor's only thread, is a deadlock.
///
/// The events of each goal come in this order: the goal response (future and callback), feedback,
/// the result. Messages that overtake each other in the network are sorted: feedback that arrives
/// before the goal response waits for it (the last 10 messages); feedback after the result is
/// dropped. In a reentrant group the feedback callbacks of one goal may overlap.
///
/// When the server disappears, its goals get ResultCode::UNKNOWN, and unanswered goal requests
/// count as rejected. If another server of the action exists, such as one that was restarted, it is
/// asked first whether it knows the goal. ~ClientBase() describes destruction.
template <typename ActionT>
class Client : public detail::ClientOf<ClientGoalHandle<ActionT>>
{
  static_assert(
    detail::RosAction<ActionT>,
    "ActionT is not a ROS action: include its generated header, e.g. "
    "example_interfaces/action/fibonacci.hpp");

  using Base = detail::ClientOf<ClientGoalHandle<ActionT>>;

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Client)

  /// The goal message of the action.
  using Goal = typename ActionT::Goal;
  /// The feedback message of the action.
  using Feedback = typename ActionT::Feedback;
  /// The handle of a goal that this client sent.
  using GoalHandle = ClientGoalHandle<ActionT>;
  /// The options of async_send_goal(): its callbacks.
  using SendGoalOptions = typename Base::SendGoalOptions;

  /// ROS 2 has `enable_feedback_msg_optimization` since Lyrical. In RxROS2 it is always on, for any
  /// number of goals: feedback for goals of other clients is dropped on arrival.
  Client(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name,
    const rcl_action_client_options_t & client_options = rcl_action_client_get_default_options(),
    bool /*enable_feedback_msg_optimization*/ = false)
  : Base(
      node_base, node_graph, node_logging, action_name, detail::action_type<ActionT>,
      client_options)
  {
  }

  /// Sends a goal. The future gets null if the goal is rejected. A request that no server gets
  /// stays unanswered: see wait_for_action_server() and SendGoalOptions::goal_response_timeout.
  /// Throws rclcpp::exceptions::RCLError, also if a bound is exceeded.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    const Goal & goal, const SendGoalOptions & options = SendGoalOptions())
  {
    return send(Goal(goal), options);
  }
  /// Sends a goal without a copy to a server of this process (zero-copy). Not in ROS 2.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    Goal && goal, const SendGoalOptions & options = SendGoalOptions())
  {
    return send(std::move(goal), options);
  }

private:
  using GoalRequest = typename detail::ActionMessages<ActionT>::GoalRequest;

  std::shared_future<typename GoalHandle::SharedPtr> send(
    Goal && goal, const SendGoalOptions & options)
  {
    const GoalUUID id = this->generate_goal_id();
    auto request = std::make_shared<GoalRequest>();
    request->goal_id.uuid = id;
    request->goal = std::move(goal);
    return Base::send(id, std::move(request), options);
  }
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_HPP_
