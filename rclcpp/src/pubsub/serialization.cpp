// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// From structs and samples to SerializedMessages, and back to structs.
#include "rclcpp/serialization.hpp"

#include <cstring>
#include <stdexcept>

#include "rclcpp/any_subscription_callback.hpp"

namespace rclcpp
{
namespace
{

// Makes room for `size` bytes, which the caller fills.
std::span<std::byte> prepare(SerializedMessage & message, std::size_t size)
{
  if (message.capacity() < size) {
    message.reserve(size);
  }
  rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
  raw.buffer_length = size;
  return {reinterpret_cast<std::byte *>(raw.buffer), size};
}

void encode(const intra_process::MessageType & type, const void * from, SerializedMessage & to)
{
  type.encode(from, prepare(to, type.encoded_size(from)));
}

}  // namespace

void SerializationBase::serialize_message(
  const void * ros_message, SerializedMessage * serialized_message) const
{
  if (!ros_message || !serialized_message) {
    throw std::invalid_argument("serialize_message: message is null");
  }
  encode(type_, ros_message, *serialized_message);
}

void SerializationBase::deserialize_message(
  const SerializedMessage * serialized_message, void * ros_message) const
{
  if (!ros_message || !serialized_message) {
    throw std::invalid_argument("deserialize_message: message is null");
  }
  const rcl_serialized_message_t & raw = serialized_message->get_rcl_serialized_message();
  type_.decode({reinterpret_cast<const std::byte *>(raw.buffer), raw.buffer_length}, ros_message);
}

SerializedMessage detail::serialize(const intra_process::Message & message)
{
  SerializedMessage serialized;
  if (message.get()) {
    encode(*message.type(), message.get(), serialized);
  } else {
    const auto bytes = message.sample().bytes();
    std::memcpy(prepare(serialized, bytes.size()).data(), bytes.data(), bytes.size());
  }
  return serialized;
}

}  // namespace rclcpp
