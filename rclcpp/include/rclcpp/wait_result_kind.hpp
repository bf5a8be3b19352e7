// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ways in which a wait ends.
#ifndef RCLCPP__WAIT_RESULT_KIND_HPP_
#define RCLCPP__WAIT_RESULT_KIND_HPP_

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The way in which a wait ended. Not scoped, as in ROS 2, where programs print it as a number.
enum RCLCPP_PUBLIC WaitResultKind
{
  Ready,    ///< something can be taken or called
  Timeout,  ///< nothing was ready in time, or the context was shut down
  Empty,    ///< there was no entity to wait for
  Invalid   ///< the wait set was changed after the wait
};

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_RESULT_KIND_HPP_
