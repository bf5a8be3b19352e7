// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The source of memory for received messages; the last parameter of create_subscription.
#ifndef RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
#define RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_

#include <cstddef>
#include <memory>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp::message_memory_strategy
{

/// The default strategy: messages come from the subscription's allocator, and a message that the
/// callback only reads is reused.
///
/// A derived class provides each message that arrives from another process (for a callback that
/// takes bytes: each message), and gets it back after the callback. The callback may then still
/// hold the pointer. Threads of the executor call the functions, one at a time unless the callback
/// group is reentrant. Exceptions leave spin(), and the message is lost.
template <typename MessageT, typename Alloc = std::allocator<void>>
class MessageMemoryStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessageMemoryStrategy)

  /// The std::allocator_traits for messages.
  using MessageAllocTraits = allocator::AllocRebind<MessageT, Alloc>;
  /// The allocator of messages.
  using MessageAlloc = typename MessageAllocTraits::allocator_type;
  /// The deleter of messages from MessageAlloc.
  using MessageDeleter = allocator::Deleter<MessageAlloc, MessageT>;
  /// The std::allocator_traits for serialized messages.
  using SerializedMessageAllocTraits = allocator::AllocRebind<SerializedMessage, Alloc>;
  /// The allocator of serialized messages.
  using SerializedMessageAlloc = typename SerializedMessageAllocTraits::allocator_type;
  /// The deleter of serialized messages from SerializedMessageAlloc.
  using SerializedMessageDeleter = allocator::Deleter<SerializedMessageAlloc, SerializedMessage>;

  /// The std::allocator_traits for bytes.
  using BufferAllocTraits = allocator::AllocRebind<char, Alloc>;
  /// The allocator of bytes.
  using BufferAlloc = typename BufferAllocTraits::allocator_type;
  /// The deleter of bytes from BufferAlloc.
  using BufferDeleter = allocator::Deleter<BufferAlloc, char>;

  /// Creates a strategy with a default-constructed allocator.
  MessageMemoryStrategy() : MessageMemoryStrategy(std::make_shared<Alloc>()) {}
  /// Creates a strategy whose messages come from a copy of `allocator`, which must not be null.
  explicit MessageMemoryStrategy(std::shared_ptr<Alloc> allocator)
  : message_allocator_(std::make_shared<MessageAlloc>(*allocator)),
    message_deleter_(make_deleter<MessageDeleter>(*message_allocator_)),
    serialized_message_allocator_(std::make_shared<SerializedMessageAlloc>(*allocator)),
    serialized_message_deleter_(
      make_deleter<SerializedMessageDeleter>(*serialized_message_allocator_)),
    buffer_allocator_(std::make_shared<BufferAlloc>(*allocator)),
    buffer_deleter_(make_deleter<BufferDeleter>(*buffer_allocator_))
  {
  }
  virtual ~MessageMemoryStrategy() = default;

  /// Returns a default strategy.
  static SharedPtr create_default() { return std::make_shared<MessageMemoryStrategy>(); }

  /// Returns a message with any content; never null.
  virtual std::shared_ptr<MessageT> borrow_message()
  {
    return std::allocate_shared<MessageT>(*message_allocator_);
  }
  /// Returns a buffer with an initial capacity of `capacity` bytes; it grows if necessary.
  virtual std::shared_ptr<SerializedMessage> borrow_serialized_message(std::size_t capacity)
  {
    return std::allocate_shared<SerializedMessage>(*serialized_message_allocator_, capacity);
  }
  /// Returns a buffer with the default capacity.
  virtual std::shared_ptr<SerializedMessage> borrow_serialized_message()
  {
    return borrow_serialized_message(default_buffer_capacity_);
  }
  /// Sets the default capacity of buffers, in bytes.
  virtual void set_default_buffer_capacity(std::size_t capacity)
  {
    default_buffer_capacity_ = capacity;
  }
  /// Takes back a message of borrow_message().
  virtual void return_message(std::shared_ptr<MessageT> & message) { message.reset(); }
  /// Takes back a buffer of borrow_serialized_message().
  virtual void return_serialized_message(std::shared_ptr<SerializedMessage> & message)
  {
    message.reset();
  }

  /// The allocator of borrow_message().
  std::shared_ptr<MessageAlloc> message_allocator_;
  /// The deleter for messages of `message_allocator_`.
  MessageDeleter message_deleter_;
  /// The allocator of borrow_serialized_message().
  std::shared_ptr<SerializedMessageAlloc> serialized_message_allocator_;
  /// The deleter for serialized messages of `serialized_message_allocator_`.
  SerializedMessageDeleter serialized_message_deleter_;
  /// The allocator for raw bytes, for derived classes.
  std::shared_ptr<BufferAlloc> buffer_allocator_;
  /// The deleter for bytes of `buffer_allocator_`.
  BufferDeleter buffer_deleter_;
  std::size_t default_buffer_capacity_ = 0;  // bytes

private:
  template <typename Deleter, typename A>
  static Deleter make_deleter(A & allocator)
  {
    Deleter deleter;
    allocator::set_allocator_for_deleter(&deleter, &allocator);
    return deleter;
  }
};

}  // namespace rclcpp::message_memory_strategy

#endif  // RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
