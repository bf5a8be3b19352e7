// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SingleThreadedExecutor under the name that ROS 2 gave to a faster variant of it; for programs
// that use that name.
#ifndef RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_

#include "rclcpp/executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::executors
{

/// Runs all callbacks in the thread that calls spin(). Nothing is static here: nodes may come and
/// go while it spins.
class RCLCPP_PUBLIC StaticSingleThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(StaticSingleThreadedExecutor)

  explicit StaticSingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~StaticSingleThreadedExecutor() override;

  void spin() override;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_
