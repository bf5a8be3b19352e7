// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What an executor is made with.
#ifndef RCLCPP__EXECUTOR_OPTIONS_HPP_
#define RCLCPP__EXECUTOR_OPTIONS_HPP_

#include <cstddef>

#include "rclcpp/context.hpp"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/memory_strategies.hpp"
#include "rclcpp/memory_strategy.hpp"
#include "rclcpp/thread_settings.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// What an executor is made with.
struct RCLCPP_PUBLIC ExecutorOptions
{
  ExecutorOptions() : context(contexts::get_global_default_context()) {}

  /// Spinning ends when it shuts down.
  Context::SharedPtr context;
  /// Accepted for source compatibility: there is no wait set whose memory it would manage.
  memory_strategy::MemoryStrategy::SharedPtr memory_strategy;
  /// Accepted for source compatibility: nothing here has such a limit.
  std::size_t max_conditions = 0;
  /// Of the threads in spin() and in all other spin functions, the caller's included, which has its
  /// own again afterwards: so whoever calls spin_some() in a loop better gives his thread the
  /// settings himself (ScopedThreadSettings). Not in ROS 2.
  ThreadSettings thread_settings;
};

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTOR_OPTIONS_HPP_
