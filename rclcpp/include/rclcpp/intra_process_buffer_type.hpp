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
  CallbackDefault
};

}  // namespace rclcpp

#endif  // RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
