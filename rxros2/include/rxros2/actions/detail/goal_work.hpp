// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One goal of a serve_goals, from its start to its end: its answer and its result.

#ifndef RXROS2__ACTIONS__DETAIL__GOAL_WORK_HPP_
#define RXROS2__ACTIONS__DETAIL__GOAL_WORK_HPP_

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rx/coroutines/start.hpp"
#include "rx/error.hpp"
#include "rx/observable.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rxros2/services/detail/request_stream.hpp"

namespace rxros2
{

/// An item of a stream that answers a goal: feedback, and the result at the end.
template <typename ActionT>
using goal_answer = std::variant<typename ActionT::Feedback, typename ActionT::Result>;

namespace detail
{

enum class goal_end : std::uint8_t
{
  succeeded,
  canceled,
  aborted
};

template <typename>
inline constexpr bool is_variant = false;
template <typename... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

/// True if a message has fields. A message without fields has one dummy member, because C structs
/// need one.
template <typename Message>
inline constexpr bool has_fields =
  !requires(Message message) { message.structure_needs_at_least_one_member; };

template <typename ActionT>
class goal_work;

/// The serve_goals that a goal belongs to. Thread-safe.
template <typename ActionT>
class goal_work_owner
{
public:
  virtual rx::environment work_env() const = 0;
  virtual rclcpp::Logger logger() const = 0;
  virtual const std::string & action() const noexcept = 0;
  /// The goal is being answered, so it must be kept until over().
  virtual void keep(const std::shared_ptr<goal_work<ActionT>> & work) noexcept = 0;
  /// The goal has ended.
  virtual void over(const goal_work<ActionT> & work) noexcept = 0;

protected:
  ~goal_work_owner() = default;
};

/// Thread-safe; no user code and no handle is called with a lock held. The holder of the
/// goal_request keeps this object until it is answered, then its owner does until it ends.
template <typename ActionT>
class goal_work final : public std::enable_shared_from_this<goal_work<ActionT>>
{
public:
  using handle_type = rclcpp_action::ServerGoalHandle<ActionT>;
  using feedback_type = typename ActionT::Feedback;
  using result_type = typename ActionT::Result;

  goal_work(
    std::shared_ptr<handle_type> handle, std::shared_ptr<goal_work_owner<ActionT>> owner,
    std::uint64_t its_number)
  : number(its_number),
    handle_(std::move(handle)),
    owner_(std::move(owner)),
    goal_(handle_->get_goal())
  {
  }
  goal_work(const goal_work &) = delete;
  goal_work & operator=(const goal_work &) = delete;
  ~goal_work()
  {
    if (state_ == state::unanswered) {
      if (handle_->is_active()) {
        RCLCPP_WARN(
          owner_->logger(), "a goal of action '%s' was dropped without an answer, it is aborted",
          owner_->action().c_str());
      }
      end(goal_end::aborted);
    }
  }

  /// Its number among the goals of its owner.
  const std::uint64_t number;

  const std::shared_ptr<const typename ActionT::Goal> & goal() const noexcept { return goal_; }
  const rclcpp_action::GoalUUID & goal_id() const noexcept { return handle_->get_goal_id(); }
  bool cancel_requested() const noexcept { return cancel_requested_; }

  // --- called by its user ---

  template <typename Stream>
  void answer_by_stream(Stream && stream)
  {
    using item = typename std::remove_cvref_t<Stream>::value_type;
    begin_answer([&] {
      if constexpr (!is_variant<item> && !sendable<item, result_type>) {
        needs_result_ = false;  // feedback alone
      }
      answer_.set(
        std::forward<Stream>(stream).subscribe(answer_observer{this->shared_from_this()}));
    });
  }
  template <typename T>
  void answer_by_task(rx::task<T> task)
  {
    begin_answer([&] { start(std::move(task)); });
  }
  template <typename F>
  void answer_by_function(F f)
  {
    static_assert(
      rx::task_function<F>,
      "rxros2::goal_request<A>::answer: a function is to be a coroutine that returns rx::task");
    begin_answer([&] { start(rx::make_task(std::move(f))); });
  }
  template <typename F>
  void answer_by_emitter(F f)
  {
    using item = goal_answer<ActionT>;
    begin_answer([&] {
      const auto out = rx::make_subscriber<item>(answer_observer{this->shared_from_this()});
      start(rx::make_task(std::move(f), out));
    });
  }
  template <typename Result>
  void answer_by_result(Result && result)
  {
    if (claim()) {
      take(std::forward<Result>(result));
      end(goal_end::succeeded);
    }
  }

