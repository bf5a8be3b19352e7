// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The setting that decides whether messages are passed by pointer inside the process.
#ifndef RCLCPP__INTRA_PROCESS_SETTING_HPP_
#define RCLCPP__INTRA_PROCESS_SETTING_HPP_

namespace rclcpp
{

/// Decides whether a publisher or subscription passes messages by pointer inside its process.
enum class IntraProcessSetting
{
  Enable,
  Disable,
  /// Uses NodeOptions::use_intra_process_comms.
  NodeDefault
};

}  // namespace rclcpp

#endif  // RCLCPP__INTRA_PROCESS_SETTING_HPP_
