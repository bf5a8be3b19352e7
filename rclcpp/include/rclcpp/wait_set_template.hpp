// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The class template behind WaitSet, StaticWaitSet and ThreadSafeWaitSet.
#ifndef RCLCPP__WAIT_SET_TEMPLATE_HPP_
#define RCLCPP__WAIT_SET_TEMPLATE_HPP_

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "rcl/wait.h"
#include "rclcpp/client.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/executors/detail/wait_set_core.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/subscription_wait_set_mask.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_result.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{

/// Waits until any of its entities is ready; the caller then takes from them. For programs without
/// callbacks.
///
/// These are ready: a subscription with messages (Subscription::take), a client with responses
/// (take_response, handle_response), a service with requests (take_request), a timer that is due
/// (call, execute_callback), a guard condition that was triggered since the last wait, a waitable
/// whose is_ready() is true, a QoS event that happened. Items that are not taken are ready again in
/// the next wait, except for guard conditions.
///
/// Nothing is polled: entities wake the waiting thread. An entity is in one wait set at a time. An
/// executor should not have it too, because it would take the items that the wait set waits for:
/// use a callback group that belongs to no executor. Add and remove functions throw
/// std::invalid_argument for null, and std::runtime_error if a wait set already has the entity or
/// this one does not have it. One thread at a time may wait; the synchronization policies describe
/// other threads.
template <class SynchronizationPolicy, class StoragePolicy>
class WaitSetTemplate final
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(WaitSetTemplate)

  /// A subscription and its mask.
  using SubscriptionEntry = typename StoragePolicy::SubscriptionEntry;
  /// A waitable and its associated entity.
  using WaitableEntry = typename StoragePolicy::WaitableEntry;

  /// Creates a wait set. Waiting ends when `context` shuts down. Throws as WaitSetCore() and the
  /// add functions.
  explicit WaitSetTemplate(
    const typename StoragePolicy::SubscriptionsIterable & subscriptions = {},
    const typename StoragePolicy::GuardConditionsIterable & guard_conditions = {},
    const typename StoragePolicy::TimersIterable & timers = {},
    const typename StoragePolicy::ClientsIterable & clients = {},
    const typename StoragePolicy::ServicesIterable & services = {},
    const typename StoragePolicy::WaitablesIterable & waitables = {},
    Context::SharedPtr context = contexts::get_global_default_context())
  : core_(context, !StoragePolicy::is_mutable, SynchronizationPolicy::waits_when_empty)
  {
    for (const SubscriptionEntry & entry : subscriptions) {
      add_parts(entry.subscription, entry.mask);
    }
    for (const auto & guard_condition : guard_conditions) {
      core_.add(guard_condition);
    }
    for (const auto & timer : timers) {
      core_.add(timer);
    }
    for (const auto & client : clients) {
      core_.add(client);
    }
    for (const auto & service : services) {
      core_.add(service);
    }
    for (const WaitableEntry & entry : waitables) {
      core_.add(entry.waitable, entry.associated_entity);
    }
  }

  /// Returns the C handle, which shows the ready entities by index. wait() and the add and remove
  /// functions change it.
  const rcl_wait_set_t & get_rcl_wait_set() const { return core_.rcl(); }

  /// Adds the parts of a subscription that the mask selects.
  void add_subscription(
    std::shared_ptr<SubscriptionBase> subscription, SubscriptionWaitSetMask mask = {})
    requires(StoragePolicy::is_mutable)
  {
    add_parts(subscription, mask);
  }
  /// Removes the parts of a subscription that the mask selects.
  void remove_subscription(
    std::shared_ptr<SubscriptionBase> subscription, SubscriptionWaitSetMask mask = {})
    requires(StoragePolicy::is_mutable)
  {
    if (!subscription) {
      throw std::invalid_argument("subscription is nullptr");
    }
    if (mask.include_subscription) {
      core_.remove(subscription);
    }
    if (mask.include_events) {
      for (const auto & [kind, event] : subscription->get_event_handlers()) {
        core_.remove(std::shared_ptr<Waitable>(event));
      }
    }
  }

  /// Adds a guard condition; triggers from now on end a wait.
  void add_guard_condition(std::shared_ptr<GuardCondition> guard_condition)
    requires(StoragePolicy::is_mutable)
  {
    core_.add(guard_condition);
  }
  /// Removes a guard condition.
  void remove_guard_condition(std::shared_ptr<GuardCondition> guard_condition)
    requires(StoragePolicy::is_mutable)
  {
    core_.remove(guard_condition);
  }

  /// Adds a timer, which is ready when it is due.
  void add_timer(std::shared_ptr<TimerBase> timer)
    requires(StoragePolicy::is_mutable)
  {
    core_.add(timer);
  }
  /// Removes a timer.
  void remove_timer(std::shared_ptr<TimerBase> timer)
    requires(StoragePolicy::is_mutable)
  {
    core_.remove(timer);
  }

  /// Adds a client, which is ready when a response waits.
  void add_client(std::shared_ptr<ClientBase> client)
    requires(StoragePolicy::is_mutable)
  {
    core_.add(client);
  }
  /// Removes a client.
  void remove_client(std::shared_ptr<ClientBase> client)
    requires(StoragePolicy::is_mutable)
  {
    core_.remove(client);
  }

  /// Adds a service, which is ready when a request waits.
  void add_service(std::shared_ptr<ServiceBase> service)
    requires(StoragePolicy::is_mutable)
  {
    core_.add(service);
  }
  /// Removes a service.
  void remove_service(std::shared_ptr<ServiceBase> service)
    requires(StoragePolicy::is_mutable)
  {
    core_.remove(service);
  }

  /// Adds a waitable; `associated_entity` is kept alive during a wait.
  void add_waitable(
    std::shared_ptr<Waitable> waitable, std::shared_ptr<void> associated_entity = nullptr)
    requires(StoragePolicy::is_mutable)
  {
    core_.add(waitable, associated_entity);
  }
  /// Removes a waitable.
  void remove_waitable(std::shared_ptr<Waitable> waitable)
    requires(StoragePolicy::is_mutable)
  {
    core_.remove(waitable);
  }

  /// Removes destroyed entities; wait() does that, too.
  void prune_deleted_entities()
    requires(StoragePolicy::is_mutable)
  {
    core_.prune();
  }

  /// Waits until an entity is ready, for at most `time_to_wait` (negative means for ever, 0 means
  /// not at all). Returns Timeout when the context shuts down. Returns Empty at once if there is no
  /// entity to wait for (none, or only waitables that add nothing to a wait set) and no other
  /// thread may add one. Throws std::runtime_error if another thread waits or the last WaitResult
  /// still exists.
  template <class Rep = std::int64_t, class Period = std::milli>
  [[nodiscard]] WaitResult<WaitSetTemplate> wait(
    std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1))
  {
    using Result = WaitResult<WaitSetTemplate>;
    switch (core_.wait(rclcpp::detail::to_nanoseconds(time_to_wait))) {
      case WaitResultKind::Ready:
        return Result::from_ready_wait_result_kind(*this);
      case WaitResultKind::Empty:
        return Result::from_empty_wait_result_kind();
      default:
        return Result::from_timeout_wait_result_kind();
    }
  }

private:
  friend class WaitResult<WaitSetTemplate>;

  void add_parts(
    const std::shared_ptr<SubscriptionBase> & subscription, const SubscriptionWaitSetMask & mask)
  {
    if (!subscription) {
      throw std::invalid_argument("subscription is nullptr");
    }
    if (mask.include_subscription) {
      core_.add(subscription);
    }
    if (mask.include_events) {
      for (const auto & [kind, event] : subscription->get_event_handlers()) {
        core_.add(std::shared_ptr<Waitable>(event), subscription);
      }
    }
  }

  executors::detail::WaitSetCore core_;
};

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_SET_TEMPLATE_HPP_
