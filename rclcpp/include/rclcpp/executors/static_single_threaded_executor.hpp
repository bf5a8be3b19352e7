// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SingleThreadedExecutor under the name of a faster variant in ROS 2, for programs that use that
// name.
#ifndef RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_

#include "rclcpp/executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::executors
{

/// Runs all callbacks on the thread that calls spin(). Unlike in ROS 2, nodes and entities may be
/// added and removed while it spins.
class RCLCPP_PUBLIC StaticSingleThreadedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(StaticSingleThreadedExecutor)

  /// Creates the executor. Throws as the constructor of Executor.
  explicit StaticSingleThreadedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~StaticSingleThreadedExecutor() override;

  void spin() override;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__STATIC_SINGLE_THREADED_EXECUTOR_HPP_
