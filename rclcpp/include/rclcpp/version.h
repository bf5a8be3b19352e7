// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The version of ROS 2 Jazzy's rclcpp whose API this is. The installed package has the same
// version.
#ifndef RCLCPP__VERSION_H_
#define RCLCPP__VERSION_H_

#define RCLCPP_VERSION_MAJOR (28)
#define RCLCPP_VERSION_MINOR (1)
#define RCLCPP_VERSION_PATCH (9)
#define RCLCPP_VERSION_STR "28.1.9"

/// True if the version is major.minor.patch or later.
#define RCLCPP_VERSION_GTE(major, minor, patch) \
  (RCLCPP_VERSION_MAJOR > (major) ||            \
   (RCLCPP_VERSION_MAJOR == (major) &&          \
    (RCLCPP_VERSION_MINOR > (minor) ||          \
     (RCLCPP_VERSION_MINOR == (minor) && RCLCPP_VERSION_PATCH >= (patch)))))

#endif  // RCLCPP__VERSION_H_
