// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message that a publisher lends to be filled and published.
#ifndef RCLCPP__LOANED_MESSAGE_HPP_
#define RCLCPP__LOANED_MESSAGE_HPP_

#include <memory>
#include <utility>

namespace rclcpp
{

class PublisherBase;

/// Made by Publisher::borrow_loaned_message(). Returned to the publisher by publishing it, else by
/// destroying it. A plain value, movable. A moved-from or released one is not valid.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class LoanedMessage
{
public:
  using MessageDeleter = std::default_delete<MessageT>;

  explicit LoanedMessage(const PublisherBase &) : message_(std::make_unique<MessageT>()) {}
  LoanedMessage(const PublisherBase & publisher, const std::allocator<MessageT> &)
  : LoanedMessage(publisher)
  {
  }
  LoanedMessage(LoanedMessage &&) noexcept = default;
  LoanedMessage & operator=(LoanedMessage &&) noexcept = default;
  virtual ~LoanedMessage() = default;

  bool is_valid() const { return message_ != nullptr; }
  MessageT & get() const { return *message_; }
  std::unique_ptr<MessageT> release() { return std::move(message_); }

private:
  std::unique_ptr<MessageT> message_;
};

}  // namespace rclcpp

#endif  // RCLCPP__LOANED_MESSAGE_HPP_
