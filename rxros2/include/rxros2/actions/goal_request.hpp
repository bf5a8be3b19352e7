// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of serve_goals, and the goals that it emits. A stream, a coroutine or a result
// answers a goal.

#ifndef RXROS2__ACTIONS__GOAL_REQUEST_HPP_
#define RXROS2__ACTIONS__GOAL_REQUEST_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rx/coroutines/task.hpp"
#include "rx/observable.hpp"
#include "rxros2/actions/detail/goal_work.hpp"

namespace rxros2
{

/// The policy for a goal that arrives while the maximum number of goals is running.
enum class when_busy : std::uint8_t
{
  queue,   ///< the goal is accepted and begins when a running one has ended
  reject,  ///< the goal is not accepted
  preempt  ///< the goal is accepted; the oldest running goal is disposed and aborted, and waiting
           ///< goals are canceled
};

/// The options of serve_goals.
template <typename ActionT>
struct goal_server_options
{
  /// A function that gets a goal and returns whether it is accepted.
  using goal_function = std::function<bool(const typename ActionT::Goal &)>;

  /// Maximum number of goals that run at a time; empty: no limit.
  std::optional<std::size_t> at_most = std::nullopt;
  /// The policy for a goal beyond that maximum.
  rxros2::when_busy when_busy = rxros2::when_busy::queue;
  /// Returns whether a goal is accepted; default: all are. An exception is logged and rejects the
  /// goal.
  goal_function accept = nullptr;
  /// Returns whether a goal may be canceled; default: all may. An exception is logged, and the goal
  /// continues.
  goal_function may_cancel = nullptr;
  /// How long results are kept, counted from the goal's end on the node's clock.
  rx::duration result_timeout = std::chrono::seconds(10);
  /// The callback group that emits goals and runs the coroutines that answer them; null: the node's
  /// default group.
  rclcpp::CallbackGroup::SharedPtr callback_group = nullptr;
};

/// A running goal, which must be answered once. serve_goals emits it.
/** Copies refer to the same goal. If the last copy is destroyed without an answer, the goal is
 * aborted and a warning is logged. Thread-safe.
 *
 *     serve_goals<Fibonacci>(node, "steps").subscribe([](const auto & goal) {
 *       goal.answer([goal](rx::subscriber<rxros2::goal_answer<Fibonacci>> out) -> rx::task<> {
 *         for (int step = 0; step < goal->order; ++step) {
 *           co_await rx::sleep_for(5ms);
 *           out.on_next(Fibonacci::Feedback());
 *         }
 *         out.on_next(Fibonacci::Result());
 *       });
 *     });
 *     just(order(2)) | send_goal<Fibonacci>(node, "steps") | concat()
 *       | map([](const auto & update) { return static_cast<int>(update.kind); });  // -> 0 1 1 2 |
 */
template <typename ActionT>
class goal_request
{
public:
  /// The goal message of the action.
  using Goal = typename ActionT::Goal;

  /// Used by serve_goals.
  explicit goal_request(std::shared_ptr<detail::goal_work<ActionT>> work) : work_(std::move(work))
  {
  }

  /// The goal as the client sent it.
  const Goal & operator*() const noexcept { return *work_->goal(); }
  /// Gives access to the members of the goal.
  const Goal * operator->() const noexcept { return work_->goal().get(); }
  /// Returns the goal; it stays valid as long as the pointer.
  std::shared_ptr<const Goal> request() const noexcept { return work_->goal(); }
  /// Returns the id of the goal.
  const rclcpp_action::GoalUUID & goal_id() const noexcept { return work_->goal_id(); }
  /// Returns true if a client has requested to cancel the goal and this was permitted.
  bool cancel_requested() const noexcept { return work_->cancel_requested(); }

  /// Sets what answers the goal, at once or later. Throws std::logic_error if the goal was answered
  /// before.
  /** `with` is one of
   * - a stream: its items are feedback, and its last item is the result, sent when the stream
   *   completes; each item is an A::Feedback, an A::Result, a pointer to one of them, or a
   *   goal_answer<A>;
   * - a coroutine, rx::task<A::Result>, or a function that returns one: its return value is the
   *   result;
   * - a coroutine function that takes an rx::subscriber<goal_answer<A>> and returns rx::task<>: the
   *   items that it emits are treated like those of a stream;
   * - an A::Result, or a pointer to it.
   * If an answer ends without a result, the goal is aborted with an empty result, and a warning is
   * logged. Only a stream of feedback alone, and an action whose result has no fields, succeed
   * without a result. If the client cancels the goal, or another goal preempts it, the stream is
   * disposed, or the coroutine is canceled and waited for; then the goal ends as canceled, or
   * aborted, with the latest result. An error aborts the goal and is logged. */
  template <typename Answer>
  void answer(Answer && with) const
  {
    using type = std::remove_cvref_t<Answer>;
    if constexpr (rx::any_observable<type>) {
      work_->answer_by_stream(std::forward<Answer>(with));
    } else if constexpr (rx::is_task<type>) {
      work_->answer_by_task(std::forward<Answer>(with));
    } else if constexpr (std::is_invocable_v<type &, rx::subscriber<goal_answer<ActionT>>>) {
      work_->answer_by_emitter(std::forward<Answer>(with));
    } else if constexpr (std::is_invocable_v<type &>) {
      work_->answer_by_function(std::forward<Answer>(with));
    } else {
      work_->answer_by_result(std::forward<Answer>(with));
    }
  }

private:
  std::shared_ptr<detail::goal_work<ActionT>> work_;
};

}  // namespace rxros2

#endif  // RXROS2__ACTIONS__GOAL_REQUEST_HPP_
