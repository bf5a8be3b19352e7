// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Client<ActionT>: sends goals to an action server; made by rclcpp_action::create_client.
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

/// All functions are thread-safe, and may be called from any callback: no lock is held while user
/// code runs. Callbacks and futures are served by the executor that has the client's callback
/// group. Waiting for a future in a callback of the same group, or of the only thread, is a
/// deadlock.
///
/// Of each goal, in this order: the goal response (future and callback), feedback, the result. What
/// overtakes on its way through the network is put in order: feedback that comes before the goal
/// response waits for it (the last 10), what comes after the result is dropped. In a reentrant
/// group feedback callbacks of one goal may overlap.
///
/// When the server is gone, its goals get ResultCode::UNKNOWN, and goal requests that nobody
/// answered count as rejected; if another server of the action is there (one that was restarted,
/// for example), it is asked first whether it knows the goal. Dropping the last pointer:
/// ~ClientBase().
template <typename ActionT>
class Client : public detail::ClientOf<ClientGoalHandle<ActionT>>
{
  static_assert(
    detail::RosAction<ActionT>,
    "ActionT is no ROS action: include its generated header, e.g. "
    "example_interfaces/action/fibonacci.hpp");

  using Base = detail::ClientOf<ClientGoalHandle<ActionT>>;

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Client)

  using Goal = typename ActionT::Goal;
  using Feedback = typename ActionT::Feedback;
  using GoalHandle = ClientGoalHandle<ActionT>;
  using SendGoalOptions = typename Base::SendGoalOptions;

  /// What ROS 2 has `enable_feedback_msg_optimization` for, since Lyrical, is always so here, for
  /// any number of goals: feedback of other clients' goals is dropped where it arrives.
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

  /// The future gets null if the goal was rejected. A request that no server gets stays unanswered:
  /// see wait_for_action_server() and SendGoalOptions::goal_response_timeout.
  /// Throws rclcpp::exceptions::RCLError, also if a bound is exceeded.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    const Goal & goal, const SendGoalOptions & options = SendGoalOptions())
  {
    return send(Goal(goal), options);
  }
  /// Not in ROS 2: the goal travels to a server of this process without a copy.
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
