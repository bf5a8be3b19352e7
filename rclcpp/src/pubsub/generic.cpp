// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions of types that are known by name only.
#include <stdexcept>

#include "message/named_types.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/generic_publisher.hpp"
#include "rclcpp/generic_subscription.hpp"

namespace rclcpp
{
namespace
{

detail::MessageTypes message_types_of(const std::string & name)
{
  if (!detail::is_type_name(name)) {
    throw std::invalid_argument(
      "'" + name + "' is not a message type: expected the form package/msg/Name");
  }
  const detail::TypeSupportPtr type = detail::immortal(detail::named_type(name));
  return {type, type};
}

}  // namespace

GenericPublisher::GenericPublisher(
  node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
  const std::string & topic_type, const QoS & qos, const PublisherOptionsBase & options)
: PublisherBase(node_base, topic, message_types_of(topic_type), qos, options)
{
}

std::shared_ptr<GenericPublisher> create_generic_publisher(
  node_interfaces::NodeTopicsInterface::SharedPtr topics, const std::string & topic_name,
  const std::string & topic_type, const QoS & qos, const PublisherOptionsBase & options)
{
  auto publisher = std::make_shared<GenericPublisher>(
    topics->get_node_base_interface(), topic_name, topic_type, qos, options);
  topics->add_publisher(publisher, options.callback_group);
  return publisher;
}

GenericSubscription::GenericSubscription(
  node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
  const std::string & topic_type, const QoS & qos,
  AnySubscriptionCallback<SerializedMessage> callback, const SubscriptionOptionsBase & options)
: SubscriptionBase(
    node_base, message_types_of(topic_type), std::move(callback), topic, qos, options)
{
}

bool GenericSubscription::take_type_erased(void *, MessageInfo &)
{
  throw exceptions::UnimplementedError(
    "take_type_erased: a generic subscription has only bytes; use take_serialized");
}

std::shared_ptr<void> GenericSubscription::create_message()
{
  return create_serialized_message();
}

void GenericSubscription::handle_message(std::shared_ptr<void> &, const MessageInfo &)
{
  throw exceptions::UnimplementedError(
    "handle_message: a generic subscription has only bytes; use handle_serialized_message");
}

}  // namespace rclcpp
