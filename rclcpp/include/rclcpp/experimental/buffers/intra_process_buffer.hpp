// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Empty header for programs that include it without using it: ROS 2 declares internals of its
// intra-process communication here.
#ifndef RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
#define RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/macros.hpp"

#endif  // RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
