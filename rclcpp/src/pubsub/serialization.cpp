// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts structs and samples to SerializedMessages, and back to structs.
#include "rclcpp/serialization.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "pubsub/serialization.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rcpputils/asserts.hpp"

namespace rclcpp
{
namespace
{

// ROS 2 throws an exception of rcpputils here.
void require(bool condition, const char * otherwise)
{
  if (!condition) {
    throw rcpputils::IllegalStateException(otherwise);
  }
}

// Reserves `size` bytes, which the caller fills.
std::span<std::byte> prepare(SerializedMessage & message, std::size_t size)
{
  if (message.capacity() < size) {
    message.reserve(size);
  }
  rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
  raw.buffer_length = size;
  return {reinterpret_cast<std::byte *>(raw.buffer), size};
}

void encode(const detail::TypeSupport & type, const void * from, SerializedMessage & to)
{
  type.encode(from, prepare(to, type.encoded_size(from)));
}

// Calls `encode` with the struct of `message` converted to the ROS type.
template <typename Encode>
void as_ros(const detail::Message & message, Encode encode)
{
  const detail::TypeSupport & type = *message.type();
  if (!type.wire) {
    encode(type, message.get());
    return;
  }
  const detail::TypeSupport & ros = *type.wire;
  const detail::UniqueMessage converted(ros.create(ros), {&ros});
  type.to_ros(message.get(), converted.get());
  encode(ros, converted.get());
}

}  // namespace

const detail::TypeSupport & detail::message_type_of(const rosidl_message_type_support_t * handle)
{
  const rosidl_message_type_support_t * const ours =
    handle && handle->func ? handle->func(handle, type_support_identifier) : nullptr;
  if (!ours) {
    throw std::invalid_argument(
      std::string("message type support is ") + (handle ? handle->typesupport_identifier : "null") +
      "; expected " + type_support_identifier);
  }
  return *static_cast<const detail::TypeSupport *>(ours->data);
}

void SerializationBase::serialize_message(
  const void * ros_message, SerializedMessage * serialized_message) const
{
  require(ros_message && serialized_message, "serialize_message: message is null");
  encode(type_, ros_message, *serialized_message);
}

void SerializationBase::deserialize_message(
  const SerializedMessage * serialized_message, void * ros_message) const
{
  require(ros_message && serialized_message, "deserialize_message: message is null");
  require(serialized_message->size() > 0, "deserialize_message: the serialized message is empty");
  const rcl_serialized_message_t & raw = serialized_message->get_rcl_serialized_message();
  type_.decode({reinterpret_cast<const std::byte *>(raw.buffer), raw.buffer_length}, ros_message);
}

void detail::serialize(const detail::Message & message, SerializedMessage & serialized)
{
  if (!message.get()) {
    const auto bytes = message.sample().bytes();
    std::memcpy(prepare(serialized, bytes.size()).data(), bytes.data(), bytes.size());
    return;
  }
  as_ros(message, [&](const auto & type, const void * from) { encode(type, from, serialized); });
}

rmw::Sample detail::to_sample(const detail::Message & message)
{
  if (!message.get()) {
    return message.sample();
  }
  rmw::Sample sample;
  as_ros(message, [&](const auto & type, const void * from) {
    rmw::Buffer encoded(type.encoded_size(from));
    type.encode(from, encoded.bytes());
    sample = rmw::Sample(std::move(encoded));
  });
  return sample;
}

}  // namespace rclcpp
