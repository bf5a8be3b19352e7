// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the goal handles of all action clients: ClientGoalHandle, and that of the
// generic client.
#ifndef RCLCPP_ACTION__DETAIL__GOAL_OF_HPP_
#define RCLCPP_ACTION__DETAIL__GOAL_OF_HPP_

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "rclcpp/extension/memory.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/detail/client_goal.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action::detail
{

template <typename HandleT>
class ClientOf;

/// The base of HandleT. `WrappedT` is the type of results, `FeedbackT` the type of feedback. All
/// functions are thread-safe.
template <typename HandleT, typename WrappedT, typename FeedbackT>
class GoalOf : public ClientGoal, public std::enable_shared_from_this<HandleT>
{
public:
  using WrappedResult = WrappedT;
  using FeedbackCallback = std::function<void(std::shared_ptr<HandleT>, FeedbackT)>;
  using ResultCallback = std::function<void(const WrappedResult &)>;

  /// Returns the id of the goal.
  const GoalUUID & get_goal_id() const { return id_; }
  /// Returns the time at which the server accepted the goal, by its clock; 0 if it sent a time
  /// before 1970.
  rclcpp::Time get_goal_stamp() const
  {
    std::lock_guard lock(mutex_);
    return rclcpp::Time(stamp_);
  }
  /// Returns the last status that this client knows, a value of action_msgs/msg/GoalStatus.
  std::int8_t get_status()
  {
    std::lock_guard lock(mutex_);
    return status_;
  }
  /// Returns true if the goal has a feedback callback.
  bool is_feedback_aware() { return is_feedback_wanted(); }
  /// Returns true if the result was requested.
  bool is_result_aware()
  {
    std::lock_guard lock(mutex_);
    return result_requested_;
  }

protected:
  GoalOf(
    const GoalUUID & id, std::weak_ptr<ClientCore> client, FeedbackCallback feedback,
    ResultCallback result)
  : ClientGoal(id, std::move(client))
  {
    if (feedback || result) {
      callbacks_ = make_callbacks(std::move(feedback), std::move(result));
    }
  }

  /// Converts a response to the user's result; null means a default one.
  virtual WrappedResult wrap(std::int8_t code, std::shared_ptr<void> response) const = 0;
  /// Converts a feedback message, which lives until the callback returns, to the user's feedback.
  virtual FeedbackT feedback_in(const std::shared_ptr<const void> & message) const = 0;

private:
  template <typename>
  friend class ClientOf;

  // Shared with the threads that call them.
  struct Callbacks
  {
    FeedbackCallback feedback;
    ResultCallback result;
  };

  static std::shared_ptr<const Callbacks> make_callbacks(
    FeedbackCallback feedback, ResultCallback result)
  {
    return std::allocate_shared<const Callbacks>(
      rclcpp::extension::BlockAllocator<Callbacks>(),
      Callbacks{std::move(feedback), std::move(result)});
  }

  // Returns the future of the result, and sets another callback for it unless `callback` is empty.
  // Returns false if there will be no result.
  bool want_result(ResultCallback callback, std::shared_future<WrappedResult> & future)
  {
    // The user's functions are copied and destroyed without the lock, and replaced unless another
    // thread has replaced them in the meantime.
    std::shared_ptr<const Callbacks> former, made;
    std::unique_lock lock(mutex_);
    while (callback && (!made || callbacks_ != former)) {
      former = callbacks_;
      lock.unlock();
      made = make_callbacks(former ? former->feedback : nullptr, callback);
      lock.lock();
    }
    if (phase_ != Phase::accepting && phase_ != Phase::accepted) {
      return false;
    }
    if (made) {
      callbacks_.swap(made);
    }
    if (!promise_) {
      promise_.emplace(std::allocator_arg, rclcpp::extension::BlockAllocator<WrappedResult>());
      future_ = promise_->get_future().share();
    }
    future = future_;
    return true;
  }

  void stop_callbacks()
  {
    std::shared_ptr<const Callbacks> stopped;
    std::lock_guard lock(mutex_);
    stopped.swap(callbacks_);
    if (phase_ != Phase::done) {
      phase_ = Phase::forgotten;
    }
  }

  void call_feedback(const std::shared_ptr<const void> & message) override
  {
    std::shared_ptr<const Callbacks> callbacks;
    {
      std::lock_guard lock(mutex_);
      callbacks = callbacks_;
    }
    if (callbacks && callbacks->feedback) {
      callbacks->feedback(this->shared_from_this(), feedback_in(message));
    }
  }

  void complete(std::int8_t code, std::shared_ptr<void> result_response) override
  {
    std::shared_ptr<const Callbacks> callbacks;
    std::optional<std::promise<WrappedResult>> promise;
    if (!end(code, callbacks, promise) || (!promise && !(callbacks && callbacks->result))) {
      return;
    }
    const WrappedResult result = wrap(code, std::move(result_response));
    if (promise) {
      promise->set_value(result);
    }
    if (callbacks && callbacks->result) {
      callbacks->result(result);
    }
  }

  void invalidate(const char * why) override
  {
    std::shared_ptr<const Callbacks> callbacks;
    std::optional<std::promise<WrappedResult>> promise;
    if (end(GoalStatus::STATUS_UNKNOWN, callbacks, promise) && promise) {
      promise->set_exception(std::make_exception_ptr(exceptions::UnawareGoalHandleError(why)));
    }
  }

  // Finds the future and callback to notify of the end; returns false if they were notified before.
  bool end(
    std::int8_t code, std::shared_ptr<const Callbacks> & callbacks,
    std::optional<std::promise<WrappedResult>> & promise)
  {
    std::lock_guard lock(mutex_);
    if (phase_ == Phase::done) {
      return false;
    }
    phase_ = Phase::done;
    status_ = code;
    callbacks.swap(callbacks_);
    promise.swap(promise_);
    return true;
  }

  bool is_feedback_wanted() const override
  {
    std::lock_guard lock(mutex_);
    return callbacks_ && callbacks_->feedback;
  }
  bool is_result_wanted() const override
  {
    std::lock_guard lock(mutex_);
    return callbacks_ && callbacks_->result;
  }

  std::shared_ptr<const Callbacks> callbacks_;  // guarded by mutex_, as all members below
  std::optional<std::promise<WrappedResult>> promise_;
  std::shared_future<WrappedResult> future_;
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__GOAL_OF_HPP_
