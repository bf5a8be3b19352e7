// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates timers and adds them to a node; Node::create_wall_timer() and Node::create_timer() use
// it.
#ifndef RCLCPP__CREATE_TIMER_HPP_
#define RCLCPP__CREATE_TIMER_HPP_

#include <chrono>
#include <memory>
#include <ratio>
#include <stdexcept>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/node_interfaces/get_node_base_interface.hpp"
#include "rclcpp/node_interfaces/get_node_clock_interface.hpp"
#include "rclcpp/node_interfaces/get_node_timers_interface.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp
{
namespace detail
{

/// Returns the period in nanoseconds. Throws std::invalid_argument unless it is from 0 to 2^63 - 1
/// ns.
template <typename DurationRepT, typename DurationT>
std::chrono::nanoseconds safe_cast_to_period_in_ns(
  std::chrono::duration<DurationRepT, DurationT> period)
{
  // Floating point does not overflow in any unit, and rounding does not raise a smaller value to
  // 2^63.
  const std::chrono::duration<long double, std::nano> wanted = period;
  if (wanted.count() >= 0 && wanted.count() < 0x1p63L) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(period);
  }
  throw std::invalid_argument(
    "timer: the period is " + std::to_string(wanted.count()) + " ns; expected 0 to 2^63 - 1 ns");
}

/// Throws std::invalid_argument if `pointer` is null. `name` is the argument of the timer function
/// that it names in the error.
inline void expect_for_timer(const void * pointer, const char * name)
{
  if (pointer == nullptr) {
    throw std::invalid_argument(std::string("timer: ") + name + " is null; expected one to use");
  }
}

}  // namespace detail

/// Creates a timer in the time of `clock`. A null `group` means the default group of the node. The
/// caller owns the timer. Throws std::invalid_argument if the clock or an interface is null, or if
/// the period is negative or too large.
template <typename DurationRepT, typename DurationT, typename CallbackT>
typename GenericTimer<CallbackT>::SharedPtr create_timer(
  Clock::SharedPtr clock, std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
  CallbackGroup::SharedPtr group, node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  detail::expect_for_timer(clock.get(), "clock");
  detail::expect_for_timer(node_base, "node_base");
  detail::expect_for_timer(node_timers, "node_timers");
  auto timer = GenericTimer<CallbackT>::make_shared(
    std::move(clock), detail::safe_cast_to_period_in_ns(period), std::move(callback),
    node_base->get_context(), autostart);
  node_timers->add_timer(timer, group);
  return timer;
}

template <typename CallbackT>
/// Creates a timer from parts of a node, with a period as rclcpp::Duration.
TimerBase::SharedPtr create_timer(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeTimersInterface> node_timers, Clock::SharedPtr clock,
  Duration period, CallbackT && callback, CallbackGroup::SharedPtr group = nullptr,
  bool autostart = true)
{
  return create_timer(
    clock, period.to_chrono<std::chrono::nanoseconds>(), std::forward<CallbackT>(callback), group,
    node_base.get(), node_timers.get(), autostart);
}

/// Creates a timer for `node`: a pointer to a Node, NodeInterfaces, or another class with a node's
/// accessors to interfaces.
template <typename NodeT, typename CallbackT>
TimerBase::SharedPtr create_timer(
  NodeT node, Clock::SharedPtr clock, Duration period, CallbackT && callback,
  CallbackGroup::SharedPtr group = nullptr, bool autostart = true)
{
  return create_timer(
    clock, period.to_chrono<std::chrono::nanoseconds>(), std::forward<CallbackT>(callback), group,
    node_interfaces::get_node_base_interface(node).get(),
    node_interfaces::get_node_timers_interface(node).get(), autostart);
}

/// Creates a timer in steady time; arguments and errors as create_timer().
template <typename DurationRepT, typename DurationT, typename CallbackT>
typename WallTimer<CallbackT>::SharedPtr create_wall_timer(
  std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
  CallbackGroup::SharedPtr group, node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  detail::expect_for_timer(node_base, "node_base");
  detail::expect_for_timer(node_timers, "node_timers");
  auto timer = WallTimer<CallbackT>::make_shared(
    detail::safe_cast_to_period_in_ns(period), std::move(callback), node_base->get_context(),
    autostart);
  node_timers->add_timer(timer, group);
  return timer;
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_TIMER_HPP_
