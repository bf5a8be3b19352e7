// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The statuses of QoS events; rclcpp passes them to users' event callbacks.

#ifndef RMW__EVENTS_STATUSES__EVENTS_STATUSES_H_
#define RMW__EVENTS_STATUSES__EVENTS_STATUSES_H_

#include <stddef.h>
#include <stdint.h>

#include "rmw/qos_policy_kind.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In each status `…_change` counts since the status was last passed to a callback or taken. */

/// The matched event: a peer on the same topic came or went.
typedef struct rmw_matched_status_s
{
  size_t total_count;            ///< the peers that were matched since the endpoint exists
  size_t total_count_change;     ///< the newly matched peers
  size_t current_count;          ///< the peers that are matched now
  int32_t current_count_change;  ///< the difference to the last status; negative if peers went
} rmw_matched_status_t;

/// The incompatible QoS event: the endpoint does not match a peer on the same topic.
typedef struct rmw_qos_incompatible_event_status_s
{
  int32_t total_count;         ///< the incompatible peers since the endpoint exists
  int32_t total_count_change;  ///< the new incompatible peers
  /// The policy that is incompatible with the newest of them.
  rmw_qos_policy_kind_t last_policy_kind;
} rmw_qos_incompatible_event_status_t;

/// The incompatible QoS event of a subscription.
typedef rmw_qos_incompatible_event_status_t rmw_requested_qos_incompatible_event_status_t;
/// The incompatible QoS event of a publisher.
typedef rmw_qos_incompatible_event_status_t rmw_offered_qos_incompatible_event_status_t;

/// The incompatible type event: a peer on the same topic has another type or type hash.
typedef struct rmw_incompatible_type_status_s
{
  int32_t total_count;         ///< the incompatible peers since the endpoint exists
  int32_t total_count_change;  ///< the new incompatible peers
} rmw_incompatible_type_status_t;

/// The liveliness event of a subscription: a matched publisher became alive or lost its
/// liveliness.
typedef struct rmw_liveliness_changed_status_s
{
  int32_t alive_count;             ///< the matched publishers that are alive
  int32_t not_alive_count;         ///< the matched publishers that have lost their liveliness
  int32_t alive_count_change;      ///< the difference of alive_count to the last status
  int32_t not_alive_count_change;  ///< the difference of not_alive_count to the last status
} rmw_liveliness_changed_status_t;

/// The liveliness event of a publisher: it did not assert its liveliness within its lease
/// duration.
typedef struct rmw_liveliness_lost_status_s
{
  int32_t total_count;         ///< how often it lost its liveliness
  int32_t total_count_change;  ///< how often since the last status
} rmw_liveliness_lost_status_t;

/// The deadline event of a subscription: no message came within the deadline.
typedef struct rmw_requested_deadline_missed_status_s
{
  int32_t total_count;         ///< the missed deadlines
  int32_t total_count_change;  ///< the deadlines that were missed since the last status
} rmw_requested_deadline_missed_status_t;

/// The deadline event of a publisher: it did not publish within the deadline.
typedef struct rmw_offered_deadline_missed_status_s
{
  int32_t total_count;         ///< the missed deadlines
  int32_t total_count_change;  ///< the deadlines that were missed since the last status
} rmw_offered_deadline_missed_status_t;

/// The message lost event of a subscription.
typedef struct rmw_message_lost_status_s
{
  size_t total_count;         ///< the lost messages
  size_t total_count_change;  ///< the messages that were lost since the last status
} rmw_message_lost_status_t;

#ifdef __cplusplus
}
#endif

#endif  // RMW__EVENTS_STATUSES__EVENTS_STATUSES_H_
