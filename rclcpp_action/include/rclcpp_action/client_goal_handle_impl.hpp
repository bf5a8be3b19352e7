// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The functions of ClientGoalHandle; included by its header.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_

#include <memory>
#include <utility>

#include "rclcpp_action/client_goal_handle.hpp"

namespace rclcpp_action
{

template <typename ActionT>
ClientGoalHandle<ActionT>::ClientGoalHandle(
  const GoalUUID & id, std::weak_ptr<detail::ClientCore> client, FeedbackCallback feedback,
  ResultCallback result)
: ClientGoal(id, std::move(client))
{
  if (feedback || result) {
    callbacks_ = make_callbacks(std::move(feedback), std::move(result));
  }
}

template <typename ActionT>
auto ClientGoalHandle<ActionT>::make_callbacks(FeedbackCallback feedback, ResultCallback result)
  -> std::shared_ptr<const Callbacks>
{
  return std::allocate_shared<const Callbacks>(
    rclcpp::detail::BlockAllocator<Callbacks>(), Callbacks{std::move(feedback), std::move(result)});
}

template <typename ActionT>
rclcpp::Time ClientGoalHandle<ActionT>::get_goal_stamp() const
{
  std::lock_guard lock(mutex_);
  return rclcpp::Time(stamp_);
}

template <typename ActionT>
std::int8_t ClientGoalHandle<ActionT>::get_status()
{
  std::lock_guard lock(mutex_);
  return status_;
}

template <typename ActionT>
bool ClientGoalHandle<ActionT>::is_feedback_aware()
{
  return is_feedback_wanted();
}

template <typename ActionT>
bool ClientGoalHandle<ActionT>::is_result_aware()
{
  std::lock_guard lock(mutex_);
  return result_requested_;
}

template <typename ActionT>
bool ClientGoalHandle<ActionT>::is_feedback_wanted() const
{
  std::lock_guard lock(mutex_);
  return callbacks_ && callbacks_->feedback;
}

template <typename ActionT>
bool ClientGoalHandle<ActionT>::is_result_wanted() const
{
  std::lock_guard lock(mutex_);
  return callbacks_ && callbacks_->result;
}

template <typename ActionT>
bool ClientGoalHandle<ActionT>::want_result(
  ResultCallback callback, std::shared_future<WrappedResult> & future)
{
  std::shared_ptr<const Callbacks> replaced;  // destroyed without the lock
  std::lock_guard lock(mutex_);
  if (phase_ != Phase::accepting && phase_ != Phase::accepted) {
    return false;
  }
  if (callback) {
    replaced = std::exchange(
      callbacks_, make_callbacks(callbacks_ ? callbacks_->feedback : nullptr, std::move(callback)));
  }
  if (!promise_) {
    promise_.emplace(std::allocator_arg, rclcpp::detail::BlockAllocator<WrappedResult>());
    future_ = promise_->get_future().share();
  }
  future = future_;
  return true;
}

template <typename ActionT>
void ClientGoalHandle<ActionT>::stop_callbacks()
{
  std::shared_ptr<const Callbacks> stopped;
  std::lock_guard lock(mutex_);
  stopped.swap(callbacks_);
  if (phase_ != Phase::done) {
    phase_ = Phase::forgotten;
  }
}

template <typename ActionT>
void ClientGoalHandle<ActionT>::call_feedback(const std::shared_ptr<const void> & message)
{
  std::shared_ptr<const Callbacks> callbacks;
  {
    std::lock_guard lock(mutex_);
    callbacks = callbacks_;
  }
  if (callbacks && callbacks->feedback) {
    const auto * feedback = &static_cast<const FeedbackMessage *>(message.get())->feedback;
    callbacks->feedback(
      this->shared_from_this(), std::shared_ptr<const Feedback>(message, feedback));
  }
}

template <typename ActionT>
void ClientGoalHandle<ActionT>::complete(std::int8_t code, std::shared_ptr<void> result_response)
{
  std::shared_ptr<const Callbacks> callbacks;
  std::optional<std::promise<WrappedResult>> promise;
  {
    std::lock_guard lock(mutex_);
    if (phase_ == Phase::done) {
      return;
    }
    phase_ = Phase::done;
    status_ = code;
    callbacks.swap(callbacks_);
    promise.swap(promise_);
  }
  if (!promise && !(callbacks && callbacks->result)) {
    return;
  }
  if (!result_response) {
    result_response = std::make_shared<ResultResponse>();
  }
  const WrappedResult result{
    id_, static_cast<ResultCode>(code),
    std::shared_ptr<Result>(
      result_response, &static_cast<ResultResponse *>(result_response.get())->result)};
  if (promise) {
    promise->set_value(result);
  }
  if (callbacks && callbacks->result) {
    callbacks->result(result);
  }
}

template <typename ActionT>
void ClientGoalHandle<ActionT>::invalidate(const char * why)
{
  std::shared_ptr<const Callbacks> callbacks;
  std::optional<std::promise<WrappedResult>> promise;
  {
    std::lock_guard lock(mutex_);
    if (phase_ == Phase::done) {
      return;
    }
    phase_ = Phase::done;
    status_ = GoalStatus::STATUS_UNKNOWN;
    callbacks.swap(callbacks_);
    promise.swap(promise_);
  }
  if (promise) {
    promise->set_exception(std::make_exception_ptr(exceptions::UnawareGoalHandleError(why)));
  }
}

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_IMPL_HPP_
