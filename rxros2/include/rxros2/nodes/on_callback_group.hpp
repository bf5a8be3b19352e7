// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// on_callback_group: a node's callback group as the environment of a stream.

#ifndef RXROS2__NODES__ON_CALLBACK_GROUP_HPP_
#define RXROS2__NODES__ON_CALLBACK_GROUP_HPP_

#include <utility>

#include "rx/environment.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2
{

/// on_callback_group(node[, group][, clock]) returns the environment of a callback group: its tasks
/// run on the group's executor, timed by the given clock.
/**
 *     from_topic<Image>(node, "image")
 *       | observe_on(on_callback_group(node, slow), rx::overflow::latest) | map(process)
 *     rxcpp::observable<>::interval(10ms, on_callback_group(node, control, RCL_STEADY_TIME))
 *
 * Pass it to everything that takes an rx::environment (RxCpp's coordination): observe_on,
 * subscribe_on, interval, debounce, delay, … Without a group it is the node's default group.
 * RCL_ROS_TIME is the node's own clock, which follows simulated time. Its tasks never overlap the
 * other callbacks of a mutually exclusive group. Once the node has ended, the streams that are
 * scheduled there end too. Thread-safe. Cost: none of its own.
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

#endif  // RXROS2__NODES__ON_CALLBACK_GROUP_HPP_
