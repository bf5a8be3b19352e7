// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a transient_local publisher keeps for subscriptions of this process that come late.
#ifndef RCLCPP__LOCAL__HISTORY_HPP_
#define RCLCPP__LOCAL__HISTORY_HPP_

#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

#include "base/pi_mutex.hpp"
#include "queue/message_queue.hpp"

namespace rclcpp::local
{

/// The latest messages, at most `depth` (0: all). The lock makes "keep it and look who reads" one
/// step for the publisher, as "look what is kept and become a reader" is for the topic.
class History
{
public:
  explicit History(std::size_t depth_or_all) : depth_(depth_or_all) {}

  /// Keeps the item and returns what `look()` does, with the lock.
  template <typename Look>
  auto keep(queue::Item && item, const Look & look)
  {
    queue::Item oldest;  // destroyed after the lock
    std::lock_guard lock(mutex);
    if (depth_ != 0 && items.size() == depth_) {
      oldest = std::move(items.front());
      items.pop_front();
    }
    items.push_back(std::move(item));
    return look();
  }

  base::PiMutex mutex;  // guards what follows
  std::deque<queue::Item> items;

private:
  const std::size_t depth_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__HISTORY_HPP_
