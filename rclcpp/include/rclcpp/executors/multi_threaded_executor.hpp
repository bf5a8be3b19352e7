// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An executor that runs callbacks of different groups, and of reentrant groups, at the same time.
#ifndef RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_

#include <chrono>
#include <cstddef>

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::executors
{

/// Runs callbacks on several threads. An exception of a callback stops all threads and leaves
/// spin() on the calling thread. spin_once(), spin_some(), spin_all() and
/// spin_until_future_complete() use the calling thread only.
class RCLCPP_PUBLIC MultiThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MultiThreadedExecutor)

  /// `number_of_threads` includes the calling thread; 0 means one per CPU, at least 2.
  /// `yield_before_execute` calls std::this_thread::yield() before each callback. `timeout` is the
  /// longest sleep of a thread (negative means no limit).
  explicit MultiThreadedExecutor(
    const ExecutorOptions & options = ExecutorOptions(), std::size_t number_of_threads = 0,
    bool yield_before_execute = false,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  ~MultiThreadedExecutor() override;

  void spin() override;
  /// Returns the number of threads, including the calling one.
  std::size_t get_number_of_threads();

protected:
  /// Runs one thread of a spin() that a derived class implements, until cancel(), shutdown, or
  /// until `spinning` is false. Exceptions of callbacks leave this function.
  void run(std::size_t this_thread_number);

private:
  SpinOptions options() const;

  const std::size_t number_of_threads_;
  const bool yield_before_execute_;
  const std::chrono::nanoseconds timeout_;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_
