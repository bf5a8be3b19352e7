// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The symbol visibility of the library, under the macro names that programs use.
#ifndef RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_
#define RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_

#define RCLCPP_ACTION_EXPORT __attribute__((visibility("default")))
#define RCLCPP_ACTION_IMPORT
#define RCLCPP_ACTION_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_ACTION_LOCAL __attribute__((visibility("hidden")))
#define RCLCPP_ACTION_PUBLIC_TYPE

#endif  // RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_
