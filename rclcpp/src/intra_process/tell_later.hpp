// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Puts off what users are told of events until a lock is released; used by the topic, whose listeners
// hear of peers with its lock held.
#ifndef RCLCPP__INTRA_PROCESS__TELL_LATER_HPP_
#define RCLCPP__INTRA_PROCESS__TELL_LATER_HPP_

#include <memory>
#include <utility>
#include <vector>

#include "rclcpp/detail/ready_callback.hpp"

namespace rclcpp::intra_process
{

/// While one lives, what its thread tells waits; to be declared before the lock. Of several the outermost counts.
class TellLater
{
public:
  TellLater()
  {
    if (!outermost_) {
      outermost_ = this;
    }
  }
  TellLater(const TellLater &) = delete;
  TellLater & operator=(const TellLater &) = delete;
  ~TellLater()
  {
    if (outermost_ == this) {
      outermost_ = nullptr;
      for (const auto & event : events_) {
        event->ready_callback.notify();
      }
    }
  }

  /// Tells the event's ready callback that it happened: now, or when this thread's TellLater ends.
  static void tell(std::shared_ptr<rclcpp::detail::NotifiesReady> event)
  {
    if (outermost_) {
      outermost_->events_.push_back(std::move(event));
    } else {
      event->ready_callback.notify();
    }
  }

private:
  static inline thread_local constinit TellLater * outermost_ = nullptr;

  std::vector<std::shared_ptr<rclcpp::detail::NotifiesReady>> events_;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__TELL_LATER_HPP_
