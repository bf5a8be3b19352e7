// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Topics, services, timers and waitables of a node: adds entities to a callback group of the node.
#include "rclcpp/callback_group.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::node_interfaces
{

namespace
{
// Returns the given group if it belongs to the node, or the default group if none is given.
std::shared_ptr<CallbackGroup> group_of(
  NodeBaseInterface & node, std::shared_ptr<CallbackGroup> group, const char * entity)
{
  if (!group) {
    return node.get_default_callback_group();
  }
  if (!node.callback_group_in_node(group)) {
    throw exceptions::MissingGroupNodeException(entity);
  }
  return group;
}
}  // namespace

NodeTimersInterface::NodeTimersInterface(NodeBaseInterface::SharedPtr node_base)
: node_base_(std::move(node_base))
{
}

void NodeTimersInterface::add_timer(
  std::shared_ptr<TimerBase> timer, std::shared_ptr<CallbackGroup> callback_group)
{
  group_of(*node_base_, std::move(callback_group), "timer")->add_timer(timer);
  node_base_->trigger_notify_guard_condition();
}

NodeTopicsInterface::NodeTopicsInterface(
  NodeBaseInterface::SharedPtr node_base, NodeTimersInterface::SharedPtr node_timers)
: node_base_(std::move(node_base)), node_timers_(std::move(node_timers))
{
}

void NodeTopicsInterface::add_publisher(
  std::shared_ptr<PublisherBase> publisher, std::shared_ptr<CallbackGroup> callback_group)
{
  group_of(*node_base_, std::move(callback_group), "publisher")->add_publisher(publisher);
  node_base_->trigger_notify_guard_condition();
}

void NodeTopicsInterface::add_subscription(
  std::shared_ptr<SubscriptionBase> subscription, std::shared_ptr<CallbackGroup> callback_group)
{
  group_of(*node_base_, std::move(callback_group), "subscription")->add_subscription(subscription);
  node_base_->trigger_notify_guard_condition();
}

std::string NodeTopicsInterface::resolve_topic_name(
  const std::string & name, bool only_expand) const
{
  return node_base_->resolve_topic_or_service_name(name, false, only_expand);
}

NodeServicesInterface::NodeServicesInterface(NodeBaseInterface::SharedPtr node_base)
: node_base_(std::move(node_base))
{
}

void NodeServicesInterface::add_client(
  std::shared_ptr<ClientBase> client_base_ptr, std::shared_ptr<CallbackGroup> group)
{
  group_of(*node_base_, std::move(group), "client")->add_client(client_base_ptr);
  node_base_->trigger_notify_guard_condition();
}

void NodeServicesInterface::add_service(
  std::shared_ptr<ServiceBase> service_base_ptr, std::shared_ptr<CallbackGroup> group)
{
  group_of(*node_base_, std::move(group), "service")->add_service(service_base_ptr);
  node_base_->trigger_notify_guard_condition();
}

std::string NodeServicesInterface::resolve_service_name(
  const std::string & name, bool only_expand) const
{
  return node_base_->resolve_topic_or_service_name(name, true, only_expand);
}

NodeWaitablesInterface::NodeWaitablesInterface(NodeBaseInterface::SharedPtr node_base)
: node_base_(std::move(node_base))
{
}

void NodeWaitablesInterface::add_waitable(
  std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group)
{
  group_of(*node_base_, std::move(group), "waitable")->add_waitable(waitable);
  node_base_->trigger_notify_guard_condition();
}

void NodeWaitablesInterface::remove_waitable(
  std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group) noexcept
{
  (group ? group : node_base_->get_default_callback_group())->remove_waitable(waitable);
}

}  // namespace rclcpp::node_interfaces
