// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message that a publisher lends to be filled in and published.
#ifndef RCLCPP__LOANED_MESSAGE_HPP_
#define RCLCPP__LOANED_MESSAGE_HPP_

#include <memory>
#include <utility>

#include "rclcpp/detail/message/allocated.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/publisher_base.hpp"

namespace rclcpp
{

class PublisherBase;

/// A loan of Publisher::borrow_loaned_message(), from the publisher's allocator. Publishing returns
/// it to the publisher, as does destroying it. A plain movable value. After a move or release() it
/// is not valid.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class LoanedMessage
{
public:
  /// The std::allocator_traits for messages.
  using MessageAllocatorTraits = allocator::AllocRebind<MessageT, AllocatorT>;
  /// The allocator of the loan.
  using MessageAllocator = typename MessageAllocatorTraits::allocator_type;
  /// The deleter of a released message.
  using MessageDeleter = allocator::Deleter<MessageAllocator, MessageT>;

  /// Creates a message with a default-constructed allocator. Call
  /// Publisher::borrow_loaned_message() to get one from the publisher's allocator.
  explicit LoanedMessage(const PublisherBase & publisher)
  : LoanedMessage(publisher, MessageAllocator())
  {
  }
  /// Creates a message from `allocator`.
  LoanedMessage(const PublisherBase &, const MessageAllocator & allocator)
  {
    const auto type = detail::with_allocator<MessageT>(detail::type_support<MessageT>, allocator);
    message_ = detail::give<MessageT, MessageAllocator>({type->create(*type), {type.get()}});
  }
  /// Takes over the message; leaves the other loan invalid.
  LoanedMessage(LoanedMessage &&) noexcept = default;
  /// Destroys the own message and takes over the other one; leaves the other loan invalid.
  LoanedMessage & operator=(LoanedMessage &&) noexcept = default;
  virtual ~LoanedMessage() = default;

  /// Returns true if the loan holds a message.
  bool is_valid() const { return message_ != nullptr; }
  /// Returns the message. The loan must be valid.
  MessageT & get() const { return *message_; }
  /// Transfers ownership of the message to the caller.
  std::unique_ptr<MessageT, MessageDeleter> release() { return std::move(message_); }

private:
  std::unique_ptr<MessageT, MessageDeleter> message_;
};

}  // namespace rclcpp

#endif  // RCLCPP__LOANED_MESSAGE_HPP_
