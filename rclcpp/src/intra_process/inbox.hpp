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

#include "base/pi_mutex.hpp"
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
  /// What a subscription wants of its queue.
  struct Options
  {
    std::size_t depth = 0;              // 0: keep_all
    std::int64_t history_until_ns = 0;  // items from before are history; 0: none is
    MessageTypePtr by_value;            // the memory of messages by value (values.hpp); null: none
  };

  /// Tells `entity` when the first item arrives; it must call close() before it dies.
  Inbox(executors::detail::Entity & entity, Options options);

  /// An item of the history that publishers in other processes have kept takes its place among those
  /// that wait by its source stamp, any other one the last.
  void push(Item && item) noexcept;

  /// From now on `deadline`, if any, is told of each item.
  void watch(std::shared_ptr<Deadline> deadline) noexcept;
  /// The type of which messages of the struct of `type` are to be made for this queue.
  const MessageType & values_or(const MessageType & type) const noexcept
  {
    return by_value_ && same_struct(*by_value_, type) ? *by_value_ : type;
  }
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
  /// Told of each item that a full queue drops.
  rclcpp::detail::ReadyCallback on_drop;

private:
  void grow();
  Item & waiting(std::size_t index) noexcept;
  void append(Item && item) noexcept;
  bool belongs_before(const Item & item, const Item & other) const noexcept;

  const std::size_t limit_;
  const std::int64_t history_until_ns_;
  const MessageTypePtr by_value_;
  mutable base::PiMutex mutex_;  // guards the queue
  std::vector<Item> items_;                   // a ring; its size is what it can hold now
  std::size_t first_ = 0;
  Counters counters_;
  bool closed_ = false;
  std::shared_ptr<Deadline> deadline_;

  // Guards entity_. Another lock than the queue's: an executor thread woken by ready() takes an
  // item at once.
  base::PiMutex entity_mutex_;
  executors::detail::Entity * entity_;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__INBOX_HPP_
