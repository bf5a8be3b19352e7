// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// reads_sample(): whether a received message shares its memory with its sample. Not in ROS 2.
#ifndef RCLCPP__READS_SAMPLE_HPP_
#define RCLCPP__READS_SAMPLE_HPP_

#include <memory>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Returns true if large sequences of a received message read its sample, so that even its only
/// owner must not change it or move from it, but may copy it. Any thread.
RCLCPP_PUBLIC bool reads_sample(const std::shared_ptr<const void> & message) noexcept;

}  // namespace rclcpp

#endif  // RCLCPP__READS_SAMPLE_HPP_
