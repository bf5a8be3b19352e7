// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message as bytes: what serialized and generic publishers and subscriptions handle.
#ifndef RCLCPP__SERIALIZED_MESSAGE_HPP_
#define RCLCPP__SERIALIZED_MESSAGE_HPP_

#include <cstddef>

#include "rcl/allocator.h"
#include "rcl/types.h"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Owns bytes in CDR with its 4-byte header. Copies copy the bytes. One thread at a time.
/// Throws exceptions::RCLBadAlloc, and std::invalid_argument for an allocator without functions.
class RCLCPP_PUBLIC SerializedMessage
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SerializedMessage)

  explicit SerializedMessage(const rcl_allocator_t & allocator = rcl_get_default_allocator());
  explicit SerializedMessage(
    std::size_t initial_capacity, const rcl_allocator_t & allocator = rcl_get_default_allocator());
  SerializedMessage(const SerializedMessage & other);
  /// Copies the bytes.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  SerializedMessage(const rcl_serialized_message_t & other);
  SerializedMessage(SerializedMessage && other) noexcept;
  /// Takes over the bytes, which are the allocator's in `other`; `other` is left without bytes and
  /// allocator.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  SerializedMessage(rcl_serialized_message_t && other) noexcept;
  SerializedMessage & operator=(const SerializedMessage & other);
  SerializedMessage & operator=(const rcl_serialized_message_t & other);
  SerializedMessage & operator=(SerializedMessage && other) noexcept;
  SerializedMessage & operator=(rcl_serialized_message_t && other) noexcept;
  virtual ~SerializedMessage();

  rcl_serialized_message_t & get_rcl_serialized_message() { return message_; }
  const rcl_serialized_message_t & get_rcl_serialized_message() const { return message_; }

  /// Bytes used.
  std::size_t size() const { return message_.buffer_length; }
  std::size_t capacity() const { return message_.buffer_capacity; }
  /// Makes room for `capacity` bytes in all; keeps those used, as far as they fit.
  void reserve(std::size_t capacity);
  /// Hands the bytes to the caller, who frees them by the allocator that is in what it gets.
  rcl_serialized_message_t release_rcl_serialized_message();

private:
  rcl_serialized_message_t message_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SERIALIZED_MESSAGE_HPP_
