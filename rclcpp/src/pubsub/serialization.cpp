// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// From structs and samples to SerializedMessages, and back to structs.
#include "rclcpp/serialization.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

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

const intra_process::MessageType & detail::message_type_of(
  const rosidl_message_type_support_t * handle)
{
  if (!handle || std::strcmp(handle->typesupport_identifier, type_support_identifier) != 0) {
    throw std::invalid_argument(
      std::string("message type support is ") +
      (handle ? handle->typesupport_identifier : "null") + "; expected " + type_support_identifier);
  }
  return *static_cast<const intra_process::MessageType *>(handle->data);
}

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

void detail::serialize(const intra_process::Message & message, SerializedMessage & serialized)
{
  if (!message.get()) {
    const auto bytes = message.sample().bytes();
    std::memcpy(prepare(serialized, bytes.size()).data(), bytes.data(), bytes.size());
    return;
  }
  const intra_process::MessageType & type = *message.type();
  if (!type.ros) {
    encode(type, message.get(), serialized);
    return;
  }
  const intra_process::MessageType & ros = *type.ros;
  const intra_process::UniqueMessage converted(ros.create(ros), {&ros});
  type.to_ros(message.get(), converted.get());
  encode(ros, converted.get(), serialized);
}

}  // namespace rclcpp
