// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One subscribed goal: sends it, follows it to its end, and cancels it if it is disposed.

#ifndef RXROS2__ACTIONS__DETAIL__GOAL_STREAM_HPP_
#define RXROS2__ACTIONS__DETAIL__GOAL_STREAM_HPP_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/serialized_observer.hpp"
#include "rxros2/actions/detail/goal_client.hpp"

namespace rxros2::detail
{

/// The progress of a goal, independent of its observer. As a task it is also its own timer.
/** Thread-safe; neither the client nor the observer is called with a lock held. While the goal is
 * in progress, the client's callbacks hold this object. */
template <typename ActionT>
class goal_run : public rx::schedulable,
                 public node_bound,
                 public waiting_goal,
                 public std::enable_shared_from_this<goal_run<ActionT>>
{
public:
  using client_type = rclcpp_action::Client<ActionT>;
  using handle_type = typename client_type::GoalHandle;
  using goal_type = typename ActionT::Goal;

  void begin(std::shared_ptr<goal_client<ActionT>> goals, std::shared_ptr<const goal_type> goal)
  {
    goals_ = goals;
    goal_ = std::move(goal);
    time_ = goals->time;
    goals->streams->add(this->shared_from_this());
    delivery * const outer = delivery::here();
    if (outer && outer->client == goals.get()) {
      outer->begun.push_back(this->shared_from_this());
    } else {
      goals->queue(this->shared_from_this());
    }
  }

  void proceed() noexcept override
  {
    const auto goals = step(state::queued, state::looking);
    if (goals) {
      wake_in(goals->options.server_timeout);
      guarded([&] { goals->look_for_server(this->shared_from_this()); });
    }
  }

  bool looks_for_server() const noexcept override
  {
    std::lock_guard lock(mutex_);
    return state_ == state::looking;
  }

  void send() noexcept override
  {
    const auto goals = step(state::looking, state::sending);
    if (!goals) {
      return;
    }
    wake_in(goals->options.timeout);
    guarded([&] {
      const auto self = this->shared_from_this();
      typename client_type::SendGoalOptions options;
      options.goal_response_callback = [self](typename handle_type::SharedPtr handle) {
        const node_scheduler::scope scope(*self->time_);
        self->answered(std::move(handle));
      };
      // Weak, because this object holds the handle that holds these callbacks.
      options.feedback_callback = [weak = std::weak_ptr(self)](
                                    typename handle_type::SharedPtr handle,
                                    std::shared_ptr<const typename ActionT::Feedback> feedback) {
        if (const auto run = weak.lock()) {
          const node_scheduler::scope scope(*run->time_);
          run->emit(
            {goal_update_kind::feedback, handle->get_goal_id(), stamp_of(*handle),
             std::move(feedback), nullptr});
        }
      };
      options.result_callback = [self](const typename handle_type::WrappedResult & result) {
        const node_scheduler::scope scope(*self->time_);
        self->ended(result);
      };
      goals->send(*goal_, options);
    });
  }

  // Runs as the timer.
  void run() noexcept override
  {
    switch (current_state()) {
      case state::looking:
        fail(no_action_server(
          "send_goal: there was no server of action '" + name() + "' within " +
          milliseconds(&goal_options::server_timeout)));
        break;
      case state::sending:
      case state::running:
        fail(goal_timeout(
          "send_goal: the goal of action '" + name() + "' has not ended within " +
          milliseconds(&goal_options::timeout)));
        break;
      case state::canceling:
        give_up_waiting();
        break;
      case state::forgotten:
        finish();  // the server has never responded
        break;
      case state::queued:
      case state::over:
        break;
    }
  }

  void scheduler_ended() noexcept override { node_ended(); }
  /// Requests the cancellation of the goal without waiting for it.
  void node_ended() noexcept override
  {
    typename handle_type::SharedPtr handle;
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::over) {
        return;
      }
      handle = state_ == state::running ? handle_ : nullptr;
    }
    if (handle) {
      ask_to_cancel(handle);
    }
    finish();
    complete();
  }

