// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a subscription.
#include "intra_process/inbox.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

namespace rclcpp::intra_process
{

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

Inbox::Inbox(
  executors::detail::Entity & entity, std::size_t depth, std::shared_ptr<Deadline> deadline)
: limit_(depth == 0 ? std::numeric_limits<std::size_t>::max() : depth),
  items_(std::min<std::size_t>(limit_, 16)),
  deadline_(std::move(deadline)),
  entity_(&entity)
{
}

void Inbox::push(Item && item) noexcept
{
  const std::int64_t arrival = item.arrival_ns;
  Item displaced;  // destroyed after the lock
  bool is_first = false;
  {
    std::lock_guard lock(mutex_);
    if (closed_) {
      return;
    }
    if (deadline_) {
      deadline_->message(arrival);
    }
    item.reception_sequence = ++counters_.received;
    if (counters_.waiting == items_.size() && items_.size() < limit_) {
      try {
        grow();
      } catch (const std::bad_alloc &) {
        // No memory for a longer queue: the ring stays as it is and drops like a full one.
      }
    }
    if (counters_.waiting == items_.size()) {
      // The oldest and the newest meet in the same slot of a full ring.
      displaced = std::exchange(items_[first_], std::move(item));
      first_ = first_ + 1 == items_.size() ? 0 : first_ + 1;
      ++counters_.dropped;
    } else {
      std::size_t last = first_ + counters_.waiting;
      if (last >= items_.size()) {
        last -= items_.size();
      }
      items_[last] = std::move(item);
      is_first = ++counters_.waiting == 1;
    }
  }
  on_new_item.notify(1);
  if (!is_first) {
    return;  // the entity knows that items wait
  }
  std::lock_guard lock(entity_mutex_);
  if (entity_) {
    entity_->ready(arrival);
  }
}

void Inbox::watch(std::shared_ptr<Deadline> deadline) noexcept
{
  std::lock_guard lock(mutex_);
  deadline_.swap(deadline);
}

std::size_t Inbox::room() const noexcept
{
  std::lock_guard lock(mutex_);
  return limit_ - counters_.waiting;
}

bool Inbox::pop(Item & item, std::int64_t & next_arrival_ns) noexcept
{
  std::lock_guard lock(mutex_);
  if (counters_.waiting == 0) {
    return false;
  }
  item = std::move(items_[first_]);
  first_ = first_ + 1 == items_.size() ? 0 : first_ + 1;
  next_arrival_ns = --counters_.waiting > 0 ? items_[first_].arrival_ns : never;
  return true;
}

void Inbox::close() noexcept
{
  on_new_item.clear();
  {
    std::lock_guard lock(entity_mutex_);
    entity_ = nullptr;
  }
  std::vector<Item> items;  // both destroyed after the lock
  std::shared_ptr<Deadline> deadline;
  std::lock_guard lock(mutex_);
  closed_ = true;
  deadline.swap(deadline_);
  items.swap(items_);
  counters_.waiting = 0;
}

Inbox::Counters Inbox::counters() const
{
  std::lock_guard lock(mutex_);
  return counters_;
}

void Inbox::grow()
{
  std::vector<Item> larger(
    items_.size() > limit_ / 2 ? limit_ : std::max<std::size_t>(1, 2 * items_.size()));
  for (std::size_t i = 0; i < counters_.waiting; ++i) {
    std::size_t from = first_ + i;
    if (from >= items_.size()) {
      from -= items_.size();
    }
    larger[i] = std::move(items_[from]);
  }
  items_.swap(larger);
  first_ = 0;
}

}  // namespace rclcpp::intra_process
