// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All exceptions of rclcpp, under ROS 2's header name.
#ifndef RCLCPP__EXCEPTIONS_HPP_
#define RCLCPP__EXCEPTIONS_HPP_

#include "rclcpp/exceptions/exceptions.hpp"

#endif  // RCLCPP__EXCEPTIONS_HPP_
