// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the queue of a subscription does besides queueing.
#include "queue/message_queue.hpp"

#include <utility>

namespace rclcpp::queue
{
namespace
{

// Capacity for this many messages is allocated at once.
constexpr std::size_t reserved = 16;

}  // namespace

Item Item::alias() const
{
  Item other;
  other.message = message.alias();
  other.source_ns = source_ns;
  other.received_ns = received_ns;
  other.expires_ns = expires_ns;
  other.arrival_ns = arrival_ns;
  other.publication_sequence = publication_sequence;
  other.gid = gid;
  other.from_intra_process = from_intra_process;
  return other;
}

MessageQueue::MessageQueue(executors::detail::Entity & entity, Options options)
: ReadyQueue(
    entity, options.depth == 0 ? base::Ring<Item>::unlimited : options.depth, reserved,
    MessageIntake(options.history_until_ns)),
  by_value_(std::move(options.by_value)),
  filter_(std::move(options.filter))
{
}

void MessageQueue::pass_over(const Item & item) noexcept
{
  change_intake([&](const MessageIntake & intake) {
    if (intake.deadline) {
      intake.deadline->message(item.arrival_ns);
    }
  });
}

void MessageQueue::watch(std::shared_ptr<Deadline> deadline) noexcept
{
  change_intake([&](MessageIntake & intake) { intake.deadline.swap(deadline); });
}

}  // namespace rclcpp::queue
