// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The single-threaded events executor under the name of ROS 2 Jazzy.
#ifndef RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
#define RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_

#include <chrono>

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::experimental::executors
{

/// Runs all callbacks, including those of timers, on the thread that calls spin().
class RCLCPP_PUBLIC EventsExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsExecutor)

  /// `execute_timers_in_separate_thread` is ignored; for source compatibility. A separate thread
  /// would not make timers more punctual.
  explicit EventsExecutor(
    const rclcpp::ExecutorOptions & options = rclcpp::ExecutorOptions(),
    bool execute_timers_in_separate_thread = false);
  ~EventsExecutor() override;

  void spin() override;
  /// Runs items as Executor::spin_all(), but 0 means no time at all: throws std::invalid_argument.
  void spin_all(std::chrono::nanoseconds max_duration) override;
};

}  // namespace rclcpp::experimental::executors

#endif  // RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
