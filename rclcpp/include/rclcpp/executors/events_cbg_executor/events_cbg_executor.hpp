// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The multi-threaded events executor under ROS 2's name.
#ifndef RCLCPP__EXECUTORS__EVENTS_CBG_EXECUTOR__EVENTS_CBG_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__EVENTS_CBG_EXECUTOR__EVENTS_CBG_EXECUTOR_HPP_

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>

#include "rclcpp/executor.hpp"

namespace rclcpp::executors
{

/// As MultiThreadedExecutor; 1 thread is allowed and is then the caller's.
class RCLCPP_PUBLIC EventsCBGExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsCBGExecutor)

  /// `number_of_threads`, the caller's included; 0 = one per CPU, at least 2.
  explicit EventsCBGExecutor(
    const ExecutorOptions & options = ExecutorOptions(), std::size_t number_of_threads = 0,
    std::chrono::nanoseconds next_exec_timeout = std::chrono::nanoseconds(-1));
  ~EventsCBGExecutor() override;

  void spin() override;
  /// Gives exceptions of callbacks to `exception_handler`, in the thread of the callback, and goes
  /// on. What is not a std::exception, or is thrown by the handler, leaves spin().
  virtual void spin(const std::function<void(const std::exception &)> & exception_handler);
  std::size_t get_number_of_threads() const;

private:
  const std::size_t number_of_threads_;
  const std::chrono::nanoseconds next_exec_timeout_;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__EVENTS_CBG_EXECUTOR__EVENTS_CBG_EXECUTOR_HPP_
