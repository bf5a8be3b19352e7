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

/// An executor like MultiThreadedExecutor; a single thread is allowed and is the calling one.
class RCLCPP_PUBLIC EventsCBGExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsCBGExecutor)

  /// `number_of_threads` includes the calling thread; 0 means one per CPU, at least 2.
  explicit EventsCBGExecutor(
    const ExecutorOptions & options = ExecutorOptions(), std::size_t number_of_threads = 0,
    std::chrono::nanoseconds next_exec_timeout = std::chrono::nanoseconds(-1));
  ~EventsCBGExecutor() override;

  void spin() override;
  /// Runs callbacks and passes their exceptions to `exception_handler` on the thread of the
  /// callback. Exceptions that are not a std::exception, and exceptions of the handler, leave
  /// spin().
  virtual void spin(const std::function<void(const std::exception &)> & exception_handler);
  /// Returns the number of threads, including the calling one.
  std::size_t get_number_of_threads() const;

private:
  const std::size_t number_of_threads_;
  const std::chrono::nanoseconds next_exec_timeout_;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__EVENTS_CBG_EXECUTOR__EVENTS_CBG_EXECUTOR_HPP_
