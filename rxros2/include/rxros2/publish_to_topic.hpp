// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publish_to_topic: a stage that publishes what passes.

#ifndef RXROS2__PUBLISH_TO_TOPIC_HPP_
#define RXROS2__PUBLISH_TO_TOPIC_HPP_

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/create_publisher.hpp"
#include "rx/autostart.hpp"
#include "rx/stage.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/item.hpp"

namespace rxros2
{

namespace detail
{

/// The message inside an item of a stream: itself, or what a pointer or item<T> points to.
template <typename T, typename U>
const T & message_of(const U & value)
{
  if constexpr (std::is_convertible_v<const U &, const T &>) {
    return value;
  } else {
    return *value;
  }
}

template <typename U, typename T>
concept publishable = requires(const U & value)
{
  {
    detail::message_of<T>(value)
    } -> std::same_as<const T &>;
};

template <typename T>
struct publishing : rx::stage
{
  publishing(weak_node n, std::string t, const rclcpp::QoS & q, const rclcpp::PublisherOptions & o)
  : node(std::move(n)), topic(std::move(t)), qos(q), options(o)
  {
  }

  template <typename U>
  struct checked
  {
    static_assert(
      publishable<U, T>,
      "rxros2::publish_to_topic<T>: the items of this stream are neither T nor pointers to T");
    using type = U;
  };
  template <typename U>
  using emits = typename checked<U>::type;

  template <typename U, typename Out>
  bool on_start(Out & out)
  {
    const auto access = node.lock();
    if (!access) {
      out.on_completed();
      return false;
    }
    streams = node_streams::of(*access);
    publisher = rclcpp::create_publisher<T>(*access, topic, qos, options);
    return true;
  }

  template <typename U, typename Out>
  bool on_next(U && value, Out & out)
  {
    if (streams->ended()) {  // the node is gone while another's events go on
      publisher.reset();
      out.on_completed();
      return false;
    }
    using pointer = std::remove_cvref_t<U>;
    if constexpr (std::is_convertible_v<const pointer &, std::shared_ptr<const T>> && requires {
                    publisher->publish(std::shared_ptr<const T>());
                  }) {
      publisher->publish(std::shared_ptr<const T>(std::as_const(value)));
    } else {
      publisher->publish(message_of<T>(value));
    }
    return out.on_next(std::forward<U>(value));
  }

  /// What the source runs in if it has no environment of its own: the node's default group.
  rx::environment env() const
  {
    const auto access = node.lock();
    return access ? rx::environment(node_streams::of(*access)->scheduler(*access))
                  : rx::environment();
  }

  weak_node node;
  std::string topic;
  rclcpp::QoS qos;
  rclcpp::PublisherOptions options;
  std::shared_ptr<node_streams> streams;
  std::shared_ptr<rclcpp::Publisher<T>> publisher;
};

template <typename T>
struct publish_to_topic
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    const publishing<T> stage(node, topic, qos, options);
    return rx::autostart(
      std::forward<Observable>(source) | stage, stage.env(), [n = node](rx::subscription running) {
        if (const auto access = n.lock()) {
          node_streams::of(*access)->own(std::move(running));
        }
      });
  }

  weak_node node;
  std::string topic;
  rclcpp::QoS qos;
  rclcpp::PublisherOptions options;
};

}  // namespace detail

namespace operators
{

/// source | publish_to_topic<T>(node, topic[, qos][, options]) publishes each item and hands it on unchanged.
/**
 *     source                      --1--2--|
 *     publish_to_topic<T>(n, t)   --1--2--|       (and 1, 2 on the topic)
 *
 *  Items are T, item<T>, or pointers to T. Unlike other operators it does not wait for a subscriber: the pipe starts at
 *  the first of: somebody subscribes to it or to what is piped from it; it is destroyed unused, as the temporary at the
 *  end of a statement is; the next turn of the node's executor. The node owns what started without a subscriber, until
 *  the node is destroyed or its context shuts down. However many subscribe, the source is subscribed to once.
 *  A source without an environment of its own (interval, from_device) runs in the node's default callback group.
 *  The publisher exists while the pipe runs. What rclcpp throws (a bad topic name, …) is the stream's error.
 *  Cost of an item: Publisher::publish (shared messages without a copy); no heap, no lock. */
template <typename T, detail::node_pointer Node>
auto publish_to_topic(
  const Node & node, const std::string & topic, const rclcpp::QoS & qos = 10,
  const rclcpp::PublisherOptions & options = rclcpp::PublisherOptions())
{
  return detail::publish_to_topic<T>{detail::weak_node(node), topic, qos, options};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__PUBLISH_TO_TOPIC_HPP_