  // --- called by its owner ---

  void cancel() noexcept
  {
    cancel_requested_ = true;
    stop(goal_end::canceled);
  }
  void preempt() noexcept { stop(goal_end::aborted); }
  bool is_stopping() const noexcept
  {
    std::lock_guard lock(mutex_);
    return state_ == state::stopping;
  }
  /// Aborts the goal now, regardless of its answer.
  void abandon() noexcept
  {
    const auto running = coroutine();
    end(goal_end::aborted);
    if (running) {
      running->dispose();
    }
  }

private:
  enum class state : std::uint8_t
  {
    unanswered,
    answered,
    stopping,  // its coroutine is being canceled
    over
  };

  /// The observer of a stream that answers the goal.
  struct answer_observer
  {
    template <typename U>
    bool on_next(U && item) noexcept
    {
      return work->take(std::forward<U>(item));
    }
    void on_error(const std::exception_ptr & error) noexcept { work->failed(error); }
    void on_completed() noexcept { work->completed(); }
    rx::environment env() const { return work->owner_->work_env(); }

    std::shared_ptr<goal_work> work;
  };

  /// Is notified of the end of a coroutine that answers the goal.
  struct answer_end
  {
    template <typename Promise>
    void take(Promise & promise) noexcept
    {
      try {
        if constexpr (std::is_void_v<decltype(promise.take())>) {
          promise.take();
        } else {
          work->take(promise.take());
        }
        outcome = goal_end::succeeded;
      } catch (const rx::cancelled &) {
      } catch (...) {
        error = std::current_exception();
      }
    }
    void ended() noexcept { work->coroutine_ended(outcome, error); }

    std::shared_ptr<goal_work> work;
    goal_end outcome = goal_end::aborted;  // also if it was destroyed with its node
    std::exception_ptr error;
  };

  // An exception at the start of the answer fails the goal, like a later one.
  template <typename F>
  void begin_answer(F begin)
  {
    if (claim()) {
      try {
        begin();
      } catch (...) {
        failed(std::current_exception());
      }
    }
  }

  // Returns false if the goal ended before it was answered.
  bool claim()
  {
    {
      std::lock_guard lock(mutex_);
      if (std::exchange(is_answered_, true)) {
        throw std::logic_error(
          "serve_goals: a goal of action '" + owner_->action() + "' was answered twice");
      }
      if (state_ != state::unanswered) {
        return false;
      }
      state_ = state::answered;
    }
    owner_->keep(this->shared_from_this());
    return true;
  }

  template <typename T>
  void start(rx::task<T> task)
  {
    const auto begun = std::make_shared<rx::started_task<T, answer_end>>(
      owner_->work_env().worker(), std::move(task), answer_end{this->shared_from_this(), {}, {}});
    {
      std::lock_guard lock(mutex_);
      if (state_ != state::answered) {
        return;
      }
      coroutine_ = begun;
    }
    begun->begin();
  }

  std::shared_ptr<rx::lifetime> coroutine() const noexcept
  {
    std::lock_guard lock(mutex_);
    return coroutine_.lock();
  }

