// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Keeps users' callbacks out of locks; used by the topic, which notifies the listeners of both
// sides with its lock held.
#ifndef RCLCPP__LOCAL__DEFERRED_NOTIFICATIONS_HPP_
#define RCLCPP__LOCAL__DEFERRED_NOTIFICATIONS_HPP_

#include <memory>
#include <utility>
#include <vector>

#include "rclcpp/detail/ready_callback.hpp"

namespace rclcpp::local
{

/// Defers this thread's notifications until destruction. Declare before the lock; nested instances
/// defer to the outermost.
class DeferredNotifications
{
public:
  DeferredNotifications()
  {
    if (!outermost_) {
      outermost_ = this;
    }
  }
  DeferredNotifications(const DeferredNotifications &) = delete;
  DeferredNotifications & operator=(const DeferredNotifications &) = delete;
  ~DeferredNotifications()
  {
    if (outermost_ == this) {
      outermost_ = nullptr;
      for (const auto & event : events_) {
        event->ready_callback.notify();
      }
    }
  }

  /// Calls the event's ready callback: now, or when this thread's outermost instance ends.
  static void notify(std::shared_ptr<rclcpp::detail::NotifiesReady> event)
  {
    if (outermost_) {
      outermost_->events_.push_back(std::move(event));
    } else {
      event->ready_callback.notify();
    }
  }

private:
  static inline thread_local constinit DeferredNotifications * outermost_ = nullptr;

  std::vector<std::shared_ptr<rclcpp::detail::NotifiesReady>> events_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__DEFERRED_NOTIFICATIONS_HPP_
