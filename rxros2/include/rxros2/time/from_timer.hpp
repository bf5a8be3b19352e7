// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_timer: a ROS timer as a stream.

#ifndef RXROS2__TIME__FROM_TIMER_HPP_
#define RXROS2__TIME__FROM_TIMER_HPP_

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/sources/interval.hpp"
#include "rx/subscription.hpp"
#include "rxros2/nodes/detail/node_access.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2
{

namespace detail
{

struct timer_source
{
  using value_type = long;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    rx::environment timed_by;
    try {
      node_streams::check_context(
        *access, "timer of period", std::to_string(period.count()) + " ns");
      timed_by = rx::environment(node_streams::of(*access)->scheduler(*access, group, clock));
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    return rx::sources::timer(period, period, std::move(timed_by))
      .source()
      .start(std::forward<Out>(out));
  }
  rx::environment env() const
  {
    return labelled(environment_of(node, group, clock), node, timer_label(period));
  }

  weak_node node;
  rx::duration period;
  rcl_clock_type_t clock;
  rclcpp::CallbackGroup::SharedPtr group;
};

}  // namespace detail

namespace observable
{

/// from_timer(node, period[, clock][, group]) emits 1, 2, 3…, the first after one period, like the
/// callbacks of a ROS timer.
/**
 *     from_timer(n, 10ms)   ----1----2----3----|  (a dash: 2 ms; |: the end of the node)
 *
 * `clock`: RCL_ROS_TIME is the node's own clock, which stands still while simulated time does;
 * RCL_STEADY_TIME and RCL_SYSTEM_TIME are the machine's clocks. Ticks are emitted by the executor
 * that spins the node, in `group`, otherwise in the node's default group. The k-th tick is due at
 * start + k·period; missed ticks are skipped. Throws std::invalid_argument unless the period is
 * positive. If the context was shut down before the subscription, that is the stream's error. For a
 * first item at once, use interval(period, on_callback_group(node)). Cost: two rclcpp timers per
 * subscription, one after the other; no heap per tick.
 *
 *     from_timer(node, 10ms) | take(3);  // -> 1 2 3 |
 */
template <detail::node_pointer Node>
auto from_timer(
  const Node & node, rx::duration period, rcl_clock_type_t clock = RCL_ROS_TIME,
  rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  if (period <= rx::duration::zero()) {
    throw std::invalid_argument(
      "from_timer: the period is " + std::to_string(period.count()) + " ns; expected more than 0");
  }
  return rx::make_observable(
    detail::timer_source{detail::weak_node(node), period, clock, std::move(group)});
}
template <typename First, typename... More>
  requires(!detail::node_pointer<First>)
RX_MISTAKE(
  "rxros2::from_timer: the first argument is the node. Write from_timer(node, period[, clock][, "
  "group])")
rx::mistaken from_timer(const First &, const More &...)
{
  return {};
}
template <detail::node_pointer Node, rx::no_duration Number, typename... More>
RX_MISTAKE("rxros2::from_timer: a duration needs a unit and no fraction, such as 100ms")
rx::mistaken from_timer(const Node &, const Number &, const More &...)
{
  return {};
}
template <detail::node_pointer Node, std::invocable<> Callback>
RX_MISTAKE(
  "rxros2::from_timer: takes no callback. Write from_timer(node, period).subscribe(callback), "
  "where the callback takes the number of the tick")
rx::mistaken from_timer(const Node &, rx::duration, const Callback &)
{
  return {};
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__TIME__FROM_TIMER_HPP_
