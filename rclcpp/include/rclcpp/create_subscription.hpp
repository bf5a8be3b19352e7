// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_subscription: creates a subscription and adds it to a node.
#ifndef RCLCPP__CREATE_SUBSCRIPTION_HPP_
#define RCLCPP__CREATE_SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/detail/qos_parameters.hpp"
#include "rclcpp/detail/topic_statistics.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/node_interfaces/get_node_timers_interface.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/subscription_traits.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

namespace rclcpp
{

/// Creates a subscription from parts of a node. `node_parameters`, which may also be a whole node,
/// gets the parameters of QoS overrides; `node_topics` gets the subscription. The caller owns it;
/// the node does not keep it alive. If an executor spins on another thread, the callback may run
/// before this returns. Throws exceptions::InvalidTopicNameError, rmw::error, std::runtime_error
/// for a callback group of another node, std::invalid_argument for a period of topic statistics
/// that is not positive, and the errors of QosOverridingOptions.
template <
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>,
  typename MessageMemoryStrategyT = typename SubscriptionT::MessageMemoryStrategyType,
  typename NodeParametersT, typename NodeTopicsT>
std::shared_ptr<SubscriptionT> create_subscription(
  NodeParametersT && node_parameters, NodeTopicsT && node_topics, const std::string & topic_name,
  const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    SubscriptionOptionsWithAllocator<AllocatorT>(),
  typename MessageMemoryStrategyT::SharedPtr memory_strategy = nullptr)
{
  node_interfaces::NodeTopicsInterface & topics = detail::topics_of(node_topics);
  AnySubscriptionCallback<MessageT, AllocatorT> any_callback(*options.get_allocator());
  any_callback.set(std::forward<CallbackT>(callback));
  auto subscription = std::make_shared<SubscriptionT>(
    topics.get_node_base_interface(), topic_name,
    detail::declare_qos_parameters(
      options.qos_overriding_options, node_parameters, topics.resolve_topic_name(topic_name), qos,
      detail::SubscriptionQosParametersTraits()),
    std::move(any_callback), options, std::move(memory_strategy));
  subscription->set_topic_statistics(detail::make_topic_statistics(options, topics));
  topics.add_subscription(subscription, options.callback_group);
  return subscription;
}

/// Creates a subscription for `node`: a Node, a pointer to one, or its topics interface, which has
/// no parameters for QoS overrides.
template <
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>,
  typename MessageMemoryStrategyT = typename SubscriptionT::MessageMemoryStrategyType,
  typename NodeT>
std::shared_ptr<SubscriptionT> create_subscription(
  NodeT && node, const std::string & topic_name, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    SubscriptionOptionsWithAllocator<AllocatorT>(),
  typename MessageMemoryStrategyT::SharedPtr memory_strategy = nullptr)
{
  return create_subscription<
    MessageT, CallbackT, AllocatorT, SubscriptionT, MessageMemoryStrategyT>(
    node, node, topic_name, qos, std::forward<CallbackT>(callback), options,
    std::move(memory_strategy));
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_SUBSCRIPTION_HPP_
