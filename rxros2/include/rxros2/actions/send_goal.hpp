// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// send_goal: sends goals to an action server and emits their progress. Needs the package
// rclcpp_action, so it is not part of rxros2.hpp.

#ifndef RXROS2__ACTIONS__SEND_GOAL_HPP_
#define RXROS2__ACTIONS__SEND_GOAL_HPP_

#if !__has_include("rclcpp_action/rclcpp_action.hpp")
#error "send_goal.hpp needs the package rclcpp_action: link rclcpp_action::rclcpp_action"
#endif

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rxros2/actions/detail/goal_stream.hpp"
#include "rxros2/services/detail/request_stream.hpp"

namespace rxros2
{

/// The item that send_goal emits for each goal: a stream of goal_update<A>.
/**
 *     auto first_of = [&](int n) -> rx::task<int> {
 *       const auto goal = co_await (just(order(n)) | send_goal<Fibonacci>(node, "first_of"));
 *       const auto result = co_await goal.result();
 *       co_return result->sequence[0];
 *     };
 *     serve_goals<Fibonacci>(node, "first_of").subscribe([](const auto & goal) {
 *       Fibonacci::Result result;
 *       result.sequence = {goal->order, 1};
 *       goal.answer(result);
 *     });
 *     from_task([&] { return first_of(7); }, on_callback_group(node));  // -> 7 |
 */
template <typename ActionT>
class goal_observable : public rx::observable<goal_update<ActionT>, detail::goal_source<ActionT>>
{
public:
  using goal_observable::observable::observable;

  /// Returns a stream of only the result, as shared_ptr<const A::Result>. Use `co_await
  /// goal.result()` to send the goal and get its result; it throws the goal's error. If the
  /// coroutine is canceled there, so is the goal.
  auto result() const
  {
    return *this | rx::operators::filter([](const goal_update<ActionT> & update) {
      return update.kind == goal_update_kind::result;
    }) | rx::operators::map([](const goal_update<ActionT> & update) { return update.result; });
  }
};

namespace detail
{

/// One subscribed observer of a send_goal.
template <typename ActionT, typename Out>
class goals_stream final : public rx::serialized_observer<goal_observable<ActionT>, Out>,
                           public node_bound
{
public:
  goals_stream(Out out, std::shared_ptr<goal_client<ActionT>> client)
  : rx::serialized_observer<goal_observable<ActionT>, Out>(std::move(out)), goals(std::move(client))
  {
  }

  void node_ended() noexcept override { this->completed(); }

  const std::shared_ptr<goal_client<ActionT>> goals;
  rx::single_assignment_subscription source;

protected:
  void released() noexcept override
  {
    source.dispose();
    goals->streams->remove(*this);
  }
};

/// The observer of the source of goals.
template <typename ActionT, typename Stream>
struct goals_input
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    try {
      auto goal = detail::shared_request<typename ActionT::Goal>(std::forward<U>(item));
      if (!goal) {
        throw std::invalid_argument("send_goal: got a null pointer instead of a goal");
      }
      return stream->next(
        goal_observable<ActionT>(goal_source<ActionT>{stream->goals, std::move(goal)}));
    } catch (...) {
      stream->error(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { stream->error(error); }
  void on_completed() noexcept { stream->completed(); }
  rx::environment env() const { return stream->goals->time; }

  std::shared_ptr<Stream> stream;
};

template <typename ActionT, typename Source>
struct goals_source
{
  using value_type = goal_observable<ActionT>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.node.lock();
    const auto logging = node.logging.lock();
    if (!access || !logging) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    using stream_type = goals_stream<ActionT, std::remove_cvref_t<Out>>;
    std::shared_ptr<goal_client<ActionT>> client;
    try {
      client = std::make_shared<goal_client<ActionT>>(node.node, *access, logging, action, options);
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    auto stream = std::make_shared<stream_type>(std::forward<Out>(out), std::move(client));
    stream->goals->streams->add(stream);
    if (!stream->disposed()) {
      stream->source.set(source.start(goals_input<ActionT, stream_type>{stream}));
    }
    return stream;
  }

  rx::environment env() const
  {
    return labelled(
      environment_of(node.node, options.callback_group), node.node,
      {"send_goal", action, stream_label::kind::topic});
  }

  Source source;
  action_node node;
  std::string action;
  goal_options options;
};

template <typename ActionT>
struct send_goal
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    static_assert(
      sendable<typename source_type::value_type, typename ActionT::Goal>,
      "rxros2::send_goal<A>: the items of this stream are neither A::Goal nor pointers to it");
    return rx::make_observable(goals_source<ActionT, source_type>{
      std::forward<Observable>(source).source(), node, action, options});
  }

  action_node node;
  std::string action;
  goal_options options;
};

}  // namespace detail

namespace operators
{

/// goals | send_goal<A>(node, action[, options]) emits a stream for each goal; subscribing to that
/// stream sends the goal.
/**
 *     goals                  --1-----------2--|
 *     send_goal<A>(node, a)  --+-----------+--|
 *                               +-a-f-f-r|  +--X    a accepted, f feedback, r result
 *
 * Items in: A::Goal, or pointers to it. Items out: goal_observable<A>, whose items are
 * goal_update<A>. The operator behind it decides between goals: switch_on_next() (a new goal
 * cancels the previous one), concat() (one after the other), exhaust_map() (a goal that arrives too
 * early is dropped), merge(). Never blocks: without a server a goal waits, and the operator checks
 * for a server every 10 ms; after 3 s the log says why there is none. Disposing a goal's stream
 * cancels the goal, even if the server accepts it up to a minute later. Goals of the same operator
 * that are subscribed to after that are sent when the canceled goal has ended or
 * options.cancel_timeout has passed. The node's end asks the server to cancel the running goals,
 * and completes the streams. Each subscription sends the goal anew, so `| retry(3)` tries it three
 * times. Errors of a goal's stream: goal_rejected, goal_aborted, goal_canceled, goal_lost,
 * no_action_server, goal_timeout, and exceptions of rclcpp_action. With an installed ROS 2 the
 * death of a server does not end a goal, so set a timeout. Runs in the executor of the node, in
 * options.callback_group; so does a source without an environment of its own. Cost of a goal: that
 * of rclcpp_action's async_send_goal, one copy of the goal and a few allocations; one timer if
 * there is a time limit.
 *
 *     auto nobody = just(order(3)) | send_goal<Fibonacci>(node, "nobody", {.server_timeout = 5ms})
 *       | concat_map([](auto goal) { return goal | retry(3); })
 *       | map([](const auto & update) { return static_cast<int>(update.kind); });
 *     nobody;  // -> X send_goal: there was no server of action 'nobody' within 5.000000 ms
 */
template <typename ActionT, detail::node_pointer Node>
auto send_goal(const Node & node, const std::string & action, const goal_options & options = {})
{
  const rx::duration none = rx::duration::zero();
  if (options.server_timeout < none || options.timeout < none || options.cancel_timeout < none) {
    throw std::invalid_argument(
      "send_goal to '" + action + "': a time limit is negative; expected 0 or more");
  }
  return detail::send_goal<ActionT>{detail::action_node(node), action, options};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__ACTIONS__SEND_GOAL_HPP_
