// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_subscription: makes a subscription and adds it to a node.
#ifndef RCLCPP__CREATE_SUBSCRIPTION_HPP_
#define RCLCPP__CREATE_SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_options.hpp"

namespace rclcpp
{

/// `node` is a Node, a pointer to one, or its topics interface. The node does not keep the
/// subscription: the caller does. The callback may be called before this returns, if an executor
/// spins in another thread. Throws exceptions::InvalidTopicNameError, rmw::error,
/// std::runtime_error for a callback group of another node.
template <
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>,
  typename MessageMemoryStrategyT = typename SubscriptionT::MessageMemoryStrategyType,
  typename NodeT>
std::shared_ptr<SubscriptionT> create_subscription(
  NodeT && node, const std::string & topic_name, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    SubscriptionOptionsWithAllocator<AllocatorT>(),
  typename MessageMemoryStrategyT::SharedPtr = MessageMemoryStrategyT::create_default())
{
  node_interfaces::NodeTopicsInterface & topics = detail::topics_of(node);
  AnySubscriptionCallback<MessageT, AllocatorT> any_callback;
  any_callback.set(std::forward<CallbackT>(callback));
  auto subscription = std::make_shared<SubscriptionT>(
    topics.get_node_base_interface(), topic_name, qos, std::move(any_callback), options);
  topics.add_subscription(subscription, options.callback_group);
  return subscription;
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_SUBSCRIPTION_HPP_
