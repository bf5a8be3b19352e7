// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// start: a coroutine that runs on the executor of a node.

#ifndef RXROS2__ASYNC__START_HPP_
#define RXROS2__ASYNC__START_HPP_

#include <utility>

#include "rx/coroutines.hpp"
#include "rxros2/nodes/on_callback_group.hpp"

namespace rxros2
{

/// start(node, task[, group]) starts a coroutine (rx::task<T>, or a function that returns one) in a
/// callback group of a node.
/**
 *     rxros2::start(this, [this]() -> rx::task<> {          // in run() of a node
 *       auto response = co_await send_request<Trigger>(this, "calibrate", Trigger::Request());
 *       auto scans = rx::listen(from_topic<LaserScan>(this, "scan"));
 *       while (auto scan = co_await scans.next()) { … }
 *     });
 *
 * The default group is the node's default group. The coroutine never blocks the executor: while it
 * waits, everything else runs; its own code runs as one callback at a time, in the node's time (but
 * for a shutdown while a callback of the group takes longer than 0.1 s). An
 * error of the coroutine goes to rx::on_unhandled_error. When the context shuts down, the
 * coroutine is cancelled: its co_await throws rx::cancelled, and what it publishes in a catch block
 * is sent. When the node is destroyed before, the coroutine is destroyed where it waits (so it must
 * not own the node). Disposing the returned subscription
 * cancels it. Thread-safe. To run a coroutine for each item, use `from_topic(…) |
 * flat_map(coroutine)`. See rx/coroutines.hpp for the things that it can wait for.
 *
 *     rx::subject<int> seen;
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     rxros2::start(node, [&]() -> rx::task<> {
 *       auto numbers = rx::listen(from_topic<Int32>(node, "numbers"));
 *       while (auto n = co_await numbers.next()) {
 *         seen.get_subscriber().on_next((*n)->data);
 *       }
 *     });
 *     seen.get_observable() | take(2);  // -> 1 2 |
 */
template <detail::node_pointer Node, typename Work>
rx::subscription start(
  const Node & node, Work && work, rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  return rx::start(on_callback_group(node, std::move(group)), std::forward<Work>(work));
}

}  // namespace rxros2

#endif  // RXROS2__ASYNC__START_HPP_
