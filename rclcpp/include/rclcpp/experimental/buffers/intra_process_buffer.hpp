// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs include this header and use nothing of it: what ROS 2 declares here is the inside of its
// intra-process communication.
#ifndef RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
#define RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/macros.hpp"

#endif  // RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
