// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The types that generic endpoints use by name.
#ifndef MESSAGE__NAMED_TYPES_HPP_
#define MESSAGE__NAMED_TYPES_HPP_

#include <string>

#include "rclcpp/detail/message/type_support.hpp"

namespace rclcpp::detail
{

/// Returns true for the form "package/kind/Name".
bool is_type_name(const std::string & name);

/// Returns the type of that name, without functions; with hash and description if it was registered
/// before. The reference is valid as long as the program runs. Thread-safe.
const detail::TypeSupport & named_type(const std::string & name);

}  // namespace rclcpp::detail

#endif  // MESSAGE__NAMED_TYPES_HPP_
