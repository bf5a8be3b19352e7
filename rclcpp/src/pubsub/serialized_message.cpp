// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SerializedMessage's memory.
#include "rclcpp/serialized_message.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace rclcpp
{
namespace
{

constexpr rcl_serialized_message_t empty{nullptr, 0, 0};

rcl_serialized_message_t copy(const rcl_serialized_message_t & other)
{
  rcl_serialized_message_t bytes = empty;
  if (other.buffer_length > 0) {
    bytes.buffer = static_cast<std::uint8_t *>(std::malloc(other.buffer_length));
    if (!bytes.buffer) {
      throw std::bad_alloc();
    }
    std::memcpy(bytes.buffer, other.buffer, other.buffer_length);
    bytes.buffer_length = bytes.buffer_capacity = other.buffer_length;
  }
  return bytes;
}

}  // namespace

SerializedMessage::SerializedMessage(std::size_t initial_capacity)
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
: message_(std::exchange(other.message_, empty))
{
}

SerializedMessage::SerializedMessage(rcl_serialized_message_t && other) noexcept
: message_(std::exchange(other, empty))
{
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
  std::free(message_.buffer);
}

void SerializedMessage::reserve(std::size_t capacity)
{
  if (capacity == 0) {
    std::free(message_.buffer);
    message_ = empty;
    return;
  }
  void * const buffer = std::realloc(message_.buffer, capacity);
  if (!buffer) {
    throw std::bad_alloc();
  }
  message_.buffer = static_cast<std::uint8_t *>(buffer);
  message_.buffer_capacity = capacity;
  if (message_.buffer_length > capacity) {
    message_.buffer_length = capacity;
  }
}

rcl_serialized_message_t SerializedMessage::release_rcl_serialized_message()
{
  return std::exchange(message_, empty);
}

}  // namespace rclcpp
