// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS events on their way from the engine or the local topic to the user's callback; for publishers
// and subscriptions.
#ifndef RCLCPP__PUBSUB__QOS_EVENT_HPP_
#define RCLCPP__PUBSUB__QOS_EVENT_HPP_

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include "base/clock.hpp"
#include "base/pi_mutex.hpp"
#include "queue/deadline.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/event_handler.hpp"
#include "rmw/events_statuses/events_statuses.h"
#include "rmw/time.h"

namespace rclcpp::pubsub
{

// Adds the reported changes to a status, and resets changes that were already reported.
inline void add(rmw_matched_status_t & status, const rmw_matched_status_t & change)
{
  status.total_count += change.total_count_change;
  status.total_count_change += change.total_count_change;
  status.current_count += static_cast<std::size_t>(
    change.current_count_change);  // modulo arithmetic, since it may be negative
  status.current_count_change += change.current_count_change;
}
inline void clear_changes(rmw_matched_status_t & status)
{
  status.total_count_change = 0;
  status.current_count_change = 0;
}
inline void add(
  rmw_liveliness_changed_status_t & status, const rmw_liveliness_changed_status_t & change)
{
  status.alive_count += change.alive_count_change;
  status.alive_count_change += change.alive_count_change;
  status.not_alive_count += change.not_alive_count_change;
  status.not_alive_count_change += change.not_alive_count_change;
}
inline void clear_changes(rmw_liveliness_changed_status_t & status)
{
  status.alive_count_change = 0;
  status.not_alive_count_change = 0;
}
inline void add(
  rmw_qos_incompatible_event_status_t & status, const rmw_qos_incompatible_event_status_t & change)
{
  status.total_count += change.total_count_change;
  status.total_count_change += change.total_count_change;
  status.last_policy_kind = change.last_policy_kind;
}
// Adds changes to statuses that only count.
template <typename Status>
void add(Status & status, const Status & change)
{
  status.total_count += change.total_count_change;
  status.total_count_change += change.total_count_change;
}
template <typename Status>
void clear_changes(Status & status)
{
  status.total_count_change = 0;
}

/// Counts on any thread and calls back on the executor's, once for all events in between.
template <typename Status>
class QosEvent final : public executors::detail::Entity,
                       public rclcpp::detail::NotifiesReady,
                       public EventHandlerBase
{
public:
  explicit QosEvent(std::function<void(Status &)> callback)
  : EventHandlerBase(
      static_cast<executors::detail::Entity &>(*this),
      static_cast<rclcpp::detail::NotifiesReady &>(*this)),
    callback_(std::move(callback))
  {
  }

  /// Counts an event; notify() calls the ready callback.
  void happened(const Status & change) noexcept
  {
    {
      std::lock_guard lock(mutex_);
      add(status_, change);
      ++happened_;
    }
    ready(base::steady_now());
  }

  bool has_item(executors::detail::Due &) const noexcept override
  {
    std::lock_guard lock(mutex_);
    return happened_ != taken_;
  }

  /// Returns null if no event happened.
  std::shared_ptr<void> take_data() override
  {
    Status status;
    return take(status) ? std::make_shared<Status>(status) : nullptr;
  }
  void execute(const std::shared_ptr<void> & data) override
  {
    if (data) {
      callback_(*std::static_pointer_cast<Status>(data));
    }
  }

private:
  rclcpp::detail::Arrivals arrivals() noexcept override
  {
    std::lock_guard lock(mutex_);
    return {happened_, static_cast<std::size_t>(happened_ - taken_)};
  }
  bool comes_with_messages() const noexcept override
  {
    return !std::is_same_v<Status, MatchedInfo>;
  }

  bool take(Status & status)
  {
    std::lock_guard lock(mutex_);
    if (happened_ == taken_) {
      return false;
    }
    taken_ = happened_;
    status = status_;
    clear_changes(status_);
    return true;
  }

  bool execute_one() override
  {
    Status status;
    if (!take(status)) {
      return false;
    }
    callback_(status);
    return true;
  }

  const std::function<void(Status &)> callback_;
  mutable base::PiMutex mutex_;  // guards the members below
  Status status_{};
  std::uint64_t happened_ = 0;
  std::uint64_t taken_ = 0;  // number of these that were taken
};

/// Creates the event and adds it to the owner's map if there is a callback; else returns null.
template <typename Status, typename Map>
std::shared_ptr<QosEvent<Status>> make_event(
  std::function<void(Status &)> callback, typename Map::key_type kind, Map & map)
{
  if (!callback) {
    return nullptr;
  }
  auto event = std::make_shared<QosEvent<Status>>(std::move(callback));
  map.emplace(kind, event);
  return event;
}

inline bool is_best_available(const rmw_time_t & period)
{
  constexpr rmw_time_t marker = RMW_QOS_DEADLINE_BEST_AVAILABLE;
  return rmw_time_equal(period, marker);
}

/// Creates the deadline in the same way, if the profile has one.
template <typename Status, typename Map>
std::shared_ptr<queue::Deadline> make_deadline(
  std::function<void(Status &)> callback, const rmw_time_t & period, typename Map::key_type kind,
  Map & map)
{
  const std::int64_t period_ns = rmw_time_total_nsec(period);
  if (
    !callback || period_ns <= 0 || is_best_available(period) ||
    period_ns == std::numeric_limits<std::int64_t>::max()) {
    return nullptr;
  }
  auto deadline = std::make_shared<queue::Deadline>(
    period_ns, [callback = std::move(callback)](std::int32_t total, std::int32_t change) {
      Status status{total, change};
      callback(status);
    });
  map.emplace(kind, deadline);
  return deadline;
}

template <typename Event, typename Status>
void notify(const std::shared_ptr<Event> & event, const Status & change) noexcept
{
  if (event) {
    event->happened(change);
    event->ready_callback.notify();  // it may destroy the owner
  }
}

}  // namespace rclcpp::pubsub

#endif  // RCLCPP__PUBSUB__QOS_EVENT_HPP_
