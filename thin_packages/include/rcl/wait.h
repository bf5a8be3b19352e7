// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The C handle of rclcpp::WaitSet, and the wait set to which a waitable adds its guard conditions.
#ifndef RCL__WAIT_H_
#define RCL__WAIT_H_

#include <stdbool.h>
#include <stddef.h>

#include "rcl/guard_condition.h"
#include "rcl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Opaque: programs compare an entry with null.
typedef struct rcl_subscription_s rcl_subscription_t;
typedef struct rcl_timer_s rcl_timer_t;
typedef struct rcl_client_s rcl_client_t;
typedef struct rcl_service_s rcl_service_t;
typedef struct rcl_event_s rcl_event_t;

/// The entities of a wait set by kind, in the order in which they were added; after wait(), entries
/// that are not ready are null. The guard conditions of its waitables follow those of the wait set
/// itself.
///
/// An executor passes each waitable its own set with guard conditions only: add_to_wait_set()
/// collects them; in is_ready() an entry is null unless it was triggered since the waitable last
/// ran.
typedef struct rcl_wait_set_s
{
  const rcl_subscription_t ** subscriptions;  ///< the subscriptions; null entries are not ready
  size_t size_of_subscriptions;               ///< the number of subscriptions
  /// The guard conditions; null entries were not triggered.
  const rcl_guard_condition_t ** guard_conditions;
  size_t size_of_guard_conditions;  ///< the number of guard conditions
  const rcl_timer_t ** timers;      ///< the timers; null entries are not due
  size_t size_of_timers;            ///< the number of timers
  const rcl_client_t ** clients;    ///< the clients; null entries have no response
  size_t size_of_clients;           ///< the number of clients
  const rcl_service_t ** services;  ///< the services; null entries have no request
  size_t size_of_services;          ///< the number of services
  const rcl_event_t ** events;      ///< the QoS events; null entries did not happen
  size_t size_of_events;            ///< the number of events
  /// Private to rclcpp; null for a set that rclcpp did not create.
  struct rcl_wait_set_impl_s * impl;
} rcl_wait_set_t;

/// Returns true for the wait set of a rclcpp::WaitSet, and for one that a waitable gets.
static inline bool rcl_wait_set_is_valid(const rcl_wait_set_t * wait_set)
{
  return wait_set != NULL && wait_set->impl != NULL;  // NOLINT(modernize-use-nullptr): C
}

/// Adds a guard condition; call it in Waitable::add_to_wait_set() with its argument. Writes the
/// index of the guard condition in the set to `index` unless that is null. Returns
/// RCL_RET_INVALID_ARGUMENT for null and for a guard condition that is not initialized,
/// RCL_RET_WAIT_SET_INVALID for a wait set that rclcpp did not create.
rcl_ret_t rcl_wait_set_add_guard_condition(
  rcl_wait_set_t * wait_set, const rcl_guard_condition_t * guard_condition, size_t * index);

#ifdef __cplusplus
}
#endif

#endif  // RCL__WAIT_H_
