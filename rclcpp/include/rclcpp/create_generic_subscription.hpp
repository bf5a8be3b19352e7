// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_generic_subscription under ROS 2's header name.
#ifndef RCLCPP__CREATE_GENERIC_SUBSCRIPTION_HPP_
#define RCLCPP__CREATE_GENERIC_SUBSCRIPTION_HPP_

#include "rclcpp/generic_subscription.hpp"

#endif  // RCLCPP__CREATE_GENERIC_SUBSCRIPTION_HPP_
