// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of an executor.
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

/// The options of an executor. A plain value.
struct RCLCPP_PUBLIC ExecutorOptions
{
  ExecutorOptions() : context(contexts::get_global_default_context()) {}

  /// The context whose shutdown ends the spinning.
  Context::SharedPtr context;
  /// Ignored; for source compatibility: there is no wait set whose memory it could manage.
  memory_strategy::MemoryStrategy::SharedPtr memory_strategy;
  /// Ignored; for source compatibility: there is no such limit.
  std::size_t max_conditions = 0;
  /// The settings of the threads in spin() and in all other spin functions. They include the
  /// calling thread, which gets its own settings back afterwards. Therefore a thread that calls
  /// spin_some() in a loop should set its own settings (ScopedThreadSettings). Not in ROS 2.
  ThreadSettings thread_settings;
};

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTOR_OPTIONS_HPP_
