// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_topic: the messages of a topic as a stream.

#ifndef RXROS2__TOPICS__FROM_TOPIC_HPP_
#define RXROS2__TOPICS__FROM_TOPIC_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/create_generic_subscription.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rx/stage.hpp"
#include "rxros2/topics/detail/topic_messages.hpp"
#include "rxros2/topics/item.hpp"

namespace rxros2
{

namespace detail
{

/// Creates the ROS subscription to messages of type T, or to serialized messages.
template <typename T>
rclcpp::SubscriptionBase::SharedPtr subscribe_to(
  const node_access & node, const subscribe_place & from, std::shared_ptr<message_sink> sink)
{
  return rclcpp::create_subscription<T>(
    node, from.topic, from.qos,
    [sink = std::move(sink)](std::shared_ptr<const T> message) {
      sink->receive(std::move(message));
    },
    from.options);
}
template <>
rclcpp::SubscriptionBase::SharedPtr subscribe_to<rclcpp::SerializedMessage>(
  const node_access & node, const subscribe_place & from, std::shared_ptr<message_sink> sink);

/// Restores the type of the messages of subscribe_to<T>.
template <typename T>
struct typed_messages : rx::stage
{
  template <typename>
  using emits = item<T>;

  template <typename U, typename Out>
  bool on_next(U && message, Out & out)
  {
    return out.on_next(item<T>(std::static_pointer_cast<const T>(std::forward<U>(message))));
  }
};

template <typename T>
auto messages_of(std::shared_ptr<const subscribe_place> from)
{
  return topic_messages(std::move(from), &subscribe_to<T>) | typed_messages<T>{};
}

}  // namespace detail

namespace observable
{

/// from_topic<T>(node, topic[, qos][, options]) emits the messages that arrive on a topic, as
/// item<T>.
/**
 *     topic                 --a--b-----c--
 *     from_topic<T>(n, t)   --a--b-----c--|  (|: as the node or its context ends)
 *
 * All subscribers of the stream, of its copies and of pipes built on it share one ROS subscription:
 * it is created with the first subscriber, removed with the last, and created again with the next.
 * With transient_local QoS a late subscriber first gets the history: the last items, up to the
 * depth of the QoS. Items are emitted by the executor that spins the node, in the callback group of
 * `options` (default: the node's default group); time operators behind it use that group and the
 * node's clock. An exception of rclcpp (a bad topic name, …) is the stream's error. `node` is a
 * pointer or shared_ptr to any node; it is not kept alive.
 * Zero-copy: subscribers share the message. Cost of an item: that of rclcpp's subscription to
 * `shared_ptr<const T>`, two atomic operations, two virtual calls per subscriber and, for all
 * subscribers but the last, one reference count; no copy, no lock. A subscriber that takes
 * ownership of the message (UniquePtr) gets it without a copy only if it is the only one, or the
 * last.
 *
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     from_topic<Int32>(node, "numbers") | map([](const Int32 & n) { return 10 * n.data; })
 *       | take(2);  // -> 10 20 |
 */
template <typename T, detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  static_assert(
    !std::is_same_v<T, rclcpp::SerializedMessage>,
    "rxros2::from_topic: serialized messages need their type: from_topic(node, topic, "
    "\"package/msg/Type\")");
  return detail::messages_of<T>(
    detail::subscribe_place::of(detail::weak_node(node), topic, {}, qos, options));
}

/// from_topic(node, topic, type[, qos][, options]) emits serialized messages, as they are on the
/// wire: item<rclcpp::SerializedMessage>.
/** Use it for types that are known by name only ("std_msgs/msg/String"), and to forward messages
 * without decoding them. Otherwise like from_topic<T>.
 *
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     from_topic(node, "numbers", "std_msgs/msg/Int32")
 *       | map([](const rclcpp::SerializedMessage & bytes) { return bytes.size(); })
 *         | take(2);  // -> 8 8 |
 */
template <detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const std::string & type,
  const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  return detail::messages_of<rclcpp::SerializedMessage>(
    detail::subscribe_place::of(detail::weak_node(node), topic, type, qos, options));
}

// The mistakes: no node in front, no type of the messages, no QoS, a callback.
template <typename T, typename First, typename... More>
  requires(!detail::node_pointer<First>)
RX_MISTAKE(
  "rxros2::from_topic<T>: the first argument is the node. Write from_topic<T>(node, topic[, qos][,"
  " options])")
rx::mistaken from_topic(const First &, const More &...)
{
  return {};
}
template <detail::node_pointer Node>
RX_MISTAKE(
  "rxros2::from_topic: the type of the messages is missing. Write from_topic<T>(node, topic)")
rx::mistaken from_topic(const Node &, const std::string &)
{
  return {};
}
template <typename T, detail::node_pointer Node, typename Third, typename... More>
  requires(!std::is_convertible_v<Third, rclcpp::QoS>)
RX_MISTAKE(
  "rxros2::from_topic<T>: the third argument is the QoS, a depth or an rclcpp::QoS; a callback "
  "belongs in from_topic<T>(node, topic).subscribe(callback)")
rx::mistaken from_topic(const Node &, const std::string &, const Third &, const More &...)
{
  return {};
}
template <typename T, detail::node_pointer Node, typename Fourth>
  requires(!std::is_convertible_v<Fourth, rclcpp::SubscriptionOptions>)
RX_MISTAKE(
  "rxros2::from_topic<T>: the fourth argument is an rclcpp::SubscriptionOptions; a callback "
  "belongs in from_topic<T>(node, topic, qos).subscribe(callback)")
rx::mistaken from_topic(const Node &, const std::string &, const rclcpp::QoS &, const Fourth &)
{
  return {};
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__TOPICS__FROM_TOPIC_HPP_
