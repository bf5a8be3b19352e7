// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How an entity becomes ready, and how it goes.
#include "rclcpp/executors/detail/entity.hpp"

#include "executors/core.hpp"
#include "executors/worker.hpp"

namespace rclcpp::executors::detail
{

Entity::Entity() : state_(std::make_unique<EntityState>(this))
{
}

// Nobody takes it any more, as nobody has a reference; it leaves the queue that it may still be in.
Entity::~Entity()
{
  leave();
}

void Entity::ready(std::int64_t stamp_ns) noexcept
{
  tell_watcher();
  // Whoever takes the entity clears `queued` before it looks for items: either it finds ours, or we
  // find it cleared.
  if (!state_->queued.exchange(true, std::memory_order_seq_cst)) {
    const std::int64_t delay = Worker::start_delay();
    CoreLock(*this).enqueue(*this, stamp_ns - delay, delay);
  }
}

void Entity::ready_again(std::int64_t stamp_ns) noexcept
{
  CoreLock(*this).enqueue(*this, stamp_ns, 0);
}

void Entity::not_ready() noexcept
{
  CoreLock(*this).dequeue(*this);
}

void Entity::watch(ParkingSpot * watcher) noexcept
{
  state_->watcher.store(watcher, std::memory_order_seq_cst);
}

void Entity::tell_watcher() const noexcept
{
  if (ParkingSpot * watcher = state_->watcher.load(std::memory_order_acquire)) [[unlikely]] {
    watcher->notify();
  }
}

bool Entity::has_item(Due &) const noexcept
{
  return false;
}

std::shared_ptr<CallbackGroup> Entity::callback_group() const
{
  const CoreLock lock(*this);
  return state_->group.load(std::memory_order_relaxed) ? state_->groups.back() : nullptr;
}

void Entity::leave() noexcept
{
  CoreLock lock(*this);
  if (state_->group.load(std::memory_order_relaxed)) {
    lock->ready.remove(*state_);
  }
}

}  // namespace rclcpp::executors::detail
