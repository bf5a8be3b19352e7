// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread that answers queries of other nodes about the states of a context's lifecycle nodes.
#ifndef QUERY_THREAD_HPP_
#define QUERY_THREAD_HPP_

#include <atomic>
#include <memory>
#include <thread>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"

namespace rclcpp_lifecycle::detail
{

/// Spins its callback groups until the context shuts down. Its callbacks must be short and must not
/// hold the last pointer to it: the destructor waits for the thread.
class QueryThread
{
public:
  /// Returns the query thread of that context; it lives as long as it is in use.
  static std::shared_ptr<QueryThread> of(const rclcpp::Context::SharedPtr & context);

  explicit QueryThread(const rclcpp::Context::SharedPtr & context);
  ~QueryThread();

  rclcpp::Executor & executor() { return executor_; }

private:
  const rclcpp::Context::SharedPtr context_;
  const std::shared_ptr<std::atomic<bool>> context_has_shut_down_ =
    std::make_shared<std::atomic<bool>>(false);
  const rclcpp::OnShutdownCallbackHandle on_shutdown_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

}  // namespace rclcpp_lifecycle::detail

#endif  // QUERY_THREAD_HPP_
