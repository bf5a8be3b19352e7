// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The form in which a subscription's queue holds messages that local publishers pass by pointer.
#ifndef RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
#define RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_

namespace rclcpp
{

/// The form in which the queue of a subscription holds local messages.
enum class IntraProcessBufferType
{
  /// std::shared_ptr<const MessageT>: shared with other subscriptions (zero-copy). A callback that
  /// owns its message gets a copy when it is called.
  SharedPtr,
  /// std::unique_ptr<MessageT>: each subscription has its own message, copied on publishing unless
  /// the subscription is its last owner.
  UniquePtr,
  /// UniquePtr for callbacks that own the message (unique_ptr, non-const shared_ptr), otherwise
  /// SharedPtr.
  CallbackDefault,
  /// MessageT by value. Not in ROS 2. Each message is copied on publishing into memory of the
  /// subscription that is reused, including the capacity of its strings and sequences: after the
  /// queue has been full once, a message allocates nothing. For small messages and for real-time
  /// threads that must not allocate. SharedPtr for callbacks that take bytes.
  Value
};

}  // namespace rclcpp

#endif  // RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
