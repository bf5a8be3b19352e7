// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executor for most programs: it runs all callbacks on the thread that spins.
#ifndef RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/rate.hpp"

namespace rclcpp::executors
{

/// Runs all callbacks one after another on the thread that calls spin().
class RCLCPP_PUBLIC SingleThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SingleThreadedExecutor)

  /// Creates an executor. Throws std::invalid_argument as Executor.
  explicit SingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~SingleThreadedExecutor() override;

  /// Runs callbacks until cancel() or shutdown. Throws std::runtime_error if a thread is in a spin
  /// function of this executor.
  void spin() override;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
