// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message as bytes, for serialized and generic publishers and subscriptions.
#ifndef RCLCPP__SERIALIZED_MESSAGE_HPP_
#define RCLCPP__SERIALIZED_MESSAGE_HPP_

#include <cstddef>

#include "rcl/allocator.h"
#include "rcl/types.h"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Owns bytes in CDR encoding, including the 4-byte header. Copies copy the bytes. One thread at a
/// time may use it. Throws exceptions::RCLBadAlloc, and std::invalid_argument for an allocator
/// without functions.
class RCLCPP_PUBLIC SerializedMessage
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SerializedMessage)

  /// Creates an empty message whose memory comes from `allocator`.
  explicit SerializedMessage(const rcl_allocator_t & allocator = rcl_get_default_allocator());
  /// Creates an empty message with room for `initial_capacity` bytes from `allocator`.
  explicit SerializedMessage(
    std::size_t initial_capacity, const rcl_allocator_t & allocator = rcl_get_default_allocator());
  /// Copies the bytes, with the allocator of `other`.
  SerializedMessage(const SerializedMessage & other);
  /// Copies the bytes.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  SerializedMessage(const rcl_serialized_message_t & other);
  /// Takes the bytes; leaves `other` empty, with its allocator.
  SerializedMessage(SerializedMessage && other) noexcept;
  /// Takes ownership of the bytes, which the allocator in `other` allocated; leaves `other` without
  /// bytes and allocator.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  SerializedMessage(rcl_serialized_message_t && other) noexcept;
  /// Replaces the bytes with a copy.
  SerializedMessage & operator=(const SerializedMessage & other);
  /// Replaces the bytes with a copy.
  SerializedMessage & operator=(const rcl_serialized_message_t & other);
  /// Exchanges the bytes with `other`.
  SerializedMessage & operator=(SerializedMessage && other) noexcept;
  /// Takes ownership of the bytes; leaves `other` without bytes and allocator.
  SerializedMessage & operator=(rcl_serialized_message_t && other) noexcept;
  virtual ~SerializedMessage();

  /// Returns the C struct with the bytes.
  rcl_serialized_message_t & get_rcl_serialized_message() { return message_; }
  /// Returns the C struct with the bytes, read-only.
  const rcl_serialized_message_t & get_rcl_serialized_message() const { return message_; }

  /// Returns the number of used bytes.
  std::size_t size() const { return message_.buffer_length; }
  /// Returns the number of allocated bytes.
  std::size_t capacity() const { return message_.buffer_capacity; }
  /// Reserves `capacity` bytes in total and keeps the used bytes as far as they fit.
  void reserve(std::size_t capacity);
  /// Transfers ownership of the bytes to the caller, who frees them with the allocator in the
  /// result.
  rcl_serialized_message_t release_rcl_serialized_message();

private:
  rcl_serialized_message_t message_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SERIALIZED_MESSAGE_HPP_
