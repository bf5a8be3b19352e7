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
  using SubscriptionEntry = DynamicStorage::SubscriptionEntry;
  using WaitableEntry = DynamicStorage::WaitableEntry;

  using SubscriptionsIterable = std::array<SubscriptionEntry, NumberOfSubscriptions>;
  using GuardConditionsIterable =
    std::array<std::shared_ptr<GuardCondition>, NumberOfGuardConditions>;
  using TimersIterable = std::array<std::shared_ptr<TimerBase>, NumberOfTimers>;
  using ClientsIterable = std::array<std::shared_ptr<ClientBase>, NumberOfClients>;
  using ServicesIterable = std::array<std::shared_ptr<ServiceBase>, NumberOfServices>;
  using WaitablesIterable = std::array<WaitableEntry, NumberOfWaitables>;

  static constexpr bool is_mutable = false;
};

}  // namespace rclcpp::wait_set_policies

#endif  // RCLCPP__WAIT_SET_POLICIES__STATIC_STORAGE_HPP_
