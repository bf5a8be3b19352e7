// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_topic: the messages of a topic as a stream.

#ifndef RXROS2__FROM_TOPIC_HPP_
#define RXROS2__FROM_TOPIC_HPP_

#include <cstddef>
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
#include "rx/outlet.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/item.hpp"

namespace rxros2
{

namespace detail
{

template <typename T>
struct topic_source;

/// The observer of a topic and the ROS subscription that feeds it. The two hold each other until the stream ends.
template <typename T, typename Out>
class topic_stream final : public rx::outlet<item<T>, Out>, public node_bound
{
public:
  topic_stream(Out out, std::shared_ptr<node_streams> streams)
  : rx::outlet<item<T>, Out>(std::move(out)), streams_(std::move(streams))
  {
  }

  /// Creates the subscription; throws what rclcpp throws.
  static void connect(
    const std::shared_ptr<topic_stream> & self, const node_access & node,
    const topic_source<T> & of)
  {
    self->streams_->add(self);
    auto callback = [self, scheduler = self->streams_->scheduler(node, of.options.callback_group)](
                      std::shared_ptr<const T> message) {
      const node_scheduler::scope scope(*scheduler);
      self->next(item<T>(std::move(message)));
    };
    std::shared_ptr<rclcpp::SubscriptionBase> subscription;
    if constexpr (std::is_same_v<T, rclcpp::SerializedMessage>) {
      subscription = rclcpp::create_generic_subscription(
        node.topics, of.topic, of.type, of.qos, std::move(callback), of.options);
    } else {
      subscription =
        rclcpp::create_subscription<T>(node, of.topic, of.qos, std::move(callback), of.options);
    }
    const std::lock_guard lock(self->mutex_);
    if (!self->disposed()) {  // else it is dropped here, or by released()
      self->subscription_ = std::move(subscription);
    }
  }

  void node_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override
  {
    streams_->remove(*this);
    std::shared_ptr<rclcpp::SubscriptionBase> dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(subscription_);
  }

private:
  const std::shared_ptr<node_streams> streams_;
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
    const auto access = node.lock();
    if (!access) {  // a stream of a node that is gone
      out.on_completed();
      return {};
    }
    auto stream = std::make_shared<topic_stream<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), node_streams::of(*access));
    try {
      stream->connect(stream, *access, *this);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  /// The executor of the subscription's callback group, in the node's time.
  rx::environment env() const
  {
    const auto access = node.lock();
    return access ? rx::environment(
                      node_streams::of(*access)->scheduler(*access, options.callback_group))
                  : rx::environment();
  }

  weak_node node;
  std::string topic;
  std::string type;  // of serialized messages, whose C++ type does not say it
  rclcpp::QoS qos;
  rclcpp::SubscriptionOptions options;
};

/// One ROS subscription for all subscribers of the stream; those who come later get what they would find on the topic.
template <typename T>
auto shared_topic(topic_source<T> source)
{
  const bool latched = source.qos.durability() == rclcpp::DurabilityPolicy::TransientLocal;
  const std::size_t history = !latched ? 0
                              : source.qos.history() == rclcpp::HistoryPolicy::KeepAll
                                ? std::numeric_limits<std::size_t>::max()
                                : source.qos.depth();
  return rx::make_observable(std::move(source)) | rx::operators::share_replay(history);
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
 *  Cost of an item: what rclcpp's subscription to `shared_ptr<const T>` costs, four atomic operations, a virtual call a
 *  subscriber; no copy, no lock. Subscribers that ask for a message of their own (UniquePtr) get it without a copy only
 *  if they are the only one, or the last. */
template <typename T, detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  static_assert(
    !std::is_same_v<T, rclcpp::SerializedMessage>,
    "rxros2::from_topic: serialized messages need their type: from_topic(node, topic, "
    "\"package/msg/Type\")");
  return detail::shared_topic(
    detail::topic_source<T>{detail::weak_node(node), topic, {}, qos, options});
}

/// from_topic(node, topic, type[, qos][, options]) emits the messages as they are on the wire: item<rclcpp::SerializedMessage>.
/** For types that are known by name only ("std_msgs/msg/String"), and to hand on messages without decoding them. All else
 *  as from_topic<T>. */
template <detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const std::string & type,
  const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  return detail::shared_topic(detail::topic_source<rclcpp::SerializedMessage>{
    detail::weak_node(node), topic, type, qos, options});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__FROM_TOPIC_HPP_
