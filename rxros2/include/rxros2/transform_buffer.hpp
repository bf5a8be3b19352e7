// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// transform_buffer: the transforms that a node knows, to look up directly. Needs the packages
// tf2_msgs and geometry_msgs, so it is not part of rxros2.hpp.

#ifndef RXROS2__TRANSFORM_BUFFER_HPP_
#define RXROS2__TRANSFORM_BUFFER_HPP_

#if !__has_include("tf2_msgs/msg/tf_message.hpp")
#error "rxros2/transform_buffer.hpp needs the package tf2_msgs: link tf2_msgs::tf2_msgs"
#endif

#include <memory>

#include "rxros2/detail/node_transforms.hpp"

namespace rxros2
{

/// transform_buffer(node) is the node's one buffer of transforms, which /tf and /tf_static fill.
/** 10 s of data, as tf2's. The two subscriptions are made by the first who asks for it, here or by
 *  from_transform or transform_to, in the node's default callback group; the node's executor spins
 *  them. When the node's clock jumps back, or changes to or from simulated time, all but static
 *  transforms are forgotten. Transforms that are refused are logged. Any thread; a lookup takes no
 *  lock.
 *
 *     publish_static_transform(node, between("base", "laser", 2));
 *     from_timer(node, 1ms) | map([node](auto) {
 *       return transform_buffer(node)->lookup("base", "laser").transform.translation.x;
 *     }) | filter([](double x) { return x != 0; }) | take(1);  // -> 2 |
 */
template <detail::node_pointer Node>
std::shared_ptr<frames::Buffer> transform_buffer(const Node & node)
{
  return detail::node_transforms::of(detail::node_access::of(node))->buffer;
}

}  // namespace rxros2

#endif  // RXROS2__TRANSFORM_BUFFER_HPP_
