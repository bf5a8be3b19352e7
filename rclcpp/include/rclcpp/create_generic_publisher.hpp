// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_generic_publisher under ROS 2's header name.
#ifndef RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
#define RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_

#include "rclcpp/generic_publisher.hpp"

#endif  // RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
