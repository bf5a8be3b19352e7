// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// endpoint_events: the QoS events of a publisher or subscription. Used by topics.cpp.

#ifndef RXROS2_PYTHON__ENDPOINT_EVENTS_HPP_
#define RXROS2_PYTHON__ENDPOINT_EVENTS_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "notifier.hpp"
#include "rclcpp/event_handler.hpp"

namespace rxros2_python
{

/// A status as numbers: the totals, their changes since the last take, and other values.
struct event_status
{
  std::vector<std::int64_t> totals;
  std::vector<std::int64_t> changes;
  std::vector<std::int64_t> rest;
};

inline event_status status_of(const rmw_matched_status_t & status)
{
  const auto number = [](std::size_t count) { return static_cast<std::int64_t>(count); };
  return {
    {number(status.total_count), number(status.current_count)},
    {number(status.total_count_change), status.current_count_change},
    {}};
}
inline event_status status_of(const rmw_liveliness_changed_status_t & status)
{
  return {
    {status.alive_count, status.not_alive_count},
    {status.alive_count_change, status.not_alive_count_change},
    {}};
}
inline event_status status_of(const rmw_qos_incompatible_event_status_t & status)
{
  return {{status.total_count}, {status.total_count_change}, {status.last_policy_kind}};
}
template <typename Status>
event_status status_of(const Status & status)  // statuses with counts only
{
  return {
    {static_cast<std::int64_t>(status.total_count)},
    {static_cast<std::int64_t>(status.total_count_change)},
    {}};
}

/// The events of the kinds that were requested. A kind is ready after an event until it is taken.
/// Thread-safe.
class endpoint_events
{
public:
  /// `by_executor`: an executor runs the endpoint's event handlers; otherwise take() runs them.
  endpoint_events(const std::vector<int> & kinds, bool by_executor) : by_executor_(by_executor)
  {
    for (const int kind : kinds) {
      boxes_[kind] = std::make_shared<box>();
    }
  }

  bool wants(int kind) const { return boxes_.contains(kind); }

  /// Sets the callback of the option if the kind was requested.
  template <typename Status>
  void fill(int kind, std::function<void(Status &)> & callback) const
  {
    if (wants(kind)) {
      callback = [box = boxes_.at(kind), announce = by_executor_](Status & status) {
        box->put(status_of(status));
        if (announce) {
          box->announce();
        }
      };
    }
  }

  /// Makes `to` ready at each event from now on; null stops that.
  template <typename Endpoint, typename Kind>
  void listen(Endpoint & endpoint, Kind kind, std::shared_ptr<notifier> to, std::int64_t key) const
  {
    const std::shared_ptr<box> & box_of_kind = find(kind);
    const bool begins = to != nullptr;
    box_of_kind->listen(std::move(to), key);
    if (by_executor_) {
      return;
    }
    if (begins) {
      endpoint.set_on_new_qos_event_callback(
        [box = box_of_kind](std::size_t) { box->announce(); }, kind);
    } else {
      endpoint.clear_on_new_qos_event_callback(kind);
    }
  }

  /// Returns the changes since the last call; nothing if there are none.
  template <typename Endpoint, typename Kind>
  std::optional<event_status> take(Endpoint & endpoint, Kind kind) const
  {
    const std::shared_ptr<box> & box_of_kind = find(kind);
    box_of_kind->taking();
    const auto handler = endpoint.get_event_handlers().find(kind);
    if (!by_executor_ && handler != endpoint.get_event_handlers().end()) {
      handler->second->execute(handler->second->take_data());
    }
    return box_of_kind->take();
  }

  /// Stops notifications without touching the endpoint.
  void end() const
  {
    for (const auto & [kind, box] : boxes_) {
      box->listen(nullptr, 0);
    }
  }

private:
  class box : public source
  {
  public:
    void put(event_status status)
    {
      const std::lock_guard lock(mutex_);
      if (status_) {
        for (std::size_t i = 0; i < status.changes.size(); ++i) {
          status.changes[i] += status_->changes[i];
        }
      }
      status_ = std::move(status);
    }
    std::optional<event_status> take()
    {
      const std::lock_guard lock(mutex_);
      return std::exchange(status_, std::nullopt);
    }

  private:
    std::mutex mutex_;  // guards status_
    std::optional<event_status> status_;
  };

  const std::shared_ptr<box> & find(int kind) const
  {
    const auto entry = boxes_.find(kind);
    if (entry == boxes_.end()) {
      throw std::invalid_argument(
        "event " + std::to_string(kind) + " was not requested when this endpoint was made");
    }
    return entry->second;
  }

  const bool by_executor_;
  std::map<int, std::shared_ptr<box>> boxes_;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__ENDPOINT_EVENTS_HPP_