protected:
  virtual void emit(goal_update<ActionT> && update) noexcept = 0;
  virtual void fail_with(const std::exception_ptr & error) noexcept = 0;
  virtual void complete() noexcept = 0;

  /// Calls the observer. The observer may end the stream, and before it returns that, it may
  /// subscribe to the next goal, as take() in front of concat() does: goals that it subscribes to
  /// are queued afterwards.
  template <typename F>
  void call_observer(F next) noexcept
  {
    const auto client = goals();
    delivery current{client.get(), {}};
    delivery * const outer = std::exchange(delivery::here(), &current);
    next();
    delivery::here() = outer;
    for (const auto & goal : current.begun) {
      client->queue(goal);
    }
  }

  /// The observer is gone.
  void leave() noexcept
  {
    typename handle_type::SharedPtr handle;
    std::shared_ptr<goal_client<ActionT>> goals;
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::sending || state_ == state::running) {
        state_ = state::canceling;
        handle = handle_;
        goals = goals_;
      } else if (state_ != state::queued && state_ != state::looking) {
        return;
      }
    }
    if (!goals) {
      finish();
      return;
    }
    goals->begin_cancel(*this);
    if (current_state() != state::canceling) {  // it has ended meanwhile
      goals->end_cancel(*this);
      return;
    }
    wake_in(std::max(goals->options.cancel_timeout, rx::duration(1)));
    if (handle) {  // otherwise there is no response yet
      ask_to_cancel(handle);
    }
  }

private:
  /// A call of an observer, and the goals of the same client that were subscribed to meanwhile.
  struct delivery
  {
    /// The delivery that this thread is in, or null.
    static delivery *& here() noexcept
    {
      thread_local delivery * current = nullptr;
      return current;
    }

    const goal_client<ActionT> * client;  // null if the goal is over
    std::vector<std::shared_ptr<goal_run>> begun;
  };

  enum class state
  {
    queued,
    looking,
    sending,
    running,
    canceling,  // other goals wait for its end
    forgotten,  // other goals do not wait; canceled if it is still accepted
    over
  };

  state current_state() const
  {
    std::lock_guard lock(mutex_);
    return state_;
  }

  // Returns null unless it was in state `from`.
  std::shared_ptr<goal_client<ActionT>> step(state from, state to)
  {
    std::lock_guard lock(mutex_);
    if (state_ != from) {
      return nullptr;
    }
    state_ = to;
    return goals_;
  }

  std::shared_ptr<goal_client<ActionT>> goals() const
  {
    std::lock_guard lock(mutex_);
    return goals_;
  }
  std::string name() const
  {
    const auto of = goals();
    return of ? of->name : std::string();
  }
  std::string milliseconds(rx::duration goal_options::*member) const
  {
    const auto of = goals();
    const rx::duration limit = of ? of->options.*member : rx::duration::zero();
    return std::to_string(std::chrono::duration<double, std::milli>(limit).count()) + " ms";
  }

  // The server sends this stamp, and an installed ROS 2 throws for a time before 1970.
  static rclcpp::Time stamp_of(const handle_type & handle) noexcept
  {
    try {
      return handle.get_goal_stamp();
    } catch (const std::exception &) {
      return rclcpp::Time(0, 0, RCL_ROS_TIME);
    }
  }

  void answered(typename handle_type::SharedPtr handle)
  {
    state now;
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::over) {
        return;
      }
      now = state_;
      if (handle && now == state::sending) {
        state_ = state::running;
      } else if (handle && now == state::forgotten) {
        state_ = state::canceling;  // so that the result or the timer finishes it
      }
      handle_ = handle;
    }
    if (handle && now == state::sending) {
      emit({goal_update_kind::accepted, handle->get_goal_id(), stamp_of(*handle), {}, {}});
    } else if (handle) {
      ask_to_cancel(handle);
    } else {
      const std::string action = name();
      finish();
      fail(goal_rejected("send_goal: action '" + action + "' rejected the goal"));
    }
  }

  void ended(const typename handle_type::WrappedResult & result)
  {
    typename handle_type::SharedPtr handle;
    {
      std::lock_guard lock(mutex_);
      handle = handle_;
    }
    const std::string action = name();
    finish();
    if (!handle) {
      return;
    }
    using rclcpp_action::ResultCode;
    const std::shared_ptr<const typename ActionT::Result> value = result.result;
    const auto status = static_cast<std::int8_t>(result.code);
    const std::string goal = "send_goal: the goal of action '" + action + "' ";
    switch (result.code) {
      case ResultCode::SUCCEEDED:
        emit({goal_update_kind::result, result.goal_id, stamp_of(*handle), nullptr, value});
        complete();
        break;
      case ResultCode::ABORTED:
        fail(goal_aborted(goal + "was aborted", status, value));
        break;
      case ResultCode::CANCELED:
        fail(goal_canceled(goal + "was canceled", status, value));
        break;
      case ResultCode::UNKNOWN:
        fail(goal_lost(goal + "was lost: its server is gone or does not know it", status, value));
        break;
      default:  // comes from another process
        fail(goal_lost(
          goal + "was lost: its server sent the status " + std::to_string(status) +
            " with the result; expected 4 (succeeded), 5 (canceled) or 6 (aborted)",
          status, value));
        break;
    }
  }

  void ask_to_cancel(const typename handle_type::SharedPtr & handle) noexcept
  {
    if (const auto of = goals()) {
      try {
        of->client().async_cancel_goal(handle);
      } catch (...) {  // the goal or the node has ended; the timer ends the wait
      }
    }
  }

  void give_up_waiting() noexcept
  {
    std::shared_ptr<goal_client<ActionT>> goals;
    {
      std::lock_guard lock(mutex_);
      if (!handle_) {
        state_ = state::forgotten;
        goals = goals_;
      }
    }
    if (!goals) {
      finish();
      return;
    }
    wake_in(late_acceptance);
    goals->end_cancel(*this);
  }

  void finish() noexcept
  {
    typename handle_type::SharedPtr handle;
    std::shared_ptr<goal_client<ActionT>> goals;
    {
      std::lock_guard lock(mutex_);
      state_ = state::over;
      handle.swap(handle_);
      goals.swap(goals_);
    }
    wake_in(rx::duration::zero());
    if (goals) {
      goals->streams->remove(*this);
      goals->end_cancel(*this);
    }
  }

  // Replaces the previous timer. Zero: never. If two threads call it at once, the later call
  // counts.
  void wake_in(rx::duration wait)
  {
    std::lock_guard arming(arming_);
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::over) {
        wait = rx::duration::zero();
      } else if (state_ == state::canceling && goals_) {
        wait = std::max(goals_->options.cancel_timeout, rx::duration(1));
      }
    }
    time_->cancel(*this);
    if (wait > rx::duration::zero()) {
      const rx::time_point now = time_->now();
      const bool for_ever = wait >= rx::time_point::max() - now;
      time_->schedule(this->shared_from_this(), for_ever ? rx::time_point::max() : now + wait, {});
    }
  }

  template <typename Error>
  void fail(const Error & error) noexcept
  {
    fail_with(std::make_exception_ptr(error));
  }

  template <typename F>
  void guarded(F f) noexcept
  {
    try {
      f();
    } catch (...) {
      finish();
      fail_with(std::current_exception());
    }
  }

  static constexpr rx::duration late_acceptance = std::chrono::minutes(1);

  std::shared_ptr<node_scheduler> time_;  // set by begin(), like the goal
  std::shared_ptr<const goal_type> goal_;
  std::recursive_mutex
    arming_;  // held during schedule(), within which a closed scheduler ends the run
  mutable std::mutex mutex_;  // guards the members below
  state state_ = state::queued;
  std::shared_ptr<goal_client<ActionT>> goals_;  // null when it is over
  typename handle_type::SharedPtr handle_;
};

