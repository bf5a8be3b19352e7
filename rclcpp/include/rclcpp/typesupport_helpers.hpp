// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the type support of a type that the program knows by name only, as tools do: each interface
// package has a library with it.
#ifndef RCLCPP__TYPESUPPORT_HELPERS_HPP_
#define RCLCPP__TYPESUPPORT_HELPERS_HPP_

#include <memory>
#include <string>

#include "rclcpp/visibility_control.hpp"
#include "rcpputils/shared_library.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace rclcpp
{

/// Loads the type support library of the type's package from lib/rxros2_typesupport of a prefix in
/// AMENT_PREFIX_PATH. `type` is "package/msg/Name", "package/srv/Name" or "package/Name".
/// `typesupport_identifier` is "rosidl_typesupport_cpp" or "rosidl_typesupport_introspection_cpp";
/// both are one library. Throws std::runtime_error with the names that were searched. Thread-safe.
RCLCPP_PUBLIC std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
  const std::string & type, const std::string & typesupport_identifier);

/// Returns the handle of a message type in that library, for use with SerializationBase. Services
/// have three messages: "package/srv/Name_Request", "…_Response", "…_Event". The library must stay
/// loaded while the handle is used. Throws std::runtime_error if the library does not have the
/// type.
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_message_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

/// Returns the handle of a service type in the same way.
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_service_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

/// The older name of get_message_typesupport_handle().
[[deprecated(
  "use get_message_typesupport_handle")]] RCLCPP_PUBLIC const rosidl_message_type_support_t *
get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

}  // namespace rclcpp

#endif  // RCLCPP__TYPESUPPORT_HELPERS_HPP_
