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

Inbox::Inbox(executors::detail::Entity & entity, Options options)
: limit_(options.depth == 0 ? std::numeric_limits<std::size_t>::max() : options.depth),
  history_until_ns_(options.history_until_ns),
  by_value_(std::move(options.by_value)),
  items_(std::min<std::size_t>(limit_, 16)),
  entity_(&entity)
{
}

void Inbox::push(Item && item) noexcept
{
  const std::int64_t arrival = item.arrival_ns;
  Item displaced;  // destroyed after the lock
  bool is_first = false;
  bool drops = false;
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
      drops = true;
      ++counters_.dropped;
      if (belongs_before(item, items_[first_])) {
        displaced = std::move(item);
      } else {
        displaced = std::move(items_[first_]);
        first_ = first_ + 1 == items_.size() ? 0 : first_ + 1;
        --counters_.waiting;
        append(std::move(item));
      }
    } else {
      append(std::move(item));
      is_first = counters_.waiting == 1;
    }
  }
  on_new_item.notify();
  if (drops) {
    on_drop.notify();
  }
  if (!is_first) {
    return;  // the entity knows that items wait
  }
  std::lock_guard lock(entity_mutex_);
  if (entity_) {
    entity_->ready(arrival);
  }
}

Item & Inbox::waiting(std::size_t index) noexcept
{
  const std::size_t place = first_ + index;
  return items_[place < items_.size() ? place : place - items_.size()];
}

// There is room.
void Inbox::append(Item && item) noexcept
{
  std::size_t place = counters_.waiting++;
  waiting(place) = std::move(item);
  for (; place > 0 && belongs_before(waiting(place), waiting(place - 1)); --place) {
    std::swap(waiting(place), waiting(place - 1));
  }
}

// What publishers in other processes have kept comes from one after the other. A publisher's own
// messages are in order already, whatever its clock says.
bool Inbox::belongs_before(const Item & item, const Item & other) const noexcept
{
  return item.source_ns < history_until_ns_ && item.source_ns < other.source_ns &&
         item.gid != other.gid;
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
  on_drop.clear();
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
    larger[i] = std::move(waiting(i));
  }
  items_.swap(larger);
  first_ = 0;
}

}  // namespace rclcpp::intra_process
