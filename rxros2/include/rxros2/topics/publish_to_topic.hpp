// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publish_to_topic: a stage that publishes the items of a stream.

#ifndef RXROS2__TOPICS__PUBLISH_TO_TOPIC_HPP_
#define RXROS2__TOPICS__PUBLISH_TO_TOPIC_HPP_

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rx/autostart.hpp"
#include "rx/stage.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/topics/detail/topic_place.hpp"
#include "rxros2/topics/item.hpp"

namespace rxros2
{

namespace detail
{

/// Returns the message inside an item: the item itself, or the target of a pointer or item<T>.
template <typename T, typename U>
const T & message_of(const U & value)
{
  if constexpr (std::is_convertible_v<const U &, const T &>) {
    return value;
  } else {
    return *value;
  }
}

/// Checked before message_of() is used, because that would only produce an obscure compiler error.
template <typename U, typename T>
concept publishable = std::is_convertible_v<const U &, const T &> || requires(const U & value) {
  { *value } -> std::convertible_to<const T &>;
};

template <typename T, typename U>
inline constexpr bool is_unique_pointer_to = false;
template <typename T, typename Deleter>
inline constexpr bool is_unique_pointer_to<T, std::unique_ptr<T, Deleter>> = true;

using publish_place = topic_place<rclcpp::PublisherOptions>;

/// The common part of publishing stages: where a stream is published, and the publisher while it
/// runs.
template <typename T>
struct publishing_stage : rx::stage
{
  static constexpr bool serialized = std::is_same_v<T, rclcpp::SerializedMessage>;
  using publisher_type =
    std::conditional_t<serialized, rclcpp::GenericPublisher, rclcpp::Publisher<T>>;

  explicit publishing_stage(std::shared_ptr<const publish_place> to) : place(std::move(to)) {}

  template <typename U, typename Out>
  bool on_start(Out & out)
  {
    const auto access = place->node.lock();
    if (!access) {
      out.on_completed();
      return false;
    }
    node_streams::check_context(*access, "topic", place->topic);
    streams = node_streams::of(*access);
    if constexpr (serialized) {
      publisher = rclcpp::create_generic_publisher(
        access->topics, place->topic, place->type, place->qos, place->options);
    } else {
      publisher = rclcpp::create_publisher<T>(*access, place->topic, place->qos, place->options);
    }
    return true;
  }

  /// Returns true if the node was destroyed while the source still emits; the stream is then over.
  template <typename Out>
  bool node_gone(Out & out)
  {
    if (!streams->ended()) {
      return false;
    }
    publisher.reset();
    out.on_completed();
    return true;
  }

  /// Returns the environment of sources that have none of their own: the node's default group.
  rx::environment env() const
  {
    return labelled(
      environment_of(place->node), place->node,
      {"publish_to_topic", place->topic, stream_label::kind::topic});
  }

  std::shared_ptr<const publish_place> place;
  std::shared_ptr<node_streams> streams;
  std::shared_ptr<publisher_type> publisher;
};

template <typename T>
struct publishing : publishing_stage<T>
{
  using publishing_stage<T>::publishing_stage;

  // An owned message is shared with the topic's readers, and so with the stages behind this one.
  template <typename U>
  using emits = std::conditional_t<is_unique_pointer_to<T, U>, item<T>, U>;

  template <typename U>
  static constexpr bool accepts = publishable<U, T>;

  RX_REJECT(
    rx::operator_of<publishing>, (!publishable<Item, T>),
    "rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T. Name "
    "the type of the items, or put map() in front that returns a T")

