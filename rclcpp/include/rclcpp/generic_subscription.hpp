// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericSubscription: receives bytes of a type that is known by name only; created by
// Node::create_generic_subscription.
#ifndef RCLCPP__GENERIC_SUBSCRIPTION_HPP_
#define RCLCPP__GENERIC_SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/subscription_options.hpp"

namespace rclcpp
{

/// A subscription to serialized messages; SubscriptionBase describes threads and lifetime. The
/// callback takes SerializedMessage in any of the forms of AnySubscriptionCallback. Structs of
/// local publishers are encoded for it.
class RCLCPP_PUBLIC GenericSubscription : public SubscriptionBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericSubscription)

  /// `topic_type` is a name such as "std_msgs/msg/String". Throws std::invalid_argument if it has
  /// another form.
  GenericSubscription(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const std::string & topic_type, const QoS & qos,
    AnySubscriptionCallback<SerializedMessage> callback, const SubscriptionOptionsBase & options);

  // A generic subscription has no struct: take_type_erased() and handle_message() throw
  // exceptions::UnimplementedError, messages are SerializedMessages.
  bool take_type_erased(void * message_out, MessageInfo & message_info_out) override;
  std::shared_ptr<void> create_message() override;
  void handle_message(std::shared_ptr<void> & message, const MessageInfo & message_info) override;
};

/// Creates a generic subscription and adds it to the node of `topics`.
template <typename CallbackT>
std::shared_ptr<GenericSubscription> create_generic_subscription(
  node_interfaces::NodeTopicsInterface::SharedPtr topics, const std::string & topic_name,
  const std::string & topic_type, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsBase & options = SubscriptionOptionsBase())
{
  AnySubscriptionCallback<SerializedMessage> any_callback;
  any_callback.set_serialized(std::forward<CallbackT>(callback));
  auto subscription = std::make_shared<GenericSubscription>(
    topics->get_node_base_interface(), topic_name, topic_type, qos, std::move(any_callback),
    options);
  topics->add_subscription(subscription, options.callback_group);
  return subscription;
}

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_SUBSCRIPTION_HPP_
