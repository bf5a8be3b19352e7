// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// on_callback_group: a node's callback group as the place where a stream runs.

#ifndef RXROS2__ON_CALLBACK_GROUP_HPP_
#define RXROS2__ON_CALLBACK_GROUP_HPP_

#include <utility>

#include "rx/environment.hpp"
#include "rxros2/detail/node_streams.hpp"

namespace rxros2
{

/// on_callback_group(node[, group][, clock]) is the environment of a callback group: on its
/// executor, in the time of a clock.
/**
 *     from_topic<Image>(node, "image")
 *       | observe_on(on_callback_group(node, slow), rx::overflow::latest) | map(process)
 *     rxcpp::observable<>::interval(10ms, on_callback_group(node, control, RCL_STEADY_TIME))
 *
 *  For whatever takes an rx::environment (RxCpp's coordination): observe_on, subscribe_on,
 *  interval, debounce, delay, … No group: the node's default group. RCL_ROS_TIME is the node's own
 *  clock, which follows simulated time. What runs in it never overlaps the other callbacks of a
 *  mutually exclusive group. Once the node has ended, what is scheduled there ends too. Any thread.
 *  Cost: none of its own.
 *
 *     interval(10ms, on_callback_group(node)) | take(3);  // -> 1 2 3 |
 *     just(1, 2) | observe_on(on_callback_group(node), rx::overflow::block);  // -> 1 2 |
 */
template <detail::node_pointer Node>
rx::environment on_callback_group(
  const Node & node, rclcpp::CallbackGroup::SharedPtr group = nullptr,
  rcl_clock_type_t clock = RCL_ROS_TIME)
{
  const auto access = detail::node_access::of(node);
  return rx::environment(
    detail::node_streams::of(access)->scheduler(access, std::move(group), clock));
}

}  // namespace rxros2

#endif  // RXROS2__ON_CALLBACK_GROUP_HPP_
