// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// transform_buffer: direct lookup of the transforms that a node has received. Needs the packages
// tf2_msgs and geometry_msgs, so it is not part of rxros2.hpp.

#ifndef RXROS2__TRANSFORMS__TRANSFORM_BUFFER_HPP_
#define RXROS2__TRANSFORMS__TRANSFORM_BUFFER_HPP_

#if !__has_include("tf2_msgs/msg/tf_message.hpp")
#error "transform_buffer.hpp needs the package tf2_msgs: link tf2_msgs::tf2_msgs"
#endif

#include <memory>

#include "rxros2/transforms/detail/node_transforms.hpp"

namespace rxros2
{

/// transform_buffer(node) returns the node's only buffer of transforms, which /tf and /tf_static
/// fill.
/** It keeps 10 s of data, like tf2's. The first call, here or by from_transform or transform_to,
 * creates the two subscriptions in the node's default callback group; the node's executor spins
 * them. When the node's clock jumps back, or changes to or from simulated time, all transforms but
 * the static ones are removed. Rejected transforms are logged. Thread-safe; a lookup is lock-free.
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

#endif  // RXROS2__TRANSFORMS__TRANSFORM_BUFFER_HPP_
