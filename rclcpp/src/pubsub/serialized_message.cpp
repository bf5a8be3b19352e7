// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The memory of SerializedMessage.
#include "rclcpp/serialized_message.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{
namespace
{

rcl_serialized_message_t without_bytes(const rcl_allocator_t & allocator)
{
  if (!rcutils_allocator_is_valid(&allocator)) {
    throw std::invalid_argument(
      "SerializedMessage: the allocator lacks a function; expected one such as "
      "rcl_get_default_allocator()");
  }
  return {nullptr, 0, 0, allocator};
}

// `other` may never have been initialised: then it has no allocator.
const rcl_allocator_t & allocator_of(const rcl_serialized_message_t & other)
{
  static const rcl_allocator_t standard = rcl_get_default_allocator();
  return rcutils_allocator_is_valid(&other.allocator) ? other.allocator : standard;
}

void reallocate(rcl_serialized_message_t & message, std::size_t capacity)
{
  const rcl_allocator_t & allocator = message.allocator;
  void * const buffer = allocator.reallocate(message.buffer, capacity, allocator.state);
  if (!buffer) {
    throw exceptions::RCLBadAlloc();
  }
  message.buffer = static_cast<std::uint8_t *>(buffer);
  message.buffer_capacity = capacity;
}

// Returns a copy of the bytes without spare capacity.
rcl_serialized_message_t copy(const rcl_serialized_message_t & other)
{
  rcl_serialized_message_t bytes = without_bytes(allocator_of(other));
  if (other.buffer_capacity > 0) {
    reallocate(bytes, other.buffer_capacity);
  }
  if (other.buffer_length > 0) {
    std::memcpy(bytes.buffer, other.buffer, other.buffer_length);
    bytes.buffer_length = other.buffer_length;
  }
  return bytes;
}

rcl_serialized_message_t take(rcl_serialized_message_t & other)
{
  return std::exchange(other, rmw_get_zero_initialized_serialized_message());
}

// A SerializedMessage always has an allocator.
rcl_serialized_message_t take_and_keep_allocator(rcl_serialized_message_t & other)
{
  return std::exchange(other, {nullptr, 0, 0, other.allocator});
}

}  // namespace

SerializedMessage::SerializedMessage(const rcl_allocator_t & allocator)
: message_(without_bytes(allocator))
{
}

SerializedMessage::SerializedMessage(
  std::size_t initial_capacity, const rcl_allocator_t & allocator)
: SerializedMessage(allocator)
{
  reserve(initial_capacity);
}

SerializedMessage::SerializedMessage(const SerializedMessage & other)
: message_(copy(other.message_))
{
}

SerializedMessage::SerializedMessage(const rcl_serialized_message_t & other) : message_(copy(other))
{
}

SerializedMessage::SerializedMessage(SerializedMessage && other) noexcept
: message_(take_and_keep_allocator(other.message_))
{
}

SerializedMessage::SerializedMessage(rcl_serialized_message_t && other) noexcept
: message_(take(other))
{
  message_.allocator = allocator_of(message_);
}

SerializedMessage & SerializedMessage::operator=(const SerializedMessage & other)
{
  return *this = SerializedMessage(other);
}

SerializedMessage & SerializedMessage::operator=(const rcl_serialized_message_t & other)
{
  return *this = SerializedMessage(other);
}

SerializedMessage & SerializedMessage::operator=(SerializedMessage && other) noexcept
{
  std::swap(message_, other.message_);
  return *this;
}

SerializedMessage & SerializedMessage::operator=(rcl_serialized_message_t && other) noexcept
{
  return *this = SerializedMessage(std::move(other));
}

SerializedMessage::~SerializedMessage()
{
  message_.allocator.deallocate(message_.buffer, message_.allocator.state);
}

void SerializedMessage::reserve(std::size_t capacity)
{
  if (capacity == 0) {
    const rcl_allocator_t allocator = message_.allocator;
    allocator.deallocate(message_.buffer, allocator.state);
    message_ = {nullptr, 0, 0, allocator};
    return;
  }
  reallocate(message_, capacity);
  if (message_.buffer_length > capacity) {
    message_.buffer_length = capacity;
  }
}

rcl_serialized_message_t SerializedMessage::release_rcl_serialized_message()
{
  return take_and_keep_allocator(message_);
}

}  // namespace rclcpp
