// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The functions of ClientGoalHandle; its header includes this file.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_

#include <memory>
#include <utility>

#include "rclcpp/logging.hpp"
#include "rclcpp_action/client_goal_handle.hpp"

namespace rclcpp_action
{

template <typename ActionT>
auto ClientGoalHandle<ActionT>::wrap(std::int8_t code, std::shared_ptr<void> response) const
  -> WrappedResult
{
  using Response = typename detail::ActionMessages<ActionT>::ResultResponse;
  auto typed = std::static_pointer_cast<Response>(std::move(response));
  if (!typed) {
    typed = std::make_shared<Response>();
  }
  Result * const result = &typed->result;
  return {this->id_, static_cast<ResultCode>(code), {std::move(typed), result}};
}

template <typename ActionT>
auto ClientGoalHandle<ActionT>::feedback_in(const std::shared_ptr<const void> & message) const
  -> std::shared_ptr<const Feedback>
{
  using Message = typename detail::ActionMessages<ActionT>::FeedbackMessage;
  return {message, &static_cast<const Message *>(message.get())->feedback};
}

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_
