// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The functions of action clients for goals, for all kinds of handles: Client, GenericClient.
#ifndef RCLCPP_ACTION__DETAIL__CLIENT_OF_HPP_
#define RCLCPP_ACTION__DETAIL__CLIENT_OF_HPP_

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "action_msgs/srv/cancel_goal.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/client_base.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action::detail
{

/// The common part of Client and GenericClient; see Client.
template <typename HandleT>
class ClientOf : public ClientBase
{
public:
  using GoalHandle = HandleT;
  using WrappedResult = typename GoalHandle::WrappedResult;
  using GoalResponseCallback = std::function<void(std::shared_ptr<GoalHandle>)>;
  using FeedbackCallback = typename GoalHandle::FeedbackCallback;
  using ResultCallback = typename GoalHandle::ResultCallback;
  using CancelRequest = action_msgs::srv::CancelGoal::Request;
  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  using CancelCallback = std::function<void(CancelResponse::SharedPtr)>;

  struct SendGoalOptions
  {
    /// Called with null if the goal is rejected.
    GoalResponseCallback goal_response_callback;
    FeedbackCallback feedback_callback;
    /// If set, the result is requested as soon as the goal is accepted.
    ResultCallback result_callback;
    /// Not in ROS 2. If no answer arrives within this time (steady), the goal counts as rejected. A
    /// matched server is asked to cancel it, because it may have accepted it. 0 waits for ever.
    std::chrono::nanoseconds goal_response_timeout{0};
  };

  /// Returns the future of the result, the same one each time. `result_callback` replaces an
  /// earlier one. Throws UnknownGoalHandleError; std::invalid_argument for null, as the functions
  /// below do.
  std::shared_future<WrappedResult> async_get_result(
    std::shared_ptr<GoalHandle> goal_handle, ResultCallback result_callback = nullptr)
  {
    refuse_null(goal_handle.get(), "async_get_result");
    std::shared_future<WrappedResult> future;
    if (!is_known(*goal_handle) || !goal_handle->want_result(std::move(result_callback), future)) {
      throw exceptions::UnknownGoalHandleError();
    }
    request_result(goal_handle);
    return future;
  }

  /// Requests to cancel the goal. Throws UnknownGoalHandleError, rclcpp::exceptions::RCLError.
  std::shared_future<CancelResponse::SharedPtr> async_cancel_goal(
    std::shared_ptr<GoalHandle> goal_handle, CancelCallback cancel_callback = nullptr)
  {
    refuse_null(goal_handle.get(), "async_cancel_goal");
    if (!is_known(*goal_handle)) {
      throw exceptions::UnknownGoalHandleError();
    }
    auto request = std::make_shared<CancelRequest>();
    request->goal_info.goal_id.uuid = goal_handle->get_goal_id();
    return cancel(std::move(request), std::move(cancel_callback));
  }

  /// Requests to cancel the goals of all clients. Throws rclcpp::exceptions::RCLError, as the next
  /// function does.
  std::shared_future<CancelResponse::SharedPtr> async_cancel_all_goals(
    CancelCallback cancel_callback = nullptr)
  {
    return cancel(std::make_shared<CancelRequest>(), std::move(cancel_callback));
  }

  /// Requests to cancel the goals of all clients that were accepted at `stamp` or earlier.
  std::shared_future<CancelResponse::SharedPtr> async_cancel_goals_before(
    const rclcpp::Time & stamp, CancelCallback cancel_callback = nullptr)
  {
    auto request = std::make_shared<CancelRequest>();
    request->goal_info.stamp = stamp;
    return cancel(std::move(request), std::move(cancel_callback));
  }

  /// Stops the feedback and result callbacks of this goal: none begins after this. The goal is not
  /// cancelled, and this client forgets it.
  void stop_callbacks(std::shared_ptr<GoalHandle> goal_handle)
  {
    refuse_null(goal_handle.get(), "stop_callbacks");
    goal_handle->stop_callbacks();
    forget(goal_handle->get_goal_id());
  }
  void stop_callbacks(const GoalUUID & goal_id)
  {
    if (const auto goal = std::static_pointer_cast<GoalHandle>(find_goal(goal_id))) {
      stop_callbacks(goal);
    }
  }

protected:
  using ClientBase::ClientBase;

  /// Sends a request that already has its id; `arguments` are those of the handle after the ones of
  /// GoalOf.
  template <typename... Arguments>
  std::shared_future<std::shared_ptr<GoalHandle>> send(
    const GoalUUID & id, std::shared_ptr<void> request, const SendGoalOptions & options,
    Arguments &&... arguments)
  {
    const std::shared_ptr<GoalHandle> handle(
      new GoalHandle(
        id, core(), options.feedback_callback, options.result_callback,
        std::forward<Arguments>(arguments)...),
      std::default_delete<GoalHandle>(), rclcpp::extension::BlockAllocator<GoalHandle>());
    auto answer = std::allocate_shared<Answer>(
      rclcpp::extension::BlockAllocator<Answer>(), handle, options.goal_response_callback);
    std::shared_future<std::shared_ptr<GoalHandle>> future = answer->promise.get_future().share();
    send_goal(handle, std::move(request), std::move(answer), options.goal_response_timeout);
    return future;
  }

private:
  // The future of async_send_goal() and the callback of its options.
  class Answer final : public GoalAnswer
  {
  public:
    Answer(std::shared_ptr<GoalHandle> goal, GoalResponseCallback callback)
    : goal_(std::move(goal)), callback_(std::move(callback))
    {
    }

    void answer(bool accepted) override
    {
      std::shared_ptr<GoalHandle> handle = accepted ? std::move(goal_) : nullptr;
      promise.set_value(handle);
      if (callback_) {
        callback_(std::move(handle));
      }
    }

    std::promise<std::shared_ptr<GoalHandle>> promise{
      std::allocator_arg, rclcpp::extension::BlockAllocator<GoalHandle>()};

  private:
    std::shared_ptr<GoalHandle> goal_;
    const GoalResponseCallback callback_;
  };

  std::shared_future<CancelResponse::SharedPtr> cancel(
    std::shared_ptr<CancelRequest> request, CancelCallback callback)
  {
    auto promise = std::make_shared<std::promise<CancelResponse::SharedPtr>>();
    auto future = promise->get_future().share();
    send_cancel(
      std::move(request), [promise = std::move(promise),
                           callback = std::move(callback)](CancelResponse::SharedPtr response) {
        promise->set_value(response);
        if (callback) {
          callback(std::move(response));
        }
      });
    return future;
  }
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__CLIENT_OF_HPP_
