// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Types of messages and services as data, for packages beside rclcpp whose code is the same for all
// types. Not in ROS 2.
#ifndef RCLCPP__EXTENSION__TYPES_HPP_
#define RCLCPP__EXTENSION__TYPES_HPP_

#include <cstddef>
#include <memory>

#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/detail/type_support_handles.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::extension
{

/// A message type: name, hash, and functions to create, copy, move, destroy, encode and decode a
/// message. Immutable; lives as long as the program. decode() throws cdr::error with type, field
/// and offset.
using detail::TypeSupport;
/// The TypeSupport of the ROS message T, a constant.
using detail::type_support;

/// A service type: its name, and the types of request and response. Immutable; lives as long as the
/// program.
using detail::ServiceType;
/// The ServiceType of S, a constant.
using detail::service_type;
/// The generated C++ types of services, which service_type accepts.
using detail::RosService;

/// The identifier of type support handles whose `data` is a TypeSupport or a ServiceType.
using detail::type_support_identifier;
/// Returns the type behind a handle. Throws std::invalid_argument if the handle is null or has
/// another identifier.
using detail::message_type_of;
/// Returns the alignment in bytes of the C++ struct of a ROS message, computed from its fields.
RCLCPP_PUBLIC std::size_t struct_alignment(const TypeSupport & type);

/// A message of any type: a struct that this object owns alone, a struct that it shares with
/// others, or the bytes of a sample. Not thread-safe.
using detail::Message;
/// Owns a struct, and destroys it through its TypeSupport.
using detail::UniqueMessage;
/// Returns a new struct of the type, which the caller owns. Its control block comes from the pool
/// of BlockAllocator. Throws std::bad_alloc.
using detail::make_shared_message;

/// The types of an endpoint for the constructors of PublisherBase and SubscriptionBase.
using detail::MessageTypes;
/// Returns the types of an endpoint whose user handles the ROS message `type` itself. `type` must
/// live as long as the program.
inline MessageTypes message_types(const TypeSupport & type)
{
  return {detail::immortal(type), detail::immortal(type)};
}

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__TYPES_HPP_
