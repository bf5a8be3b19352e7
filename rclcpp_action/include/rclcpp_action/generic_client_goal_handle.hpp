// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericClientGoalHandle: an accepted goal of an action whose type is known by name only.
#ifndef RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_

#include <cstdint>
#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp_action/client_goal_handle.hpp"
#include "rclcpp_action/detail/goal_of.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

class GenericClientGoalHandle;

namespace detail
{

struct NamedAction;

/// The type of GenericClientGoalHandle::WrappedResult.
struct GenericWrappedResult
{
  GoalUUID goal_id;
  ResultCode code;
  /// The result struct, a part of `result_response`; never null.
  const void * result;
  std::shared_ptr<void> result_response;
};

using GenericGoal = GoalOf<GenericClientGoalHandle, GenericWrappedResult, const void *>;

}  // namespace detail

/// The handle of a goal, as ClientGoalHandle; its functions are those of detail::GoalOf. Feedback
/// callbacks get the address of the feedback struct, which is valid until they return.
class RCLCPP_ACTION_PUBLIC GenericClientGoalHandle : public detail::GenericGoal
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GenericClientGoalHandle)

  /// The code that says how the goal ended.
  using ResultCode = rclcpp_action::ResultCode;
  /// The result as an untyped message, with the id of its goal and the code.
  using WrappedResult = detail::GenericWrappedResult;

private:
  friend class detail::ClientOf<GenericClientGoalHandle>;

  GenericClientGoalHandle(
    const GoalUUID & id, std::weak_ptr<detail::ClientCore> client, FeedbackCallback feedback,
    ResultCallback result, const detail::NamedAction & type);

  WrappedResult wrap(std::int8_t code, std::shared_ptr<void> response) const override;
  const void * feedback_in(const std::shared_ptr<const void> & message) const override;

  const detail::NamedAction & type_;
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_
