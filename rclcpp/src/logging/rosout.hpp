// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node's publisher on /rosout; owned by its NodeLoggingInterface, found through its loggers.
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

/// Publishes in the thread that logs, so that the last words of a process get out. Only inside a
/// callback of the middleware, where nothing may be written, messages are put aside: they go out
/// with the next message, in the node's executor, or at the end of the node, whichever comes first.
class Rosout final : public executors::detail::Entity
{
public:
  /// The executor's part is in the default callback group of `node`.
  static std::shared_ptr<Rosout> create(node_interfaces::NodeBaseInterface & node, const QoS & qos);

  Rosout(node_interfaces::NodeBaseInterface & node, const QoS & qos);
  ~Rosout() override;

  /// Any thread. A message that the middleware refuses is dropped: console and file have it.
  void publish(const LogEvent & event) noexcept;

private:
  using Message = std::unique_ptr<rcl_interfaces::msg::Log>;
  static constexpr std::size_t most_deferred = 1000;

  bool execute_one() override;
  void publish_deferred() noexcept;

  Publisher<rcl_interfaces::msg::Log> publisher_;
  base::PiMutex mutex_;
  std::deque<Message> deferred_;
};

}  // namespace rclcpp::detail

#endif  // LOGGING__ROSOUT_HPP_
