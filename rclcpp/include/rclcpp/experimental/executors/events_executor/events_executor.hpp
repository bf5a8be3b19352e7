// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The single-threaded events executor under the name of ROS 2 Jazzy.
#ifndef RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
#define RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_

#include <chrono>

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::experimental::executors
{

/// Runs all callbacks, those of timers too, in the thread that calls spin().
class RCLCPP_PUBLIC EventsExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsExecutor)

  /// `execute_timers_in_separate_thread` is accepted for source compatibility: timers are as
  /// punctual without.
  explicit EventsExecutor(
    const rclcpp::ExecutorOptions & options = rclcpp::ExecutorOptions(),
    bool execute_timers_in_separate_thread = false);
  ~EventsExecutor() override;

  void spin() override;
  /// As Executor::spin_all(), but for 0, which here is no time to run in: throws
  /// std::invalid_argument.
  void spin_all(std::chrono::nanoseconds max_duration) override;
};

}  // namespace rclcpp::experimental::executors

#endif  // RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
