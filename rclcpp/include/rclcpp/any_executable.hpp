// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One item that an executor is about to run; for executors that programs write.
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

/// Filled by Executor::get_next_executable(): the entity of the kind that has an item, and its
/// group, which is taken: a mutually exclusive one runs nothing else until the last copy of this is
/// destroyed or filled anew. The item itself is taken from the entity by
/// Executor::execute_any_executable(). Not thread-safe.
struct RCLCPP_PUBLIC AnyExecutable
{
  AnyExecutable() = default;
  AnyExecutable(const AnyExecutable &) = default;
  AnyExecutable & operator=(const AnyExecutable &) = default;
  virtual ~AnyExecutable() = default;

  std::shared_ptr<SubscriptionBase> subscription;
  std::shared_ptr<TimerBase> timer;
  std::shared_ptr<ServiceBase> service;
  std::shared_ptr<ClientBase> client;
  std::shared_ptr<Waitable> waitable;
  CallbackGroup::SharedPtr callback_group;
  /// Always null here: a callback group does not know its node.
  node_interfaces::NodeBaseInterface::SharedPtr node_base;
  std::shared_ptr<void> data;  ///< the user's; always null here

private:
  friend class Executor;

  std::shared_ptr<executors::detail::Worker> worker_;  // who has the group
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_EXECUTABLE_HPP_
