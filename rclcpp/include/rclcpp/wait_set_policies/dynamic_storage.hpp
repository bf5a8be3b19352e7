// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The storage policy of WaitSet and ThreadSafeWaitSet.
#ifndef RCLCPP__WAIT_SET_POLICIES__DYNAMIC_STORAGE_HPP_
#define RCLCPP__WAIT_SET_POLICIES__DYNAMIC_STORAGE_HPP_

#include <memory>
#include <vector>

#include "rclcpp/client.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/subscription_wait_set_mask.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::wait_set_policies
{

/// Entities may be added and removed. The user owns them: the wait set only keeps them alive during
/// a wait and while its result exists. An entity that is destroyed at another time leaves the set.
class DynamicStorage
{
public:
  /// A subscription and its mask; also constructible from a plain pointer.
  struct SubscriptionEntry
  {
    /// The subscription; may be null.
    std::shared_ptr<SubscriptionBase> subscription;
    /// The parts of the subscription that the wait set gets.
    SubscriptionWaitSetMask mask;

    /// Creates the entry; by default the wait set gets all parts of the subscription.
    // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
    SubscriptionEntry(
      std::shared_ptr<SubscriptionBase> subscription_in = nullptr,
      const SubscriptionWaitSetMask & mask_in = {})
    : subscription(std::move(subscription_in)), mask(mask_in)
    {
    }
  };
  /// A waitable and its associated entity, which is kept alive during a wait; also constructible
  /// from a plain pointer.
  struct WaitableEntry
  {
    /// The waitable; may be null.
    std::shared_ptr<Waitable> waitable;
    /// The entity that is kept alive during a wait; may be null.
    std::shared_ptr<void> associated_entity;

    /// Creates the entry; by default without an associated entity.
    // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
    WaitableEntry(
      std::shared_ptr<Waitable> waitable_in = nullptr,
      std::shared_ptr<void> associated_entity_in = nullptr) noexcept
    : waitable(std::move(waitable_in)), associated_entity(std::move(associated_entity_in))
    {
    }
  };

  /// The list of subscriptions that the constructor of a wait set takes.
  using SubscriptionsIterable = std::vector<SubscriptionEntry>;
  /// The list of guard conditions that the constructor of a wait set takes.
  using GuardConditionsIterable = std::vector<std::shared_ptr<GuardCondition>>;
  /// The list of timers that the constructor of a wait set takes.
  using TimersIterable = std::vector<std::shared_ptr<TimerBase>>;
  /// The list of clients that the constructor of a wait set takes.
  using ClientsIterable = std::vector<std::shared_ptr<ClientBase>>;
  /// The list of services that the constructor of a wait set takes.
  using ServicesIterable = std::vector<std::shared_ptr<ServiceBase>>;
  /// The list of waitables that the constructor of a wait set takes.
  using WaitablesIterable = std::vector<WaitableEntry>;

  /// True: entities can be added and removed.
  static constexpr bool is_mutable = true;
};

}  // namespace rclcpp::wait_set_policies

#endif  // RCLCPP__WAIT_SET_POLICIES__DYNAMIC_STORAGE_HPP_
