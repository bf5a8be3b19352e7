// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The messages of a topic as a stream that does not know their type.

#ifndef RXROS2__TOPICS__DETAIL__TOPIC_MESSAGES_HPP_
#define RXROS2__TOPICS__DETAIL__TOPIC_MESSAGES_HPP_

#include <memory>

#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rx/observable.hpp"
#include "rxros2/nodes/detail/node_access.hpp"
#include "rxros2/topics/detail/topic_place.hpp"

namespace rxros2::detail
{

using subscribe_place = topic_place<rclcpp::SubscriptionOptions>;

/// A received message; only the creator of the subscription knows its type.
using any_message = std::shared_ptr<const void>;

/// The receiver of a ROS subscription's messages. Thread-safe, also for concurrent calls (in a
/// reentrant group).
class message_sink
{
public:
  virtual void receive(any_message message) noexcept = 0;

protected:
  ~message_sink() = default;
};

/// Creates the ROS subscription of one message type. Its callback passes the messages to the sink
/// and keeps the sink alive.
using make_subscription = rclcpp::SubscriptionBase::SharedPtr (*)(
  const node_access & node, const subscribe_place & from, std::shared_ptr<message_sink> sink);

/// The common part of all message types: one ROS subscription for all subscribers of the stream and
/// of its copies; late subscribers get the messages that a new ROS subscription would get.
/** Not a template, so that each topic of a program compiles faster. See from_topic for the
 * contract, and docs/explanation/design/pipes-between-topics.md for the reason. */
rx::observable<any_message> topic_messages(
  std::shared_ptr<const subscribe_place> from, make_subscription make);

}  // namespace rxros2::detail

#endif  // RXROS2__TOPICS__DETAIL__TOPIC_MESSAGES_HPP_
