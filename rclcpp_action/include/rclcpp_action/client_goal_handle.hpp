// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ClientGoalHandle<ActionT>: an accepted goal, as its client sees it.
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

/// The final state of a goal. UNKNOWN: its server does not know it, or has disappeared.
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

/// The type of ClientGoalHandle::WrappedResult.
template <typename ActionT>
struct WrappedResultOf
{
  GoalUUID goal_id;
  ResultCode code;
  /// Never null; a default-constructed result if the server sent none.
  typename ActionT::Result::SharedPtr result;
};

template <typename ActionT>
using TypedGoal = GoalOf<
  ClientGoalHandle<ActionT>, WrappedResultOf<ActionT>,
  std::shared_ptr<const typename ActionT::Feedback>>;

}  // namespace detail

/// The handle of a goal, created by Client::async_send_goal(). Its functions are in detail::GoalOf
/// and are all thread-safe: get_goal_id(), get_goal_stamp(), get_status(), is_feedback_aware(),
/// is_result_aware().
///
/// The client only keeps a weak pointer: if the handle is destroyed and the result was not
/// requested, the goal gets no feedback. The server is not notified, and the goal continues.
template <typename ActionT>
class ClientGoalHandle : public detail::TypedGoal<ActionT>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientGoalHandle)

  /// The feedback message of the action.
  using Feedback = typename ActionT::Feedback;
  /// The result message of the action.
  using Result = typename ActionT::Result;
  /// The result with the id of its goal and the code that says how the goal ended.
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
