// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The symbol visibility of the library, under the macro names that programs use.
#ifndef RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_
#define RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_

#define RCLCPP_COMPONENTS_EXPORT __attribute__((visibility("default")))
#define RCLCPP_COMPONENTS_IMPORT
#define RCLCPP_COMPONENTS_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_COMPONENTS_LOCAL __attribute__((visibility("hidden")))
#define RCLCPP_COMPONENTS_PUBLIC_TYPE

#endif  // RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_
