// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waits for one message, without an executor.
#ifndef RCLCPP__WAIT_FOR_MESSAGE_HPP_
#define RCLCPP__WAIT_FOR_MESSAGE_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <ratio>
#include <stdexcept>
#include <string>

#include "rclcpp/context.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/wait_set.hpp"

namespace rclcpp
{

namespace detail
{
/// Calls `take` whenever messages have arrived, until it returns true. Returns false after
/// `timeout` (negative means never) and if the context shuts down.
RCLCPP_PUBLIC bool wait_for_message(
  SubscriptionBase & subscription, const std::shared_ptr<Context> & context,
  std::chrono::nanoseconds timeout, const std::function<bool()> & take);
}  // namespace detail

/// Blocks until `subscription` has a message and takes it. Returns false after `time_to_wait`
/// (negative means never) and if the context shuts down. No executor should spin the subscription
/// during the call, because it would compete for the message. Throws std::runtime_error if a wait
/// set has the subscription, std::invalid_argument if it is null.
template <typename MsgT, typename Rep = std::int64_t, typename Period = std::milli>
bool wait_for_message(
  MsgT & out, std::shared_ptr<Subscription<MsgT>> subscription, std::shared_ptr<Context> context,
  std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1))
{
  if (!subscription) {
    throw std::invalid_argument("wait_for_message: the subscription is null");
  }
  MessageInfo info;
  return detail::wait_for_message(
    *subscription, context, detail::to_nanoseconds(time_to_wait),
    [&] { return subscription->take(out, info); });
}

/// Does the same with a temporary subscription to `topic` that belongs to no executor.
template <typename MsgT, typename Rep = std::int64_t, typename Period = std::milli>
bool wait_for_message(
  MsgT & out, Node::SharedPtr node, const std::string & topic,
  std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1),
  const QoS & qos = SystemDefaultsQoS())
{
  SubscriptionOptions options;
  options.callback_group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  auto subscription = node->create_subscription<MsgT>(
    topic, qos, [](const typename Subscription<MsgT>::SubscribedType &) {}, options);
  return wait_for_message<MsgT, Rep, Period>(
    out, subscription, node->get_node_base_interface()->get_context(), time_to_wait);
}

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_FOR_MESSAGE_HPP_
