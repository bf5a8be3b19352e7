// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts messages to SerializedMessages and back.
#ifndef RCLCPP__SERIALIZATION_HPP_
#define RCLCPP__SERIALIZATION_HPP_

#include "rclcpp/detail/type_support_handles.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Serializes messages of one type, which is given by its type support handle. Thread-safe.
class RCLCPP_PUBLIC SerializationBase
{
public:
  /// `type_support` comes from rosidl_typesupport_cpp::get_message_type_support_handle<T>(). Throws
  /// std::invalid_argument if it is null or belongs to another library.
  explicit SerializationBase(const rosidl_message_type_support_t * type_support)
  : type_(detail::message_type_of(type_support))
  {
  }
  virtual ~SerializationBase() = default;

  /// Encodes a message. Throws cdr::error if a string or sequence exceeds its bound,
  /// rcpputils::IllegalStateException for null.
  void serialize_message(const void * ros_message, SerializedMessage * serialized_message) const;
  /// Decodes a message. Throws cdr::error if the bytes are not such a message,
  /// rcpputils::IllegalStateException for null and if there are no bytes.
  void deserialize_message(const SerializedMessage * serialized_message, void * ros_message) const;

private:
  const detail::TypeSupport & type_;
};

/// Serializes messages of the type MessageT.
template <typename MessageT>
class Serialization : public SerializationBase
{
public:
  Serialization()
  : SerializationBase(rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>())
  {
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__SERIALIZATION_HPP_
