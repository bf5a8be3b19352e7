// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The remote interface of a lifecycle node: its services and its topic ~/transition_event.
#ifndef LIFECYCLE_SERVICES_HPP_
#define LIFECYCLE_SERVICES_HPP_

#include <functional>
#include <memory>
#include <vector>

#include "lifecycle_msgs/msg/transition.hpp"
#include "lifecycle_msgs/msg/transition_event.hpp"
#include "query_thread.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "state_machine.hpp"

namespace rclcpp_lifecycle::detail
{

/// Publishes changes of the state. It never throws: failures are logged.
class TransitionEvents
{
public:
  explicit TransitionEvents(LifecycleNode & node);
  void publish(const TransitionRow & transition) const noexcept;

private:
  void log(const TransitionRow & transition, const char * fault) const noexcept;

  const rclcpp::Context::SharedPtr context_;
  const rclcpp::Clock::SharedPtr clock_;
  const rclcpp::Logger logger_;
  const rclcpp::Publisher<lifecycle_msgs::msg::TransitionEvent>::SharedPtr publisher_;
};

/// The five services. The query thread answers queries from `machine` alone.
class LifecycleServices
{
public:
  /// Runs a transition; returns true if it succeeded.
  using ChangeState = std::function<bool(const lifecycle_msgs::msg::Transition &)>;

  LifecycleServices(
    LifecycleNode & node, std::shared_ptr<const StateMachine> machine, ChangeState change_state);
  ~LifecycleServices();

private:
  const std::shared_ptr<QueryThread> query_thread_;
  const rclcpp::CallbackGroup::SharedPtr change_group_;
  const rclcpp::CallbackGroup::SharedPtr query_group_;
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
};

}  // namespace rclcpp_lifecycle::detail

#endif  // LIFECYCLE_SERVICES_HPP_
