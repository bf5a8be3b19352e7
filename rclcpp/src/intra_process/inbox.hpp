// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The one queue of a subscription, into which local publishers and the DDS receive threads put what
// arrives.
#ifndef RCLCPP__INTRA_PROCESS__INBOX_HPP_
#define RCLCPP__INTRA_PROCESS__INBOX_HPP_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "executors/pi_mutex.hpp"
#include "intra_process/deadline.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/intra_process/message.hpp"
#include "rmw/endpoint.hpp"

namespace rclcpp::intra_process
{

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// A message and what is known of it. Times in ns since the epoch of the system clock, but for the
/// arrival.
struct Item
{
  Message message;
  std::int64_t source_ns = 0;
  std::int64_t received_ns = 0;
  std::int64_t expires_ns = never;         // lifespan
  std::int64_t arrival_ns = 0;             // steady clock
  std::uint64_t publication_sequence = 0;  // 0 = unknown
  std::uint64_t reception_sequence = 0;    // set by the inbox
  rmw::Gid gid{};                          // of the publisher
  bool from_intra_process = false;

  /// The same message for another reader; the message must not be a unique one.
  Item alias() const;
};

/// Bounded FIFO: keep_last drops the oldest (and counts it), keep_all grows.
///
/// Any number of threads may push and pop. The lock is never held while a message is copied,
/// decoded or destroyed, nor while the executor is told. Shared by the subscription and the routes
/// of the topic, so that a publisher may still push while the subscription goes: what comes after
/// close() is discarded.
class Inbox
{
public:
  /// Tells `entity` when the first item arrives; it must call close() before it dies.
  /// `depth` 0 means keep_all. `deadline`, if any, is told of each item.
  Inbox(
    executors::detail::Entity & entity, std::size_t depth,
    std::shared_ptr<Deadline> deadline = nullptr);

  void push(Item && item) noexcept;

  /// From now on `deadline` is told of each item.
  void watch(std::shared_ptr<Deadline> deadline) noexcept;
  /// How many items fit before something is dropped.
  std::size_t room() const noexcept;

  /// The oldest item, and when the one behind it arrived (never: there is none). False if empty.
  bool pop(Item & item, std::int64_t & next_arrival_ns) noexcept;

  /// Discards all items. Afterwards the entity is not told any more.
  void close() noexcept;

  struct Counters
  {
    std::uint64_t received = 0;
    std::uint64_t dropped = 0;
    std::size_t waiting = 0;
  };
  Counters counters() const;

  /// Told of each item that is pushed.
  rclcpp::detail::ReadyCallback on_new_item;

private:
  void grow();

  const std::size_t limit_;
  mutable executors::detail::PiMutex mutex_;  // guards the queue
  std::vector<Item> items_;                   // a ring; its size is what it can hold now
  std::size_t first_ = 0;
  Counters counters_;
  bool closed_ = false;
  std::shared_ptr<Deadline> deadline_;

  // Guards entity_. Another lock than the queue's: an executor thread woken by ready() takes an
  // item at once.
  executors::detail::PiMutex entity_mutex_;
  executors::detail::Entity * entity_;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__INBOX_HPP_
