// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The /rosout publisher of a node; its NodeLoggingInterface owns it, its loggers find it.
#ifndef LOGGING__ROSOUT_HPP_
#define LOGGING__ROSOUT_HPP_

#include <deque>
#include <memory>
#include <mutex>

#include "base/pi_mutex.hpp"
#include "logging/logging.hpp"
#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher.hpp"

namespace rclcpp::detail
{

/// Publishes on the thread that logs, so that the last messages of a process are sent. Only
/// callbacks of the middleware, which must not write, queue their messages: those are sent with the
/// next message, in the node's executor, or at the end of the node, whichever comes first.
class Rosout final : public executors::detail::Entity
{
public:
  /// The executor runs its part in the default callback group of `node`.
  static std::shared_ptr<Rosout> create(node_interfaces::NodeBaseInterface & node, const QoS & qos);

  Rosout(node_interfaces::NodeBaseInterface & node, const QoS & qos);
  ~Rosout() override;

  /// Publishes a message; thread-safe. A message that the middleware rejects is dropped: console
  /// and file have it.
  void publish(const LogEvent & event) noexcept;

private:
  using Message = std::unique_ptr<rcl_interfaces::msg::Log>;
  static constexpr std::size_t most_deferred = 1000;

  bool execute_one() override;
  void publish_deferred() noexcept;

  Publisher<rcl_interfaces::msg::Log> publisher_;
  base::PiMutex mutex_;  // guards deferred_
  std::deque<Message> deferred_;
};

}  // namespace rclcpp::detail

#endif  // LOGGING__ROSOUT_HPP_