  template <typename U, typename Out>
  bool on_next(U && value, Out & out)
  {
    if (this->node_gone(out)) {
      return false;
    }
    if constexpr (is_unique_pointer_to<T, std::remove_cvref_t<U>>) {
      item<T> shared(std::shared_ptr<const T>(std::forward<U>(value)));
      publish(shared);
      return out.on_next(std::move(shared));
    } else {
      publish(std::as_const(value));
      return out.on_next(std::forward<U>(value));
    }
  }

private:
  template <typename U>
  void publish(const U & value)
  {
    if constexpr (std::is_convertible_v<const U &, std::shared_ptr<const T>> && requires {
                    this->publisher->publish(std::shared_ptr<const T>());
                  }) {
      this->publisher->publish(std::shared_ptr<const T>(value));
    } else {
      this->publisher->publish(message_of<T>(value));
    }
  }
};

/// A pipe that ends in `stage` and starts by itself.
template <typename Stage>
struct [[nodiscard(
  "it publishes nothing alone: write source | publish_to_topic<T>(node, topic)")]] publish_to_topic
: rx::operator_of<Stage>
{
  explicit publish_to_topic(Stage publishing) : stage(std::move(publishing)) {}

  template <typename Observable>
  auto operator()(Observable && source) const
  {
    return rx::autostart(
      std::forward<Observable>(source) | stage, stage.env(), owned_by(stage.place->node));
  }

  Stage stage;
};

}  // namespace detail

namespace operators
{

/// source | publish_to_topic<T>(node, topic[, qos][, options]) publishes each item and passes it on
/// unchanged.
/**
 *     source                      --1--2--|
 *     publish_to_topic<T>(n, t)   --1--2--|       (and 1, 2 on the topic)
 *
 * Items are T, item<T>, or pointers to T. A unique_ptr is passed on as item<T>, because the topic's
 * readers now share the message. Unlike other operators it does not wait for a subscriber. The pipe
 * starts at the first of these events: somebody subscribes to it or to something piped from it; it
 * is destroyed unused, like a temporary at the end of a statement; the next turn of the node's
 * executor. The node owns a pipe that started without a subscriber, until the node is destroyed or
 * its context shuts down. The source is subscribed to only once, for any number of subscribers. A
 * source without an environment of its own (interval, from_device) runs in the node's default
 * callback group. The publisher exists while the pipe runs. An exception of rclcpp (a bad topic
 * name, …) is the stream's error. Cost of an item: that of Publisher::publish; no heap, no lock. A
 * message in a pointer or item<T> reaches the readers of this process zero-copy (not with an
 * installed rclcpp, which cannot publish a shared message). A T by value is also passed on, so such
 * readers share one copy; to avoid it, write the message in place with publish_loaned.
 *
 *     m.cold("-1-2|") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *       // -> {data: 1} {data: 2} |
 */
template <typename T, detail::node_pointer Node>
auto publish_to_topic(
  const Node & node, const std::string & topic, const rclcpp::QoS & qos = 10,
  const rclcpp::PublisherOptions & options = rclcpp::PublisherOptions())
{
  static_assert(
    !std::is_same_v<T, rclcpp::SerializedMessage>,
    "rxros2::publish_to_topic: serialized messages need their type: publish_to_topic(node, topic, "
    "\"package/msg/Type\")");
  using stage = detail::publishing<T>;
  return detail::publish_to_topic<stage>{
    stage(detail::publish_place::of(detail::weak_node(node), topic, {}, qos, options))};
}

/// source | publish_to_topic(node, topic, type[, qos][, options]) publishes serialized messages:
/// items are rclcpp::SerializedMessage, or pointers to it.
/** Use it for types that are known by name only ("std_msgs/msg/String"). Otherwise like
 * publish_to_topic<T>.
 *
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     from_topic(node, "numbers", "std_msgs/msg/Int32")
 *       | publish_to_topic(node, "copies", "std_msgs/msg/Int32");
 *     from_topic<Int32>(node, "copies") | take(2);  // -> {data: 1} {data: 2} |
 */
template <detail::node_pointer Node>
auto publish_to_topic(
  const Node & node, const std::string & topic, const std::string & type,
  const rclcpp::QoS & qos = 10,
  const rclcpp::PublisherOptions & options = rclcpp::PublisherOptions())
{
  using stage = detail::publishing<rclcpp::SerializedMessage>;
  return detail::publish_to_topic<stage>{
    stage(detail::publish_place::of(detail::weak_node(node), topic, type, qos, options))};
}

// The mistakes: no node in front, no type of the messages, no QoS.
template <typename T, typename First, typename... More>
  requires(!detail::node_pointer<First>)
RX_MISTAKE(
  "rxros2::publish_to_topic<T>: the first argument is the node. Write publish_to_topic<T>(node, "
  "topic[, qos][, options])")
rx::mistaken publish_to_topic(const First &, const More &...)
{
  return {};
}
template <detail::node_pointer Node>
RX_MISTAKE(
  "rxros2::publish_to_topic: the type of the messages is missing. Write publish_to_topic<T>(node, "
  "topic)")
rx::mistaken publish_to_topic(const Node &, const std::string &)
{
  return {};
}
template <typename T, detail::node_pointer Node, typename Third, typename... More>
  requires(!std::is_convertible_v<Third, rclcpp::QoS>)
RX_MISTAKE("rxros2::publish_to_topic<T>: the third argument is the QoS, a depth or an rclcpp::QoS")
rx::mistaken publish_to_topic(const Node &, const std::string &, const Third &, const More &...)
{
  return {};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TOPICS__PUBLISH_TO_TOPIC_HPP_
