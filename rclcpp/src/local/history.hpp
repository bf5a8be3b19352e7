// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The history of a transient_local publisher for late subscriptions of this process.
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

/// The latest messages, at most `depth` (0 means all). The lock makes "store the message and get
/// the readers" atomic for the publisher, and "read the history and become a reader" for the topic.
class History
{
public:
  explicit History(std::size_t depth_or_all) : depth_(depth_or_all) {}

  /// Stores the item and returns the result of `look()`, with the lock held.
  template <typename Look>
  auto keep(queue::Item && item, const Look & look)
  {
    queue::Item oldest;  // destroyed after unlocking
    std::lock_guard lock(mutex);
    if (depth_ != 0 && items.size() == depth_) {
      oldest = std::move(items.front());
      items.pop_front();
    }
    items.push_back(std::move(item));
    return look();
  }

  base::PiMutex mutex;  // guards the members below
  std::deque<queue::Item> items;

private:
  const std::size_t depth_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__HISTORY_HPP_
