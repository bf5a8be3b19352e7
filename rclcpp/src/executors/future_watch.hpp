// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Notifies spin_until_future_complete() of one executor when a callback of another one completed
// its future.
#ifndef RCLCPP__EXECUTORS__FUTURE_WATCH_HPP_
#define RCLCPP__EXECUTORS__FUTURE_WATCH_HPP_

#include <functional>

namespace rclcpp::executors::detail
{

class Core;

/// Registered while it lives. After each item of any executor, `complete` is called; when it
/// returns true, the core is poked.
class FutureWatch
{
public:
  /// `complete` is called with a lock held, on any thread that runs callbacks.
  FutureWatch(Core & core, std::function<bool()> complete);
  FutureWatch(const FutureWatch &) = delete;
  FutureWatch & operator=(const FutureWatch &) = delete;
  ~FutureWatch();

  /// Called after each item; costs one load if no thread waits for a future.
  static void look();

private:
  Core & core_;
  const std::function<bool()> complete_;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__FUTURE_WATCH_HPP_
