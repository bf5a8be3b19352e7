// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_topic: the messages of a topic as a stream.

#ifndef RXROS2__FROM_TOPIC_HPP_
#define RXROS2__FROM_TOPIC_HPP_

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "rclcpp/create_subscription.hpp"
#include "rx/observable.hpp"
#include "rx/outlet.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/item.hpp"

namespace rxros2
{

namespace detail
{

/// One subscribed observer and the ROS subscription that feeds it. The two hold each other until the stream ends.
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
    const std::shared_ptr<topic_stream> & self, const node_access & node, const std::string & topic,
    const rclcpp::QoS & qos, const rclcpp::SubscriptionOptions & options)
  {
    self->streams_->add(self);
    auto subscription = rclcpp::create_subscription<T>(
      node, topic, qos,
      [self, scheduler = self->streams_->scheduler(node, options.callback_group)](
        std::shared_ptr<const T> message) {
        const node_scheduler::scope scope(*scheduler);
        self->next(item<T>(std::move(message)));
      },
      options);
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
    std::shared_ptr<rclcpp::Subscription<T>> dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(subscription_);
  }

private:
  const std::shared_ptr<node_streams> streams_;
  std::mutex mutex_;
  std::shared_ptr<rclcpp::Subscription<T>> subscription_;
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
      stream->connect(stream, *access, topic, qos, options);
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
  rclcpp::QoS qos;
  rclcpp::SubscriptionOptions options;
};

}  // namespace detail

namespace observable
{

/// from_topic<T>(node, topic[, qos][, options]) emits the messages that arrive on a topic, as item<T>.
/**
 *     topic                 --a--b-----c--
 *     from_topic<T>(n, t)   --a--b-----c--|      (| the node was destroyed or its context shut down)
 *
 *  Each subscription of the stream has a ROS subscription, created by it and removed with it. Items are emitted by the
 *  executor that spins the node, in the callback group of `options` (else the node's default group); time operators
 *  behind it use that group and the node's clock. What rclcpp throws (a bad topic name, …) is the stream's error.
 *  `node` is a pointer or shared_ptr to any node; it is not kept alive.
 *  Cost of an item: what rclcpp's subscription to `shared_ptr<const T>` costs, two atomic operations, no copy, no lock. */
template <typename T, detail::node_pointer Node>
auto from_topic(
  const Node & node, const std::string & topic, const rclcpp::QoS & qos = 10,
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  return rx::make_observable(detail::topic_source<T>{detail::weak_node(node), topic, qos, options});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__FROM_TOPIC_HPP_