  // Returns false if no more items are needed.
  template <typename U>
  bool take(U && item) noexcept
  {
    using type = std::remove_cvref_t<U>;
    if constexpr (is_variant<type>) {
      return std::visit(
        [this](auto && entry) { return this->take(std::forward<decltype(entry)>(entry)); },
        std::forward<U>(item));
    } else {
      constexpr bool is_result = sendable<U &&, result_type>;
      static_assert(
        is_result || sendable<U &&, feedback_type>,
        "rxros2::goal_request<A>::answer: the items of an answer must be A::Feedback, "
        "A::Result, pointers to these, or a std::variant of them");
      try {
        if constexpr (is_result) {
          auto result = detail::shared_request<result_type>(std::forward<U>(item));
          std::lock_guard lock(mutex_);
          last_.swap(result);
        } else {
          auto feedback = detail::shared_request<feedback_type>(std::forward<U>(item));
          if (!feedback) {
            throw std::invalid_argument("got a null pointer instead of feedback");
          }
          if (!is_over()) {
            handle_->publish_feedback(std::move(feedback));
          }
        }
      } catch (...) {
        failed(std::current_exception());
      }
      return !is_over();
    }
  }

  void completed() noexcept { end(goal_end::succeeded); }
  void failed(const std::exception_ptr & error) noexcept
  {
    if (!is_over()) {
      RCLCPP_ERROR(
        owner_->logger(), "a goal of action '%s' failed, it is aborted: %s",
        owner_->action().c_str(), rx::what(error).c_str());
      end(goal_end::aborted);
    }
  }
  void coroutine_ended(goal_end outcome, const std::exception_ptr & error) noexcept
  {
    if (error) {
      failed(error);
      return;
    }
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::stopping) {
        outcome = stopping_as_;
      }
    }
    end(outcome);
  }

  void stop(goal_end outcome) noexcept
  {
    std::shared_ptr<rx::lifetime> running;
    {
      std::lock_guard lock(mutex_);
      if (state_ == state::stopping || state_ == state::over) {
        return;
      }
      running = coroutine_.lock();
      if (running) {
        state_ = state::stopping;
        stopping_as_ = outcome;
      }
    }
    if (running) {
      running->dispose();  // coroutine_ended() follows
    } else {
      end(outcome);
    }
  }

  bool is_over() const noexcept
  {
    std::lock_guard lock(mutex_);
    return state_ == state::over;
  }

  void end(goal_end outcome) noexcept
  {
    std::shared_ptr<result_type> last;
    {
      std::lock_guard lock(mutex_);
      if (std::exchange(state_, state::over) == state::over) {
        return;
      }
      last.swap(last_);
    }
    answer_.dispose();
    try {
      if (handle_->is_active()) {  // otherwise the context has been shut down
        if (!last && outcome == goal_end::succeeded && needs_result_) {
          RCLCPP_WARN(
            owner_->logger(),
            "a goal of action '%s' ended without a result, it is aborted; the last item of an "
            "answer must be the result",
            owner_->action().c_str());
          outcome = goal_end::aborted;
        }
        if (!last) {  // a handle does not take a null pointer
          last = std::make_shared<result_type>();
        }
        switch (outcome) {
          case goal_end::succeeded:
            handle_->succeed(std::move(last));
            break;
          case goal_end::canceled:
            handle_->canceled(std::move(last));
            break;
          case goal_end::aborted:
            handle_->abort(std::move(last));
            break;
        }
      }
    } catch (const std::exception & error) {
      RCLCPP_WARN(
        owner_->logger(), "a goal of action '%s' could not be ended: %s", owner_->action().c_str(),
        error.what());
    }
    owner_->over(*this);
  }

  const std::shared_ptr<handle_type> handle_;
  const std::shared_ptr<goal_work_owner<ActionT>> owner_;
  const std::shared_ptr<const typename ActionT::Goal> goal_;
  std::atomic<bool> cancel_requested_ = false;
  rx::single_assignment_subscription answer_;
  mutable std::mutex mutex_;  // guards the members below
  bool is_answered_ = false;
  bool needs_result_ = has_fields<result_type>;  // set before the answer begins
  state state_ = state::unanswered;
  goal_end stopping_as_ = goal_end::aborted;
  std::weak_ptr<rx::lifetime> coroutine_;
  std::shared_ptr<result_type> last_;
};

}  // namespace detail
}  // namespace rxros2

#endif  // RXROS2__ACTIONS__DETAIL__GOAL_WORK_HPP_
