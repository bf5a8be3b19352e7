// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Makes timers and adds them to a node; Node::create_wall_timer() and Node::create_timer() call it.
#ifndef RCLCPP__CREATE_TIMER_HPP_
#define RCLCPP__CREATE_TIMER_HPP_

#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/node_interfaces/get_node_base_interface.hpp"
#include "rclcpp/node_interfaces/get_node_timers_interface.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp
{
namespace detail
{

/// Throws std::invalid_argument if the period is negative or has no room in nanoseconds.
template <typename DurationRepT, typename DurationT>
std::chrono::nanoseconds safe_cast_to_period_in_ns(
  std::chrono::duration<DurationRepT, DurationT> period)
{
  using duration = std::chrono::duration<DurationRepT, DurationT>;
  using nanoseconds_as_double = std::chrono::duration<double, std::nano>;
  if (period < duration::zero()) {
    throw std::invalid_argument("timer period cannot be negative");
  }
  // A double near the maximum may round up beyond it: one unit of the period less cannot.
  constexpr auto limit = std::chrono::duration_cast<nanoseconds_as_double>(
    std::chrono::nanoseconds::max() - duration(1));
  if (std::chrono::duration_cast<nanoseconds_as_double>(period) > limit) {
    throw std::invalid_argument("timer period must be less than std::chrono::nanoseconds::max()");
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(period);
}

}  // namespace detail

/// A timer in the time of `clock`. Null `group`: the node's default one. The caller keeps the timer alive.
/// Throws std::invalid_argument if the clock or an interface is null, or the period negative or too large.
template <typename DurationRepT, typename DurationT, typename CallbackT>
typename GenericTimer<CallbackT>::SharedPtr create_timer(
  Clock::SharedPtr clock, std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
  CallbackGroup::SharedPtr group, node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  if (clock == nullptr) {
    throw std::invalid_argument("clock cannot be null");
  }
  if (node_base == nullptr) {
    throw std::invalid_argument("input node_base cannot be null");
  }
  if (node_timers == nullptr) {
    throw std::invalid_argument("input node_timers cannot be null");
  }
  auto timer = GenericTimer<CallbackT>::make_shared(
    std::move(clock), detail::safe_cast_to_period_in_ns(period), std::move(callback),
    node_base->get_context(), autostart);
  node_timers->add_timer(timer, group);
  return timer;
}

template <typename CallbackT>
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

/// `node`: a pointer to a Node, NodeInterfaces, or anything else with a node's accessors to interfaces.
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

/// A timer in steady time; the rest as create_timer().
template <typename DurationRepT, typename DurationT, typename CallbackT>
typename WallTimer<CallbackT>::SharedPtr create_wall_timer(
  std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
  CallbackGroup::SharedPtr group, node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  if (node_base == nullptr) {
    throw std::invalid_argument("input node_base cannot be null");
  }
  if (node_timers == nullptr) {
    throw std::invalid_argument("input node_timers cannot be null");
  }
  auto timer = WallTimer<CallbackT>::make_shared(
    detail::safe_cast_to_period_in_ns(period), std::move(callback), node_base->get_context(),
    autostart);
  node_timers->add_timer(timer, group);
  return timer;
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_TIMER_HPP_
