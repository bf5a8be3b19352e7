// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lock of the engine, under the engine's name.
#ifndef RCLCPP__EXECUTORS__PI_MUTEX_HPP_
#define RCLCPP__EXECUTORS__PI_MUTEX_HPP_

#include "rmw/pi_mutex.hpp"

namespace rclcpp::executors::detail
{
using rmw::PiMutex;
}

#endif  // RCLCPP__EXECUTORS__PI_MUTEX_HPP_
