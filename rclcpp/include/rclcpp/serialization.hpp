// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Turns messages into SerializedMessages and back.
#ifndef RCLCPP__SERIALIZATION_HPP_
#define RCLCPP__SERIALIZATION_HPP_

#include "rclcpp/detail/type_support_handles.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// For one message type, given by its handle. Thread-safe.
class RCLCPP_PUBLIC SerializationBase
{
public:
  /// `type_support`: rosidl_typesupport_cpp::get_message_type_support_handle<T>().
  /// Throws std::invalid_argument if it is null or another library's.
  explicit SerializationBase(const rosidl_message_type_support_t * type_support)
  : type_(detail::message_type_of(type_support))
  {
  }
  virtual ~SerializationBase() = default;

  /// Throws cdr::error if a string or sequence exceeds its bound, rcpputils::IllegalStateException
  /// for null.
  void serialize_message(const void * ros_message, SerializedMessage * serialized_message) const;
  /// Throws cdr::error if the bytes are not such a message, rcpputils::IllegalStateException for
  /// null and if there are no bytes.
  void deserialize_message(const SerializedMessage * serialized_message, void * ros_message) const;

private:
  const detail::TypeSupport & type_;
};

/// For the message type MessageT.
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