template <typename ActionT, typename Out>
class goal_stream final
: public rx::serialized_observer<goal_update<ActionT>, Out, goal_run<ActionT>>
{
  using base = rx::serialized_observer<goal_update<ActionT>, Out, goal_run<ActionT>>;

public:
  explicit goal_stream(Out out) : base(std::move(out)) {}

  // The goal of a disposed stream is being canceled when the next one is subscribed to, even if a
  // thread is still in the observer and ends later.
  void dispose() noexcept override
  {
    this->leave();
    base::dispose();
  }

protected:
  void emit(goal_update<ActionT> && update) noexcept override
  {
    this->call_observer([&] { this->next(std::move(update)); });
  }
  void fail_with(const std::exception_ptr & error) noexcept override { this->error(error); }
  void complete() noexcept override { this->completed(); }
  void released() noexcept override { this->leave(); }
};

/// The stream of one goal; each subscription sends the goal.
template <typename ActionT>
struct goal_source
{
  using value_type = goal_update<ActionT>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    auto stream =
      std::make_shared<goal_stream<ActionT, std::remove_cvref_t<Out>>>(std::forward<Out>(out));
    stream->begin(goals, goal);
    return stream;
  }

  rx::environment env() const { return goals->time; }

  std::shared_ptr<goal_client<ActionT>> goals;
  std::shared_ptr<const typename ActionT::Goal> goal;
};

}  // namespace rxros2::detail

#endif  // RXROS2__ACTIONS__DETAIL__GOAL_STREAM_HPP_
