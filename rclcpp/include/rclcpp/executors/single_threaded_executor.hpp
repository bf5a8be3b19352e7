// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executor most programs use: all callbacks in the thread that spins.
#ifndef RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/rate.hpp"

namespace rclcpp::executors
{

/// Runs all callbacks one after another in the thread that calls spin().
class RCLCPP_PUBLIC SingleThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SingleThreadedExecutor)

  explicit SingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~SingleThreadedExecutor() override;

  /// Throws std::runtime_error if a thread is in a spin function of this executor.
  void spin() override;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
