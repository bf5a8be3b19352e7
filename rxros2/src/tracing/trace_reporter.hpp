// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// trace_reporter: publishes the events of traced stages, for rxros2 view.

#ifndef TRACING__TRACE_REPORTER_HPP_
#define TRACING__TRACE_REPORTER_HPP_

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "rxros2/nodes/detail/shutdown_callback.hpp"

namespace rxros2::detail
{

/// A hidden node with its own thread, so that even a stage that blocks its executor is shown.
/** Publishes rcl_interfaces/msg/Log on /_rxros2/streams, five times per second while there is a
 * subscriber; `msg` is JSON in the format of python/rxros2/view/streams.py. */
class trace_reporter
{
public:
  /// `report` returns the JSON; `listened` is called with true when the first subscriber arrives,
  /// and with false when the last one leaves. Both run in the thread. Throws what rclcpp::Node
  /// throws.
  trace_reporter(
    const rclcpp::Context::SharedPtr & context, std::function<std::string()> report,
    std::function<void(bool)> listened);
  /// Joins the thread. In a forked child, which does not have it, leaves everything as it is.
  ~trace_reporter();

  /// Returns true once its context was shut down; a new reporter is then needed if the context is
  /// initialised again.
  bool is_over() const { return spinning_->over; }

private:
  /// The object that the thread spins, until end(). Thread-safe.
  struct spinning
  {
    explicit spinning(const rclcpp::Context::SharedPtr & context);
    void end();

    rclcpp::executors::SingleThreadedExecutor executor;
    std::promise<void> ended;
    std::promise<void> node_gone;
    std::atomic<bool> over{false};
  };

  /// The body of the thread.
  void run(
    const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
    const std::function<void(bool)> & listened);
  /// Publishes until end(). Throws what rclcpp throws.
  void publish(
    const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
    const std::function<void(bool)> & listened);

  // shared with the callback, which may outlive this object
  const std::shared_ptr<spinning> spinning_;
  const pid_t process_;  // the one that has the thread
  std::thread thread_;
  std::unique_ptr<shutdown_callback> at_shutdown_;
};

}  // namespace rxros2::detail

#endif  // TRACING__TRACE_REPORTER_HPP_
