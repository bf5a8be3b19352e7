// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What serve_goals is told, and a goal that it emits: to be answered by a stream, a coroutine or a
// result.

#ifndef RXROS2__GOAL_REQUEST_HPP_
#define RXROS2__GOAL_REQUEST_HPP_

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
#include "rxros2/detail/goal_work.hpp"

namespace rxros2
{

/// What becomes of a goal while as many run as may.
enum class when_busy : std::uint8_t
{
  queue,   ///< it is accepted, and begins when one has ended
  reject,  ///< it is not accepted
  preempt  ///< it is accepted; the oldest that runs is disposed and aborted, those that wait are
           ///< canceled
};

/// For serve_goals.
template <typename ActionT>
struct goal_server_options
{
  using goal_function = std::function<bool(const typename ActionT::Goal &)>;

  /// Goals that run at a time; none: no limit.
  std::optional<std::size_t> at_most = std::nullopt;
  rxros2::when_busy when_busy = rxros2::when_busy::queue;
  /// Whether a goal is accepted; none: all are. What it throws is logged, and rejects the goal.
  goal_function accept = nullptr;
  /// Whether a goal may be canceled; none: all may. What it throws is logged, and the goal goes on.
  goal_function may_cancel = nullptr;
  /// How long results are kept, from the goal's end on, by the node's clock.
  rx::duration result_timeout = std::chrono::seconds(10);
  /// Where goals are emitted, and coroutines that answer them run; none: the node's default group.
  rclcpp::CallbackGroup::SharedPtr callback_group = nullptr;
};

/// A goal that runs, to be answered once: what serve_goals emits.
/** Copies stand for the same goal. If the last one is dropped and nobody has answered, the goal is
 *  aborted, and a warning is logged. Any thread.
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
  using Goal = typename ActionT::Goal;

  /// For serve_goals.
  explicit goal_request(std::shared_ptr<detail::goal_work<ActionT>> work) : work_(std::move(work))
  {
  }

  const Goal & operator*() const noexcept { return *work_->goal(); }
  const Goal * operator->() const noexcept { return work_->goal().get(); }
  std::shared_ptr<const Goal> request() const noexcept { return work_->goal(); }
  const rclcpp_action::GoalUUID & goal_id() const noexcept { return work_->goal_id(); }
  /// A client wants it to be canceled, and it may.
  bool cancel_requested() const noexcept { return work_->cancel_requested(); }

  /// Says what the goal is answered by. Now or later; throws std::logic_error of a second time.
  /** `with` is one of
   *  - a stream: its items are feedback, its last item the result, sent when it completes; each is
   *    an A::Feedback, an A::Result, a pointer to one of them, or a goal_answer<A>;
   *  - a coroutine, rx::task<A::Result>, or a function that returns one: the result is what it
   *    returns;
   *  - a coroutine function that takes an rx::subscriber<goal_answer<A>> and returns rx::task<>: as
   *    a stream of what it emits;
   *  - an A::Result, or a pointer to it.
   *  An answer that ends without a result aborts the goal, and a warning is logged; an empty result
   *  is sent. Only a stream of feedback alone, and an action whose result has no fields, need none
   *  to succeed. If the client cancels, or another goal preempts it, the
   *  stream is disposed, or the coroutine canceled and waited for; then the goal ends as canceled,
   *  or aborted, with the result that came last. An error aborts the goal, and is logged. */
  template <typename Answer>
  void answer(Answer && with) const
  {
    using type = std::remove_cvref_t<Answer>;
    if constexpr (rx::any_observable<type>) {
      work_->answer_by_stream(std::forward<Answer>(with));
    } else if constexpr (rx::detail::is_task<type>) {
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

#endif  // RXROS2__GOAL_REQUEST_HPP_
