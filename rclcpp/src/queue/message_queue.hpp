// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a subscription, into which local publishers and the DDS receive threads push
// messages.
#ifndef RCLCPP__QUEUE__MESSAGE_QUEUE_HPP_
#define RCLCPP__QUEUE__MESSAGE_QUEUE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "queue/deadline.hpp"
#include "queue/ready_queue.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rmw/endpoint.hpp"

namespace rclcpp::queue
{

/// A message and its metadata. Times are in ns since the epoch of the system clock, except for the
/// arrival.
struct Item
{
  detail::Message message;
  std::int64_t source_ns = 0;
  std::int64_t received_ns = 0;
  std::int64_t expires_ns = never;         // lifespan
  std::int64_t arrival_ns = 0;             // steady clock
  std::uint64_t publication_sequence = 0;  // 0 = unknown
  std::uint64_t reception_sequence = 0;    // set by the queue
  rmw::Gid gid{};                          // of the publisher
  bool from_intra_process = false;

  /// Returns the same message for another reader; the message must not be a unique one.
  Item alias() const;
};

/// Numbers messages, reports them to the deadline, and sorts history by time: the histories of
/// publishers in other processes arrive one after the other.
class MessageIntake
{
public:
  /// Messages that were sent before `history_until_ns` are history; 0 means none is.
  explicit MessageIntake(std::int64_t history_until_ns) : history_until_ns_(history_until_ns) {}

  void accept(Item & item, std::uint64_t number) noexcept
  {
    item.reception_sequence = number;
    if (deadline) {
      deadline->message(item.arrival_ns);
    }
  }
  // The messages of one publisher are already in order, whatever its clock says.
  bool before(const Item & comes, const Item & waits) const noexcept
  {
    return comes.source_ns < history_until_ns_ && comes.source_ns < waits.source_ns &&
           comes.gid != waits.gid;
  }

  std::shared_ptr<Deadline> deadline;  // null: none

private:
  std::int64_t history_until_ns_;
};

/// Shared by the subscription and the routes of the local topic.
class MessageQueue : public ReadyQueue<Item, MessageIntake>
{
public:
  /// The options of a subscription's queue.
  struct Options
  {
    std::size_t depth = 0;              // 0: keep_all
    std::int64_t history_until_ns = 0;  // MessageIntake
    detail::TypeSupportPtr by_value;    // the memory of messages by value (message/values.hpp)
    std::function<bool(const detail::Message &)> filter;  // false: not queued; may be empty
  };

  MessageQueue(executors::detail::Entity & entity, Options options);

  /// Pushes an item as ReadyQueue::push(). Items that the filter rejects do not count, but are
  /// reported to the deadline.
  void push(Item && item) noexcept
  {
    if (filter_ && !filter_(item.message)) {
      pass_over(item);
      return;
    }
    ReadyQueue::push(std::move(item));
  }

  /// Reports each item from now on to `deadline`, unless it is null.
  void watch(std::shared_ptr<Deadline> deadline) noexcept;

  /// Returns the type in which messages of the struct of `type` are created for this queue.
  const detail::TypeSupport & values_or(const detail::TypeSupport & type) const noexcept
  {
    return by_value_ && detail::same_struct(*by_value_, type) ? *by_value_ : type;
  }

private:
  void pass_over(const Item & item) noexcept;

  const detail::TypeSupportPtr by_value_;
  const std::function<bool(const detail::Message &)> filter_;
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__MESSAGE_QUEUE_HPP_
