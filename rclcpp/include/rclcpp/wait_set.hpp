// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Wait sets, for programs that take messages themselves instead of having callbacks.
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

/// The usual one: entities may be added and removed by the thread that waits. See WaitSetTemplate.
using WaitSet =
  WaitSetTemplate<wait_set_policies::SequentialSynchronization, wait_set_policies::DynamicStorage>;

/// With the entities given to its constructor, as many as the arguments say.
template <
  std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardConditions,
  std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
  std::size_t NumberOfWaitables>
using StaticWaitSet = WaitSetTemplate<
  wait_set_policies::SequentialSynchronization,
  wait_set_policies::StaticStorage<
    NumberOfSubscriptions, NumberOfGuardConditions, NumberOfTimers, NumberOfClients,
    NumberOfServices, NumberOfWaitables>>;

/// As WaitSet, but other threads may add and remove while one waits.
using ThreadSafeWaitSet =
  WaitSetTemplate<wait_set_policies::ThreadSafeSynchronization, wait_set_policies::DynamicStorage>;

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_SET_HPP_
