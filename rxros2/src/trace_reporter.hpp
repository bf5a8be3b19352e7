// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// trace_reporter: publishes what traced stages do, for rxros2 view.

#ifndef TRACE_REPORTER_HPP_
#define TRACE_REPORTER_HPP_

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "rxros2/detail/shutdown_callback.hpp"

namespace rxros2::detail
{

/// A hidden node with a thread of its own, so that a stage that blocks its executor is still seen.
/** Publishes rcl_interfaces/msg/Log on /_rxros2/streams, five times a second while somebody
 * listens; `msg` is JSON, as python/rxros2/view/streams.py says. */
class trace_reporter
{
public:
  /// `report` makes the JSON, `listened` is told when somebody begins to listen, and when nobody
  /// does any more; both in the thread. Throws what rclcpp::Node throws.
  trace_reporter(
    const rclcpp::Context::SharedPtr & context, std::function<std::string()> report,
    std::function<void(bool)> listened);
  /// Joins the thread.
  ~trace_reporter();

  /// True once its context was shut down: if that begins anew, another one is to be made.
  bool is_over() const { return spinning_->over; }

private:
  /// What the thread spins, until end(). Any thread.
  struct spinning
  {
    explicit spinning(const rclcpp::Context::SharedPtr & context);
    void end();

    rclcpp::executors::SingleThreadedExecutor executor;
    std::promise<void> ended;
    std::promise<void> node_gone;
    std::atomic<bool> over{false};
  };

  /// The thread.
  void run(
    const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
    const std::function<void(bool)> & listened);
  /// Until end(). Throws what rclcpp throws.
  void publish(
    const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
    const std::function<void(bool)> & listened);

  const std::shared_ptr<spinning> spinning_;  // of the callback too, which may outlive this
  std::thread thread_;
  std::optional<shutdown_callback> at_shutdown_;
};

}  // namespace rxros2::detail

#endif  // TRACE_REPORTER_HPP_
