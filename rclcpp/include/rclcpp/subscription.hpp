// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Subscription<MessageT>: calls a callback with the messages of a topic; created by
// Node::create_subscription.
#ifndef RCLCPP__SUBSCRIPTION_HPP_
#define RCLCPP__SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <typeinfo>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/message/allocated.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/experimental/buffers/intra_process_buffer.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/subscription_traits.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "rclcpp/type_adapter.hpp"

namespace rclcpp
{

/// A subscription to MessageT, a ROS message or a TypeAdapter. SubscriptionBase describes threads
/// and lifetime, AnySubscriptionCallback the forms of the callback. Messages that are decoded,
/// converted or copied for the callback come from the allocator.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class Subscription : public SubscriptionBase
{
  static_assert(
    detail::Publishable<MessageT>,
    "MessageT is neither a ROS message (include its generated header, e.g. "
    "std_msgs/msg/string.hpp) nor adapted to one (rclcpp::TypeAdapter)");

public:
  /// The type that the user handles and the type on the wire; they differ only for a TypeAdapter.
  using SubscribedType = typename TypeAdapter<MessageT>::custom_type;
  /// The ROS message type on the wire.
  using ROSMessageType = typename TypeAdapter<MessageT>::ros_message_type;

  /// The std::allocator_traits for the type that the user handles.
  using SubscribedTypeAllocatorTraits = allocator::AllocRebind<SubscribedType, AllocatorT>;
  /// The allocator of the type that the user handles.
  using SubscribedTypeAllocator = typename SubscribedTypeAllocatorTraits::allocator_type;
  /// The deleter of a message of the type that the user handles.
  using SubscribedTypeDeleter = allocator::Deleter<SubscribedTypeAllocator, SubscribedType>;
  /// The std::allocator_traits for the ROS message type.
  using ROSMessageTypeAllocatorTraits = allocator::AllocRebind<ROSMessageType, AllocatorT>;
  /// The allocator of the ROS message type.
  using ROSMessageTypeAllocator = typename ROSMessageTypeAllocatorTraits::allocator_type;
  /// The deleter of a ROS message.
  using ROSMessageTypeDeleter = allocator::Deleter<ROSMessageTypeAllocator, ROSMessageType>;

  /// The std::allocator_traits for received messages, under ROS 2's older name.
  using MessageAllocatorTraits = SubscribedTypeAllocatorTraits;
  /// The allocator of received messages, under ROS 2's older name.
  using MessageAllocator = SubscribedTypeAllocator;
  /// The deleter of a received message, under ROS 2's older name.
  using MessageDeleter = SubscribedTypeDeleter;
  /// A received message that several subscriptions may share (zero-copy), read-only.
  using ConstMessageSharedPtr = std::shared_ptr<const SubscribedType>;
  /// A received message that the callback owns.
  using MessageUniquePtr = std::unique_ptr<SubscribedType, SubscribedTypeDeleter>;
  /// The strategy that provides the memory of received messages.
  using MessageMemoryStrategyType =
    message_memory_strategy::MessageMemoryStrategy<ROSMessageType, AllocatorT>;

  RCLCPP_SMART_PTR_DEFINITIONS(Subscription)

  /// A null `memory_strategy` means the default one.
  Subscription(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    AnySubscriptionCallback<MessageT, AllocatorT> callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options,
    typename MessageMemoryStrategyType::SharedPtr memory_strategy = nullptr)
  : SubscriptionBase(
      node_base, callback.message_types(), std::move(callback), topic, qos, options,
      is_users(memory_strategy.get())),
    memory_strategy_(std::move(memory_strategy))
  {
  }

  /// Takes the oldest message in place of the executor. Returns false if no message waits.
  bool take(ROSMessageType & message_out, MessageInfo & message_info_out)
  {
    return take_as(message_out, message_info_out, detail::type_support<ROSMessageType>);
  }
  /// Takes the oldest message as the user's type of a TypeAdapter. Returns false if no message
  /// waits.
  bool take(SubscribedType & message_out, MessageInfo & message_info_out)
    requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    return take_as(
      message_out, message_info_out, detail::adapted_type_support<TypeAdapter<MessageT>>);
  }
  bool take_type_erased(void * message_out, MessageInfo & message_info_out) override
  {
    return take(*static_cast<ROSMessageType *>(message_out), message_info_out);
  }

  std::shared_ptr<void> create_message() override
  {
    return memory_strategy_ ? memory_strategy_->borrow_message()
                            : SubscriptionBase::create_message();
  }
  /// Returns an empty buffer from the memory strategy if there is one, otherwise from the heap.
  std::shared_ptr<SerializedMessage> create_serialized_message() override
  {
    return memory_strategy_ ? memory_strategy_->borrow_serialized_message()
                            : SubscriptionBase::create_serialized_message();
  }
  void return_message(std::shared_ptr<void> & message) override
  {
    if (memory_strategy_) {
      auto typed = std::static_pointer_cast<ROSMessageType>(message);
      message.reset();
      memory_strategy_->return_message(typed);
    } else {
      SubscriptionBase::return_message(message);
    }
  }
  /// Returns a buffer to the memory strategy if there is one, otherwise frees it.
  void return_serialized_message(std::shared_ptr<SerializedMessage> & message) override
  {
    if (memory_strategy_) {
      memory_strategy_->return_serialized_message(message);
    } else {
      SubscriptionBase::return_serialized_message(message);
    }
  }

private:
  static bool is_users(const MessageMemoryStrategyType * strategy)
  {
    return strategy && typeid(*strategy) != typeid(MessageMemoryStrategyType);
  }

  template <typename T>
  bool take_as(T & message_out, MessageInfo & message_info_out, const detail::TypeSupport & type)
  {
    detail::Message message;
    if (!take_message(message, message_info_out, type)) {
      return false;
    }
    message_out = std::move(*static_cast<T *>(message.take_shared_mutable(type).get()));
    return true;
  }

  const typename MessageMemoryStrategyType::SharedPtr
    memory_strategy_;  // null: the default strategy
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_HPP_
