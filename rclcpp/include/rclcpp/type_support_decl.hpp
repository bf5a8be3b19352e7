// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Declares the type support of messages and services, for headers that only pass it on.
#ifndef RCLCPP__TYPE_SUPPORT_DECL_HPP_
#define RCLCPP__TYPE_SUPPORT_DECL_HPP_

#include "rclcpp/detail/type_support_handles.hpp"

#endif  // RCLCPP__TYPE_SUPPORT_DECL_HPP_
