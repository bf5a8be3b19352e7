// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What becomes of goals that come while others run, of those that take too long, and of those that
// fail: docs/how-to/preempt-goals.md.
#ifndef EXAMPLES__ACTIONS__POLICIES_HPP_
#define EXAMPLES__ACTIONS__POLICIES_HPP_

#include <exception>
#include <memory>
#include <string>

#include "example_interfaces/action/fibonacci.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"
#include "rxros2/rxros2.hpp"

namespace policies
{

using namespace rxcpp::operators;   // NOLINT: as the page reads
using namespace rxros2::operators;  // NOLINT
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;
using NodePtr = std::shared_ptr<rxros2::Node>;

// snippet serve
using Answer = rxros2::goal_answer<Fibonacci>;

inline rx::task<> drive(rxros2::goal_request<Fibonacci> goal, rx::subscriber<Answer> out)
{
  for (int step = 0; step < goal->order; ++step) {
    Fibonacci::Feedback feedback;
    feedback.sequence = {step};
    out.on_next(feedback);
    co_await rx::sleep_for(10ms);
  }
  Fibonacci::Result result;
  result.sequence = {goal->order};
  out.on_next(result);
}

inline void serve(const NodePtr & node)
{
  rxros2::observable::serve_goals<Fibonacci>(
    node, "drive", {.at_most = 1, .when_busy = rxros2::when_busy::queue})
    .subscribe([](const auto & goal) {
      goal.answer([goal](rx::subscriber<Answer> out) { return drive(goal, out); });
    });
}
// end

// snippet preempt
auto newest_wins(rx::any_observable auto goals, const NodePtr & node)
{
  return goals | send_goal<Fibonacci>(node, "drive") | switch_on_next();
}

auto one_after_the_other(rx::any_observable auto goals, const NodePtr & node)
{
  return goals | send_goal<Fibonacci>(node, "drive") | concat();
}

auto first_wins(rx::any_observable auto goals, const NodePtr & node)
{
  return goals | send_goal<Fibonacci>(node, "drive") |
         exhaust_map([](const auto & goal) { return goal; });
}
// end

// snippet time_out
auto within(rx::duration limit, rx::any_observable auto goals, const NodePtr & node)
{
  return goals | send_goal<Fibonacci>(node, "drive", {.server_timeout = 5s, .timeout = limit}) |
         concat();
}
// end

// snippet retry
auto persistently(rx::any_observable auto goals, const NodePtr & node)
{
  return goals | send_goal<Fibonacci>(node, "drive", {.timeout = 10s}) |
         concat_map([](const auto & goal) {
           return goal.result() | retry(3) | map([](const auto & result) {
                    return "drove " + std::to_string(result->sequence[0]);
                  }) |
                  catch_([](const std::exception_ptr & error) {
                    return rxcpp::observable<>::just("gave up: " + rxcpp::what(error));
                  });
         });
}
// end

// snippet coroutine
inline rx::task<int> drive_to(NodePtr node, int distance)
{
  Fibonacci::Goal order;
  order.order = distance;
  const auto goal = co_await (
    rxcpp::observable<>::just(order) | send_goal<Fibonacci>(node, "drive", {.timeout = 60s}));
  const auto result = co_await goal.result();  // canceled here, the goal is canceled
  co_return result->sequence[0];
}
// end

}  // namespace policies

#endif  // EXAMPLES__ACTIONS__POLICIES_HPP_
