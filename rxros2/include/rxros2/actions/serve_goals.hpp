// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// serve_goals: the goals of an action as a stream. Needs the package rclcpp_action, so it is not
// part of rxros2.hpp.

#ifndef RXROS2__ACTIONS__SERVE_GOALS_HPP_
#define RXROS2__ACTIONS__SERVE_GOALS_HPP_

#if !__has_include("rclcpp_action/rclcpp_action.hpp")
#error "serve_goals.hpp needs the package rclcpp_action: link rclcpp_action::rclcpp_action"
#endif

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rxros2/actions/detail/goal_server.hpp"
#include "rxros2/actions/goal_request.hpp"

namespace rxros2
{

namespace detail
{

template <typename ActionT>
struct served_goals_source
{
  using value_type = goal_request<ActionT>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.node.lock();
    const auto logging = node.logging.lock();
    if (!access || !logging) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    auto stream =
      std::make_shared<served_goals<ActionT, std::remove_cvref_t<Out>>>(std::forward<Out>(out));
    try {
      stream->open(*access, logging, action, options);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  rx::environment env() const
  {
    return labelled(
      environment_of(node.node, options.callback_group), node.node,
      {"goals of action", action, stream_label::kind::topic});
  }

  action_node node;
  std::string action;
  goal_server_options<ActionT> options;
};

}  // namespace detail

namespace observable
{

/// serve_goals<A>(node, action[, options]) offers an action and emits its goals as they begin; each
/// must be answered.
/**
 *     goals that are sent                    --1--2-----3---
 *     serve_goals<A>(node, a)                --1--2-----3--|     | the node was destroyed
 *     serve_goals<A>(node, a, {.at_most=1})  --1-----2--3--|     2 waited for the end of 1
 *
 * Items are goal_request<A>: `goal.answer(…)` takes a stream, a coroutine or a result. Each
 * subscription offers the action until it ends; use share() for several subscribers. The end of the
 * stream aborts the running goals and cancels the waiting ones, so an exception in a function
 * behind it does, too; an exception of an answer aborts only its own goal. Goals are emitted by the
 * executor that spins the node, in options.callback_group. Errors: exceptions of rclcpp_action (a
 * bad name, …). Throws std::invalid_argument for an at_most of 0 and a negative result_timeout.
 * `node` is a pointer or shared_ptr to any node; it is not kept alive. Cost of a goal: that of
 * rclcpp_action's server, one allocation, and that of the answer.
 *
 *     auto count = [](const rxros2::goal_request<Fibonacci> & goal) {
 *       Fibonacci::Feedback feedback;
 *       Fibonacci::Result result;
 *       result.sequence = {goal->order};
 *       goal.answer(from(feedback, feedback) | map([](const auto & item) {
 *         return rxros2::goal_answer<Fibonacci>(item); })
 *         | end_with(rxros2::goal_answer<Fibonacci>(result)));
 *     };
 *     serve_goals<Fibonacci>(node, "count").subscribe(count);
 *     just(order(3)) | send_goal<Fibonacci>(node, "count") | concat()
 *       | map([](const auto & update) { return update.result ? update.result->sequence[0] : 0; });
 *     // -> 0 0 0 3 |
 */
template <typename ActionT, detail::node_pointer Node>
auto serve_goals(
  const Node & node, const std::string & action, const goal_server_options<ActionT> & options = {})
{
  if (options.at_most == 0u) {
    throw std::invalid_argument(
      "serve_goals of action '" + action + "': at_most is 0; expected 1 or more");
  }
  if (options.result_timeout < rx::duration::zero()) {
    throw std::invalid_argument(
      "serve_goals of action '" + action + "': result_timeout is " +
      std::to_string(options.result_timeout.count()) + " ns; expected 0 or more");
  }
  return rx::make_observable(
    detail::served_goals_source<ActionT>{detail::action_node(node), action, options});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__ACTIONS__SERVE_GOALS_HPP_
