// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Wait sets, for programs that take messages themselves instead of using callbacks.
#ifndef RCLCPP__WAIT_SET_HPP_
#define RCLCPP__WAIT_SET_HPP_

#include <cstddef>

#include "rclcpp/wait_set_policies/dynamic_storage.hpp"
#include "rclcpp/wait_set_policies/sequential_synchronization.hpp"
#include "rclcpp/wait_set_policies/static_storage.hpp"
#include "rclcpp/wait_set_policies/thread_safe_synchronization.hpp"
#include "rclcpp/wait_set_template.hpp"

namespace rclcpp
{

/// The usual wait set: the waiting thread may add and remove entities. See WaitSetTemplate.
using WaitSet =
  WaitSetTemplate<wait_set_policies::SequentialSynchronization, wait_set_policies::DynamicStorage>;

/// A wait set with exactly the entities that its constructor gets; their numbers are the arguments.
template <
  std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardConditions,
  std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
  std::size_t NumberOfWaitables>
using StaticWaitSet = WaitSetTemplate<
  wait_set_policies::SequentialSynchronization,
  wait_set_policies::StaticStorage<
    NumberOfSubscriptions, NumberOfGuardConditions, NumberOfTimers, NumberOfClients,
    NumberOfServices, NumberOfWaitables>>;

/// A WaitSet that other threads may change during a wait.
using ThreadSafeWaitSet =
  WaitSetTemplate<wait_set_policies::ThreadSafeSynchronization, wait_set_policies::DynamicStorage>;

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_SET_HPP_
