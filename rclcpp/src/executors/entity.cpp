// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How an entity becomes ready, and how it goes.
#include "rclcpp/executors/detail/entity.hpp"

#include "executors/core.hpp"

namespace rclcpp::executors::detail
{

void Entity::ready(std::int64_t stamp_ns) noexcept
{
  tell_watcher();
  // Whoever takes the entity clears queued_ before it looks for items: either it finds ours, or we find it cleared.
  if (queued_.exchange(true, std::memory_order_seq_cst)) {
    return;
  }
  queue(stamp_ns, Worker::lateness());
}

void Entity::ready_again(std::int64_t stamp_ns) noexcept
{
  queue(stamp_ns, 0);
}

void Entity::queue(std::int64_t stamp_ns, std::int64_t lateness) noexcept
{
  Sleeper * sleeper = nullptr;
  {
    Hold hold(*this);
    if (hold.core().enqueue(*this, stamp_ns - lateness, lateness)) {
      sleeper = hold.core().sleeper_to_wake();
    }
  }
  if (sleeper) {
    Sleeper::wake(sleeper);
  }
}

void Entity::tell_watcher() const noexcept
{
  if (Sleeper * watcher = watcher_.load(std::memory_order_acquire)) [[unlikely]] {
    watcher->notify();
  }
}

bool Entity::has_item(Due &) const noexcept
{
  return false;
}

void Entity::not_ready() noexcept
{
  Hold hold(*this);
  hold.core().dequeue(*this);
}

std::shared_ptr<CallbackGroup> Entity::callback_group() const
{
  Hold hold(*this);
  return hold.group() ? groups_.back() : nullptr;
}

void Entity::leave() noexcept
{
  Hold hold(*this);
  if (hold.group()) {
    hold.core().unlink(*this, *hold.group());
    group_.store(
      nullptr, std::memory_order_release);  // whoever locks the limbo for it now sees the rest
  }
}

// Nobody takes it any more, as the weak reference has expired; it leaves the queue that it may still be in.
Entity::~Entity()
{
  leave();
}

}  // namespace rclcpp::executors::detail
