// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Turns messages into SerializedMessages and back.
#ifndef RCLCPP__SERIALIZATION_HPP_
#define RCLCPP__SERIALIZATION_HPP_

#include "rclcpp/intra_process/message_type.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// For one message type, given as data. Thread-safe.
class RCLCPP_PUBLIC SerializationBase
{
public:
  explicit SerializationBase(const intra_process::MessageType & type) : type_(type) {}
  virtual ~SerializationBase() = default;

  /// Throws cdr::error if a string or sequence exceeds its bound.
  void serialize_message(const void * ros_message, SerializedMessage * serialized_message) const;
  /// Throws cdr::error if the bytes are not such a message.
  void deserialize_message(const SerializedMessage * serialized_message, void * ros_message) const;

private:
  const intra_process::MessageType & type_;
};

/// For the message type MessageT.
template <typename MessageT>
class Serialization : public SerializationBase
{
public:
  Serialization() : SerializationBase(intra_process::message_type<MessageT>) {}
};

}  // namespace rclcpp

#endif  // RCLCPP__SERIALIZATION_HPP_
