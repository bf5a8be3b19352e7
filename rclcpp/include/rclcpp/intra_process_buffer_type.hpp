// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a subscription's queue holds when messages come by pointer.
#ifndef RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
#define RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_

namespace rclcpp
{

enum class IntraProcessBufferType
{
  /// std::shared_ptr<const MessageT>: shared with other subscriptions; an owning callback gets a
  /// copy when it is called.
  SharedPtr,
  /// std::unique_ptr<MessageT>: a message of its own, copied on publishing unless this is its last
  /// owner.
  UniquePtr,
  /// UniquePtr for callbacks that own the message (unique_ptr, non-const shared_ptr), else
  /// SharedPtr.
  CallbackDefault,
  /// MessageT by value. Not in ROS 2. Copied on publishing into memory of the subscription's own
  /// that is used again and again, with what its strings and sequences have grown to: once the
  /// queue has been full, nothing is allocated for a message. For small messages, and for threads
  /// that must not allocate. SharedPtr for callbacks that take bytes.
  Value
};

}  // namespace rclcpp

#endif  // RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
