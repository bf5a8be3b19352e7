// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The messages of a topic as a stream that does not know their type.

#ifndef RXROS2__DETAIL__TOPIC_MESSAGES_HPP_
#define RXROS2__DETAIL__TOPIC_MESSAGES_HPP_

#include <memory>

#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rx/observable.hpp"
#include "rxros2/detail/node_access.hpp"
#include "rxros2/detail/topic_place.hpp"

namespace rxros2::detail
{

using subscribe_place = topic_place<rclcpp::SubscriptionOptions>;

/// A received message; its type is known to who made the subscription.
using any_message = std::shared_ptr<const void>;

/// Where a ROS subscription puts what it receives. Any thread, several at once (in a reentrant
/// group).
class message_sink
{
public:
  virtual void receive(any_message message) noexcept = 0;

protected:
  ~message_sink() = default;
};

/// Makes the ROS subscription of one type of message, whose callback gives them to the sink and
/// keeps it.
using make_subscription = std::shared_ptr<rclcpp::SubscriptionBase> (*)(
  const node_access & node, const subscribe_place & from, std::shared_ptr<message_sink> sink);

/// What the messages of all types have in common: one ROS subscription for all subscribers of the
/// stream and of its copies; those who come later get what they would find on the topic.
/** Not a template, so that a program's compiler has less to do for each topic; see from_topic for
 * the contract. */
rx::observable<any_message> topic_messages(
  std::shared_ptr<const subscribe_place> from, make_subscription make);

}  // namespace rxros2::detail

#endif  // RXROS2__DETAIL__TOPIC_MESSAGES_HPP_
