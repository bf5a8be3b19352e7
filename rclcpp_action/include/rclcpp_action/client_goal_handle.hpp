// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ClientGoalHandle<ActionT>: an accepted goal, as its client has it.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_

#include <cstdint>
#include <memory>

#include "action_msgs/msg/goal_status.hpp"
#include "rcl_action/action_client.h"
#include "rclcpp/macros.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/detail/goal_of.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// How a goal ended. UNKNOWN: its server does not know it any more, or is gone.
enum class ResultCode : std::int8_t
{
  UNKNOWN = action_msgs::msg::GoalStatus::STATUS_UNKNOWN,
  SUCCEEDED = action_msgs::msg::GoalStatus::STATUS_SUCCEEDED,
  CANCELED = action_msgs::msg::GoalStatus::STATUS_CANCELED,
  ABORTED = action_msgs::msg::GoalStatus::STATUS_ABORTED
};

template <typename ActionT>
class ClientGoalHandle;

namespace detail
{

/// ClientGoalHandle::WrappedResult.
template <typename ActionT>
struct WrappedResultOf
{
  GoalUUID goal_id;
  ResultCode code;
  /// Never null; a default one if the server had none to give.
  typename ActionT::Result::SharedPtr result;
};

template <typename ActionT>
using TypedGoal = GoalOf<
  ClientGoalHandle<ActionT>, WrappedResultOf<ActionT>,
  std::shared_ptr<const typename ActionT::Feedback>>;

}  // namespace detail

/// Made by Client::async_send_goal(). The functions, all thread-safe: get_goal_id(),
/// get_goal_stamp(), get_status(), is_feedback_aware(), is_result_aware() of detail::GoalOf.
///
/// The client has a weak pointer only: a goal whose handle nobody has, and whose result nobody
/// asked for, gets no feedback any more. The server is told nothing of that: the goal runs on.
template <typename ActionT>
class ClientGoalHandle : public detail::TypedGoal<ActionT>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientGoalHandle)

  using Feedback = typename ActionT::Feedback;
  using Result = typename ActionT::Result;
  using WrappedResult = detail::WrappedResultOf<ActionT>;

private:
  friend class detail::ClientOf<ClientGoalHandle>;

  using detail::TypedGoal<ActionT>::TypedGoal;  // for ClientOf

  WrappedResult wrap(std::int8_t code, std::shared_ptr<void> response) const override;
  std::shared_ptr<const Feedback> feedback_in(
    const std::shared_ptr<const void> & message) const override;
};

}  // namespace rclcpp_action

#include "rclcpp_action/client_goal_handle_impl.hpp"  // IWYU pragma: export

#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
