// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The storage policy of StaticWaitSet.
#ifndef RCLCPP__WAIT_SET_POLICIES__STATIC_STORAGE_HPP_
#define RCLCPP__WAIT_SET_POLICIES__STATIC_STORAGE_HPP_

#include <array>
#include <cstddef>
#include <memory>

#include "rclcpp/wait_set_policies/dynamic_storage.hpp"

namespace rclcpp::wait_set_policies
{

/// The constructor gets the entities; they live as long as the wait set.
template <
  std::size_t NumberOfSubscriptions, std::size_t NumberOfGuardConditions,
  std::size_t NumberOfTimers, std::size_t NumberOfClients, std::size_t NumberOfServices,
  std::size_t NumberOfWaitables>
class StaticStorage
{
public:
  /// A subscription and its mask.
  using SubscriptionEntry = DynamicStorage::SubscriptionEntry;
  /// A waitable and its associated entity.
  using WaitableEntry = DynamicStorage::WaitableEntry;

  /// The array of subscriptions that the constructor of a wait set takes.
  using SubscriptionsIterable = std::array<SubscriptionEntry, NumberOfSubscriptions>;
  /// The array of guard conditions that the constructor of a wait set takes.
  using GuardConditionsIterable =
    std::array<std::shared_ptr<GuardCondition>, NumberOfGuardConditions>;
  /// The array of timers that the constructor of a wait set takes.
  using TimersIterable = std::array<std::shared_ptr<TimerBase>, NumberOfTimers>;
  /// The array of clients that the constructor of a wait set takes.
  using ClientsIterable = std::array<std::shared_ptr<ClientBase>, NumberOfClients>;
  /// The array of services that the constructor of a wait set takes.
  using ServicesIterable = std::array<std::shared_ptr<ServiceBase>, NumberOfServices>;
  /// The array of waitables that the constructor of a wait set takes.
  using WaitablesIterable = std::array<WaitableEntry, NumberOfWaitables>;

  /// False: entities cannot be added or removed.
  static constexpr bool is_mutable = false;
};

}  // namespace rclcpp::wait_set_policies

#endif  // RCLCPP__WAIT_SET_POLICIES__STATIC_STORAGE_HPP_
