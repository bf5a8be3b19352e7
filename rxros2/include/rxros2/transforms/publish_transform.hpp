// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publish_transform, publish_static_transform: publish the transforms of frames. Needs the packages
// tf2_msgs and geometry_msgs, so it is not part of rxros2.hpp.

#ifndef RXROS2__TRANSFORMS__PUBLISH_TRANSFORM_HPP_
#define RXROS2__TRANSFORMS__PUBLISH_TRANSFORM_HPP_

#if !__has_include("tf2_msgs/msg/tf_message.hpp")
#error "publish_transform.hpp needs the package tf2_msgs: link tf2_msgs::tf2_msgs"
#endif

#include <algorithm>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry_msgs/msg/transform_stamped.hpp"
#include "rx/operators/map.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/topics/publish_to_topic.hpp"
#include "tf2_msgs/msg/tf_message.hpp"

namespace rxros2
{

namespace detail
{

/// Returns the message that contains a transform, or several.
template <typename U>
tf2_msgs::msg::TFMessage transforms_message(U && item)
{
  tf2_msgs::msg::TFMessage message;
  if constexpr (std::is_convertible_v<
                  const std::remove_cvref_t<U> &,
                  const std::vector<geometry_msgs::msg::TransformStamped> &>) {
    message.transforms = std::forward<U>(item);
  } else {
    message.transforms.push_back(message_of<geometry_msgs::msg::TransformStamped>(item));
  }
  return message;
}

/// The static transforms that a node publishes. The node's streams own it.
class node_static_transforms
{
public:
  using message = tf2_msgs::msg::TFMessage;

  static std::shared_ptr<node_static_transforms> of(const node_access & node)
  {
    return node_streams::of(node)->shared<node_static_transforms>(
      [&node] { return std::make_shared<node_static_transforms>(node); });
  }

  explicit node_static_transforms(const node_access & node)
  : publisher_(
      rclcpp::create_publisher<message>(node, "/tf_static", rclcpp::QoS(1).transient_local()))
  {
  }

  void publish(const std::vector<geometry_msgs::msg::TransformStamped> & added)
  {
    const std::lock_guard lock(mutex_);  // the lock keeps the order of the messages
    for (const auto & transform : added) {
      const auto entry = std::find_if(
        all_.transforms.begin(), all_.transforms.end(), [&transform](const auto & item) {
          return item.child_frame_id == transform.child_frame_id;
        });
      if (entry != all_.transforms.end()) {
        *entry = transform;
      } else {
        all_.transforms.push_back(transform);
      }
    }
    publisher_->publish(all_);
  }

private:
  std::mutex mutex_;  // guards all_; held while it is published
  message all_;
  const rclcpp::Publisher<message>::SharedPtr publisher_;
};

}  // namespace detail

namespace operators
{

/// source | publish_transform(node) publishes transforms on /tf, one message per item.
/**
 * Items are TransformStamped, pointers to it, or vectors of it; the stages behind get the
 * TFMessages. Like publish_to_topic, it starts by itself. For transforms that never change, use
 * publish_static_transform.
 *
 *     auto moving = [](char c) { return at_second(between("map", "base", c - '0'), c); };
 *     m.cold("-1-2-3") | map(moving) | publish_transform(node);
 *     from_transform(node, "map", "base") | map(x_of) | take(3);  // -> 1 2 3 |
 */
template <detail::node_pointer Node>
auto publish_transform(const Node & node)
{
  return [publish = publish_to_topic<tf2_msgs::msg::TFMessage>(node, "/tf", rclcpp::QoS(100))](
           auto && source) {
    return std::forward<decltype(source)>(source) | rx::operators::map([](auto && item) {
             return detail::transforms_message(std::forward<decltype(item)>(item));
           }) |
           publish;
  };
}

}  // namespace operators

/// publish_static_transform(node, transform) publishes a transform that never changes.
/** Pass one transform or a vector. /tf_static has one message, which late subscribers get too, so
 * it always contains all static transforms of the node; a transform replaces the previous one of
 * its child frame. The publisher lives as long as the node. Throws what rclcpp throws.
 * Thread-safe.
 *     publish_static_transform(node, between("base", "laser", 2));
 *     publish_static_transform(node, between("base", "camera", 3));
 *     from_transform(node, "laser", "camera") | map(x_of) | take(1);  // -> 1 |
 */
template <detail::node_pointer Node>
void publish_static_transform(
  const Node & node, const std::vector<geometry_msgs::msg::TransformStamped> & transforms)
{
  detail::node_static_transforms::of(detail::node_access::of(node))->publish(transforms);
}
template <detail::node_pointer Node>
void publish_static_transform(
  const Node & node, const geometry_msgs::msg::TransformStamped & transform)
{
  publish_static_transform(node, std::vector{transform});
}

}  // namespace rxros2

#endif  // RXROS2__TRANSFORMS__PUBLISH_TRANSFORM_HPP_
