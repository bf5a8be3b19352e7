// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publish_loaned: a stage that writes a message for each item in place and publishes it.

#ifndef RXROS2__TOPICS__PUBLISH_LOANED_HPP_
#define RXROS2__TOPICS__PUBLISH_LOANED_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#if __has_include("rclcpp/in_place_message.hpp")
#include "rclcpp/in_place_message.hpp"
#endif
#include "rxros2/topics/publish_to_topic.hpp"

namespace rxros2
{

namespace detail
{

template <typename Fill, typename Item, typename T>
concept fills_message = std::is_invocable_v<Fill &, const Item &, T &>;

#if __has_include("rclcpp/in_place_message.hpp")
template <typename T>
using in_place_message = rclcpp::InPlaceMessage<T>;

template <typename Fill, typename Item, typename T>
concept fills_in_place = std::is_same_v<typename rclcpp::Publisher<T>::ROSMessageType, T> &&
                         std::is_invocable_v<Fill &, const Item &, in_place_message<T> &>;
#else
// An installed rclcpp has none.
template <typename T>
class in_place_message;

template <typename Fill, typename Item, typename T>
concept fills_in_place = false;
#endif

// The second is asked only if the first is false, for functions whose parameter is generic.
template <typename Fill, typename Item, typename T>
concept fills_loaned = fills_message<Fill, Item, T> || fills_in_place<Fill, Item, T>;

template <typename T, typename Fill>
struct publishing_loaned : publishing_stage<T>
{
  publishing_loaned(std::shared_ptr<const publish_place> to, Fill f)
  : publishing_stage<T>(std::move(to)), fill(std::move(f))
  {
  }

  template <typename U>
  using emits = U;

  template <typename U>
  static constexpr bool accepts = fills_loaned<Fill, U, T>;

  RX_REJECT(
    rx::operator_of<publishing_loaned>, (!accepts<Item>),
    "rxros2::publish_loaned<T>: the function must be callable as fill(const Item &, T &), or "
    "fill(const Item &, rclcpp::InPlaceMessage<T> &)")

  template <typename U, typename Out>
  bool on_next(U && value, Out & out)
  {
    if (this->node_gone(out)) {
      in_place.reset();
      return false;
    }
    if constexpr (fills_message<Fill, std::remove_cvref_t<U>, T>) {
      auto message = this->publisher->borrow_loaned_message();
      fill(std::as_const(value), message.get());
      this->publisher->publish(std::move(message));
    } else {
      if (!in_place) {
        in_place = std::make_shared<in_place_message<T>>(this->publisher);
      }
      fill(std::as_const(value), *in_place);
      in_place->publish();
    }
    return out.on_next(std::forward<U>(value));
  }

  Fill fill;
  std::shared_ptr<in_place_message<T>> in_place;  // of one subscription, from its first item on
};

}  // namespace detail

namespace operators
{

/// source | publish_loaned<T>(node, topic, fill[, qos][, options]) lets fill(item, message) write a
/// message and publishes it; it passes the items on.
/**
 *     source                        --1--2--|
 *     publish_loaned<T>(n, t, f)    --1--2--|       (and f's messages on the topic)
 *
 * Zero-copy: the publisher loans the message, and its readers get that very object, both in this
 * process and, with an installed rclcpp whose middleware loans memory, across processes. The
 * message is initialised by T's constructor or by the middleware, so write every field. An
 * exception of `fill` is the stream's error, and nothing is published. Otherwise like
 * publish_to_topic. Cost of an item: one message from the publisher's allocator; no copy, no lock.
 *
 * If the parameter of `fill` is written as rclcpp::InPlaceMessage<T> &, `fill` writes the arrays of
 * the message into the sample that other processes read, and the stage publishes it. That message
 * is the same for each item: fields that `fill` does not write keep their values. The readers of
 * this process decode it. Not with an installed rclcpp.
 *
 *     m.cold("-1-2-3")
 *       | publish_loaned<Int32>(node, "numbers", [](char digit, Int32 & n) {
 *         n.data = digit - '0'; });
 *     from_topic<Int32>(node, "numbers") | take(2);  // -> {data: 1} {data: 2} |
 */
template <typename T, detail::node_pointer Node, typename Fill>
auto publish_loaned(
  const Node & node, const std::string & topic, Fill fill, const rclcpp::QoS & qos = 10,
  const rclcpp::PublisherOptions & options = rclcpp::PublisherOptions())
{
  using stage = detail::publishing_loaned<T, Fill>;
  return detail::publish_to_topic<stage>{stage(
    detail::publish_place::of(detail::weak_node(node), topic, {}, qos, options), std::move(fill))};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TOPICS__PUBLISH_LOANED_HPP_
