// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_topic: the messages of a topic as a stream.

#ifndef RXROS2__FROM_TOPIC_HPP_
#define RXROS2__FROM_TOPIC_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/create_generic_subscription.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rx/observable.hpp"
#include "rx/operators/share.hpp"
#include "rx/subscription.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/detail/topic_place.hpp"
#include "rxros2/item.hpp"

namespace rxros2
{

namespace detail
{

using subscribe_place = topic_place<rclcpp::SubscriptionOptions>;

/// The observer of a topic and the ROS subscription that feeds it. The two hold each other until the stream ends.
/** Out is what share_replay gives its source: it may be called by several threads at once, as happens in a reentrant group. */
template <typename T, typename Out>
class topic_stream final : public rx::lifetime, public node_bound
{
public:
  topic_stream(Out out, std::shared_ptr<node_streams> streams)
  : out_(std::move(out)), streams_(std::move(streams))
  {
  }

  /// Creates the subscription; throws what rclcpp throws.
  static void connect(
    const std::shared_ptr<topic_stream> & self, const node_access & node,
    const subscribe_place & from)
  {
    self->streams_->add(self);
    auto callback = [self, scheduler = self->streams_->scheduler(node, from.options.callback_group)](
                      std::shared_ptr<const T> message) {
      const node_scheduler::scope scope(*scheduler);
      if (!self->disposed() && !self->out_.on_next(item<T>(std::move(message)))) {
        self->dispose();
      }
    };
    std::shared_ptr<rclcpp::SubscriptionBase> subscription;
    if constexpr (std::is_same_v<T, rclcpp::SerializedMessage>) {
      subscription = rclcpp::create_generic_subscription(
        node.topics, from.topic, from.type, from.qos, std::move(callback), from.options);
    } else {
      subscription = rclcpp::create_subscription<T>(
        node, from.topic, from.qos, std::move(callback), from.options);
    }
    const std::lock_guard lock(self->mutex_);
    if (!self->disposed()) {  // else it is dropped here, or by dispose()
      self->subscription_ = std::move(subscription);
    }
  }

  void error(const std::exception_ptr & error) noexcept
  {
    out_.on_error(error);
    dispose();
  }
  void node_ended() noexcept override
  {
    out_.on_completed();
    dispose();
  }

  void dispose() noexcept override
  {
    if (disposed_.exchange(true, std::memory_order_acq_rel)) {
      return;
    }
    streams_->remove(*this);
    std::shared_ptr<rclcpp::SubscriptionBase> dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(subscription_);
  }
  bool disposed() const noexcept override { return disposed_.load(std::memory_order_acquire); }

private:
  Out out_;
  const std::shared_ptr<node_streams> streams_;
  std::atomic<bool> disposed_{false};
  std::mutex mutex_;
  std::shared_ptr<rclcpp::SubscriptionBase> subscription_;
};

template <typename T>
struct topic_source
{
  using value_type = item<T>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = place->node.lock();
    if (!access) {  // a stream of a node that is gone
      out.on_completed();
      return {};
    }
    auto stream = std::make_shared<topic_stream<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), node_streams::of(*access));
    try {
      stream->connect(stream, *access, *place);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  /// The executor of the subscription's callback group, in the node's time.
  rx::environment env() const { return environment_of(place->node, place->options.callback_group); }

  std::shared_ptr<const subscribe_place> place;
};

/// One ROS subscription for all subscribers of the stream; those who come later get what they would find on the topic.
template <typename T>
auto shared_topic(std::shared_ptr<const subscribe_place> place)
{
  const rclcpp::QoS & qos = place->qos;
  const bool latched = qos.durability() == rclcpp::DurabilityPolicy::TransientLocal;
  const std::size_t history = !latched ? 0
                              : qos.history() == rclcpp::HistoryPolicy::KeepAll
                                ? std::numeric_limits<std::size_t>::max()
                                : qos.depth();
  return rx::make_observable(topic_source<T>{std::move(place)}) |
         rx::operators::share_replay(history);
}

}  // namespace detail

namespace observable
{

/// from_topic<T>(node, topic[, qos][, options]) emits the messages that arrive on a topic, as item<T>.
/**
 *     topic                 --a--b-----c--
 *     from_topic<T>(n, t)   --a--b-----c--|      (| the node was destroyed or its context shut down)
 *
 *  All subscribers of the stream, its copies and what is piped from them share one ROS subscription: made with the
 *  first, removed with the last, made again with the next. With transient_local QoS one that comes later begins with the
 *  history: the last items that came, as many as the QoS depth says. Items are emitted by the executor that spins the
 *  node, in the callback group of `options` (else the node's default group); time operators behind it use that group and
 *  the node's clock. What rclcpp throws (a bad topic name, …) is the stream's error. `node` is a pointer or shared_ptr to
 *  any node; it is not kept alive.
 *  Cost of an item: what rclcpp's subscription to `shared_ptr<const T>` costs, two atomic operations, a virtual call a
 *  subscriber; no copy, no lock. Subscribers that ask for a message of their own (UniquePtr) get it without a copy only
 *  if they are the only one, or the last.
 *
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     from_topic<Int32>(node, "numbers") | map([](const Int32 & n) { return 10 * n.data; }) | take(2);  // -> 10 20 |
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
  return detail::shared_topic<T>(
    detail::subscribe_place::of(detail::weak_node(node), topic, {}, qos, options));
}

/// from_topic(node, topic, type[, qos][, options]) emits the messages as they are on the wire: item<rclcpp::SerializedMessage>.
/** For types that are known by name only ("std_msgs/msg/String"), and to hand on messages without decoding them. All else
 *  as from_topic<T>.
 *
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     from_topic(node, "numbers", "std_msgs/msg/Int32")
 *       | map([](const rclcpp::SerializedMessage & bytes) { return bytes.size(); }) | take(2);  // -> 8 8 |
 */
template <detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const std::string & type,
  const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  return detail::shared_topic<rclcpp::SerializedMessage>(
    detail::subscribe_place::of(detail::weak_node(node), topic, type, qos, options));
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__FROM_TOPIC_HPP_
