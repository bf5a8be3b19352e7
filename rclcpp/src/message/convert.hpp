// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Conversion of a message between the structs of one ROS type.
#ifndef RCLCPP__MESSAGE__CONVERT_HPP_
#define RCLCPP__MESSAGE__CONVERT_HPP_

#include <stdexcept>
#include <string>

#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/message/type_support.hpp"

namespace rclcpp::detail
{

/// The exception of a conversion function that a user's TypeAdapter provides.
struct ConversionError : std::runtime_error
{
  explicit ConversionError(const std::string & reason);
};

/// Returns a copy of `message`, a struct of `type`, as a struct of `expected`, which has the same ROS
/// name: by their TypeAdapters, or through bytes. Throws ConversionError and cdr::error.
UniqueMessage convert(const TypeSupport & expected, const void * message, const TypeSupport & type);

}  // namespace rclcpp::detail

#endif  // RCLCPP__MESSAGE__CONVERT_HPP_
