// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Subscription<MessageT>: calls back with the messages of a topic; made by
// Node::create_subscription.
#ifndef RCLCPP__SUBSCRIPTION_HPP_
#define RCLCPP__SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/intra_process/message_type.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/subscription_options.hpp"

namespace rclcpp
{

/// See SubscriptionBase for threads and lifetime, AnySubscriptionCallback for the forms of the
/// callback.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class Subscription : public SubscriptionBase
{
  static_assert(
    intra_process::RosMessage<MessageT>,
    "MessageT is no ROS message: include its generated header, e.g. std_msgs/msg/string.hpp");
  static_assert(
    std::is_same_v<AllocatorT, std::allocator<void>>, "custom allocators are not supported yet");

public:
  using SubscribedType = MessageT;
  using ROSMessageType = MessageT;
  using MessageAllocator = std::allocator<MessageT>;
  using MessageDeleter = std::default_delete<MessageT>;
  using ConstMessageSharedPtr = std::shared_ptr<const MessageT>;
  using MessageUniquePtr = std::unique_ptr<MessageT>;
  using MessageMemoryStrategyType =
    message_memory_strategy::MessageMemoryStrategy<MessageT, AllocatorT>;

  RCLCPP_SMART_PTR_DEFINITIONS(Subscription)

  Subscription(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    AnySubscriptionCallback<MessageT, AllocatorT> callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options)
  : SubscriptionBase(
      node_base, intra_process::message_type<MessageT>, topic, qos, options,
      {callback.is_serialized_message_callback(), owns(callback, options),
       callback.takes_const_reference()}),
    callback_(std::move(callback))
  {
  }

  /// Takes the oldest message instead of the executor. False if none waits.
  bool take(MessageT & message_out, MessageInfo & message_info_out)
  {
    intra_process::Message message;
    if (!take_message(message, message_info_out)) {
      return false;
    }
    message_out = std::move(*static_cast<MessageT *>(message.take_unique().get()));
    return true;
  }

private:
  static bool owns(
    const AnySubscriptionCallback<MessageT, AllocatorT> & callback,
    const SubscriptionOptionsBase & options)
  {
    return options.intra_process_buffer_type == IntraProcessBufferType::CallbackDefault
             ? !callback.use_take_shared_method() && !callback.is_serialized_message_callback()
             : options.intra_process_buffer_type == IntraProcessBufferType::UniquePtr;
  }

  void call(intra_process::Message & message, const MessageInfo & info) override
  {
    callback_.dispatch(message, info);
  }

  AnySubscriptionCallback<MessageT, AllocatorT> callback_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_HPP_
