// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The source of from_topic, shared by its subscribers.

#include "rxros2/topics/detail/topic_messages.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include "rclcpp/create_generic_subscription.hpp"
#include "rx/operators/share.hpp"
#include "rx/subscription.hpp"
#include "rxros2/nodes/detail/node_scheduler.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/topics/from_topic.hpp"

namespace rxros2::detail
{

namespace
{

// The observer of a topic, which several threads may call at once, and the ROS subscription that
// feeds it. The two hold each other until the stream ends.
template <typename Observer>
class topic_stream final : public rx::lifetime, public node_bound, public message_sink
{
public:
  topic_stream(Observer out, std::shared_ptr<node_streams> streams)
  : out_(std::move(out)), streams_(std::move(streams))
  {
  }

  // Creates the subscription; throws what rclcpp throws.
  static void connect(
    const std::shared_ptr<topic_stream> & self, const node_access & node,
    const subscribe_place & from, make_subscription make)
  {
    node_streams::check_context(node, "topic", from.topic);
    self->streams_->add(self);
    self->scheduler_ = self->streams_->scheduler(node, from.options.callback_group);
    auto subscription = make(node, from, with_end_of_subscription(self));
    const std::lock_guard lock(self->mutex_);
    if (!self->disposed()) {  // otherwise it is dropped here, or by dispose()
      self->subscription_ = std::move(subscription);
    }
  }

  void receive(any_message message) noexcept override
  {
    const node_scheduler::scope scope(*scheduler_);
    if (!disposed() && !out_.on_next(std::move(message))) {
      dispose();
    }
  }
  void error(const std::exception_ptr & error) noexcept
  {
    out_.on_error(error);
    dispose();
  }
  bool needs_executor() const noexcept override { return true; }
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
    rclcpp::SubscriptionBase::SharedPtr dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(subscription_);
  }
  bool disposed() const noexcept override { return disposed_.load(std::memory_order_acquire); }

private:
  // Returns the sink that the subscription's callback holds.
  static std::shared_ptr<message_sink> with_end_of_subscription(
    const std::shared_ptr<topic_stream> & self)
  {
    auto end = self->scheduler_->at_end_of_entity();
    if (!end) {
      return self;
    }
    return {
      std::make_shared<std::pair<std::shared_ptr<topic_stream>, std::shared_ptr<const void>>>(
        self, std::move(end)),
      self.get()};
  }

  Observer out_;
  const std::shared_ptr<node_streams> streams_;
  std::shared_ptr<node_scheduler> scheduler_;  // set before the subscription exists
  std::atomic<bool> disposed_{false};
  std::mutex mutex_;  // guards subscription_
  rclcpp::SubscriptionBase::SharedPtr subscription_;
};

struct topic_source
{
  using value_type = any_message;

  template <typename Observer>
  rx::subscription start(Observer out) const
  {
    const auto access = from->node.lock();
    if (!access) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    auto stream =
      std::make_shared<topic_stream<Observer>>(std::move(out), node_streams::of(*access));
    try {
      topic_stream<Observer>::connect(stream, *access, *from, make);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  // Returns the executor of the subscription's callback group, in the node's time.
  rx::environment env() const
  {
    return labelled(
      environment_of(from->node, from->options.callback_group), from->node,
      {"topic", from->topic, stream_label::kind::topic});
  }

  std::shared_ptr<const subscribe_place> from;
  make_subscription make;
};

}  // namespace

rx::observable<any_message> topic_messages(
  std::shared_ptr<const subscribe_place> from, make_subscription make)
{
  const rclcpp::QoS & qos = from->qos;
  const bool latched = qos.durability() == rclcpp::DurabilityPolicy::TransientLocal;
  const std::size_t history = !latched ? 0
                              : qos.history() == rclcpp::HistoryPolicy::KeepAll
                                ? std::numeric_limits<std::size_t>::max()
                                : qos.depth();
  return rx::observable<any_message>(
    rx::make_observable(topic_source{std::move(from), make}) |
    rx::operators::share_replay(history));
}

template <>
rclcpp::SubscriptionBase::SharedPtr subscribe_to<rclcpp::SerializedMessage>(
  const node_access & node, const subscribe_place & from, std::shared_ptr<message_sink> sink)
{
  return rclcpp::create_generic_subscription(
    node.topics, from.topic, from.type, from.qos,
    [sink = std::move(sink)](std::shared_ptr<const rclcpp::SerializedMessage> message) {
      sink->receive(std::move(message));
    },
    from.options);
}

}  // namespace rxros2::detail
