// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executor that runs callbacks of different groups, and of reentrant ones, at the same time.
#ifndef RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_

#include <chrono>
#include <cstddef>

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::executors
{

/// Runs callbacks in several threads. An exception of a callback stops them all and leaves spin()
/// in the caller's thread. spin_once(), spin_some(), spin_all() and spin_until_future_complete()
/// use the calling thread only.
class RCLCPP_PUBLIC MultiThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MultiThreadedExecutor)

  /// `number_of_threads`, the caller's included; 0 = one per CPU, at least 2.
  /// `yield_before_execute` calls std::this_thread::yield() before each callback. `timeout` is the
  /// longest sleep of a thread (negative = no limit).
  explicit MultiThreadedExecutor(
    const ExecutorOptions & options = ExecutorOptions(), std::size_t number_of_threads = 0,
    bool yield_before_execute = false,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  ~MultiThreadedExecutor() override;

  void spin() override;
  std::size_t get_number_of_threads();

protected:
  /// For a spin() of one's own: what one of its threads does, until cancel(), shutdown, or
  /// `spinning` is false. What callbacks throw leaves this function.
  void run(std::size_t this_thread_number);

private:
  SpinOptions options() const;

  const std::size_t number_of_threads_;
  const bool yield_before_execute_;
  const std::chrono::nanoseconds timeout_;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__MULTI_THREADED_EXECUTOR_HPP_
