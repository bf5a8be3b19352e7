// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the type support of a type that the program knows by name only, as tools do: each interface
// package has a library of it.
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

/// Loads the library of the type's package, which a prefix of AMENT_PREFIX_PATH has in
/// lib/rxros2_typesupport. `type` is "package/msg/Name", "package/srv/Name" or "package/Name";
/// `typesupport_identifier` is "rosidl_typesupport_cpp" or "rosidl_typesupport_introspection_cpp",
/// which are one library. Throws std::runtime_error, which says what was looked for. Any thread.
RCLCPP_PUBLIC std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
  const std::string & type, const std::string & typesupport_identifier);

/// The handle of a message type of that library, of which serializations can be made
/// (SerializationBase). Services have three messages: "package/srv/Name_Request", "…_Response",
/// "…_Event". The library must stay loaded as long as the handle is used. Throws
/// std::runtime_error if the library has no such type.
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_message_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

/// The same of a service type.
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_service_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

[[deprecated(
  "use get_message_typesupport_handle")]] RCLCPP_PUBLIC const rosidl_message_type_support_t *
get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

}  // namespace rclcpp

#endif  // RCLCPP__TYPESUPPORT_HELPERS_HPP_
