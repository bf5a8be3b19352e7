// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Whether a publisher or subscription hands messages over by pointer inside its process.
#ifndef RCLCPP__INTRA_PROCESS_SETTING_HPP_
#define RCLCPP__INTRA_PROCESS_SETTING_HPP_

namespace rclcpp
{

enum class IntraProcessSetting
{
  Enable,
  Disable,
  /// As NodeOptions::use_intra_process_comms says.
  NodeDefault
};

}  // namespace rclcpp

#endif  // RCLCPP__INTRA_PROCESS_SETTING_HPP_
