// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One work item that an executor is about to run; for executors that programs write themselves.
#ifndef RCLCPP__ANY_EXECUTABLE_HPP_
#define RCLCPP__ANY_EXECUTABLE_HPP_

#include <memory>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Executor;

namespace executors::detail
{
class Worker;
}

/// A work item that Executor::get_next_executable() selected. It sets the pointer of the entity
/// that has the item, and the entity's callback group. The group is taken: a mutually exclusive
/// group runs nothing else until the last copy of this object is destroyed or filled again.
/// Executor::execute_any_executable() takes the item itself from the entity. Not thread-safe.
struct RCLCPP_PUBLIC AnyExecutable
{
  AnyExecutable() = default;
  /// Copies the item. All copies refer to the same item, which runs at most once.
  AnyExecutable(const AnyExecutable &) = default;
  /// Copies the item. All copies refer to the same item, which runs at most once.
  AnyExecutable & operator=(const AnyExecutable &) = default;
  virtual ~AnyExecutable() = default;

  /// The subscription, if the item is one; otherwise null.
  std::shared_ptr<SubscriptionBase> subscription;
  /// The timer, if the item is one; otherwise null.
  std::shared_ptr<TimerBase> timer;
  /// The service, if the item is one; otherwise null.
  std::shared_ptr<ServiceBase> service;
  /// The client, if the item is one; otherwise null.
  std::shared_ptr<ClientBase> client;
  /// The waitable, if the item is one; otherwise null.
  std::shared_ptr<Waitable> waitable;
  /// The callback group of the item; null if there is no item.
  CallbackGroup::SharedPtr callback_group;
  /// Always null in RxROS2: a callback group does not know its node.
  node_interfaces::NodeBaseInterface::SharedPtr node_base;
  std::shared_ptr<void> data;  ///< for user data; RxROS2 leaves it null

private:
  friend class Executor;

  std::shared_ptr<executors::detail::Worker> worker_;  // the worker that holds the group
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_EXECUTABLE_HPP_
