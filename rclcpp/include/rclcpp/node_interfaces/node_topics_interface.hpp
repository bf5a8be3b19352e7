// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds publishers and subscriptions to a node; used by create_publisher and create_subscription.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TOPICS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TOPICS_INTERFACE_HPP_

#include <memory>
#include <string>

#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_traits.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class PublisherBase;
class SubscriptionBase;

namespace node_interfaces
{

/// Adds publishers and subscriptions to one node. All functions are thread-safe. It does not own
/// them; their creators do.
class RCLCPP_PUBLIC NodeTopicsInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeTopicsInterface)

  /// Creates the interface of the node of `node_base`. `node_timers` serves the topic statistics.
  NodeTopicsInterface(
    NodeBaseInterface::SharedPtr node_base, NodeTimersInterface::SharedPtr node_timers);

  /// Adds the publisher's events to `callback_group` (null means the default group). Throws
  /// std::runtime_error if the group belongs to another node.
  void add_publisher(
    std::shared_ptr<PublisherBase> publisher,
    std::shared_ptr<CallbackGroup> callback_group = nullptr);
  /// Adds the subscription and its events to `callback_group` (null means the default group).
  /// Throws std::runtime_error if the group belongs to another node.
  void add_subscription(
    std::shared_ptr<SubscriptionBase> subscription,
    std::shared_ptr<CallbackGroup> callback_group = nullptr);

  /// Returns the interface that this one was created with.
  NodeBaseInterface * get_node_base_interface() const { return node_base_.get(); }
  /// Returns the timers interface that this one was created with.
  NodeTimersInterface * get_node_timers_interface() const { return node_timers_.get(); }

  /// Expands a name, remaps it unless `only_expand`, and validates it. Throws
  /// InvalidTopicNameError.
  std::string resolve_topic_name(const std::string & name, bool only_expand = false) const;

private:
  NodeBaseInterface::SharedPtr node_base_;
  NodeTimersInterface::SharedPtr node_timers_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeTopicsInterface, topics)

#endif  // RCLCPP__NODE_INTERFACES__NODE_TOPICS_INTERFACE_HPP_
