// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The unit that an executor runs: the base of subscriptions, timers, services, clients and the
// internals of waitables.
#ifndef RCLCPP__EXECUTORS__DETAIL__ENTITY_HPP_
#define RCLCPP__EXECUTORS__DETAIL__ENTITY_HPP_

#include <cstdint>
#include <limits>
#include <memory>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class CallbackGroup;

namespace executors::detail
{

struct EntityState;
class ParkingSpot;

/// The time at which something becomes ready by itself, in ns of the steady and of the system
/// clock.
struct Due
{
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  std::int64_t steady = never;
  std::int64_t system = never;
};

/// A source of items for one callback group.
///
/// The items wait in the entity, which bounds their number. The executor only knows *that* the
/// entity is ready and the arrival stamp of its oldest item, and queues the entity once. Therefore
/// an entity
///  - calls ready(stamp) after it has stored an item, from any thread;
///  - implements execute_one(): it takes ONE item, calls ready_again(stamp of the oldest) if more
///    wait, and then calls the user's callback.
///
/// Ownership: entities are owned by std::shared_ptr and added to a group when complete
/// (CallbackGroup::add_…). The executor holds a reference only while callbacks of the entity run.
/// Dropping the last reference of a user discards waiting items, never blocks on a callback, and
/// may happen in the entity's own callback; no callback begins after it, in reentrant groups
/// either. A locked std::weak_ptr to the entity counts as a user. The entity keeps its group alive.
class RCLCPP_PUBLIC Entity
{
public:
  Entity();
  Entity(const Entity &) = delete;
  Entity & operator=(const Entity &) = delete;
  virtual ~Entity();

  /// Reports an item that arrived at `stamp_ns` (steady clock). May be called from any thread; runs
  /// no user code and does not allocate. Wakes a thread of the executor only if one sleeps. The
  /// report is kept until the entity has a group and the group an executor.
  void ready(std::int64_t stamp_ns) noexcept;

  /// Returns the group that runs this entity; null before it was added to one.
  std::shared_ptr<CallbackGroup> callback_group() const;

  // --- for wait sets ---

  /// Notifies `watcher` from now on whenever has_item() may have changed; null stops that. The
  /// parking spots of wait sets are never freed, as a late notification may still use one.
  void watch(ParkingSpot * watcher) noexcept;
  /// Returns true if an item can be taken. Otherwise lowers `due` to the time at which an item
  /// becomes ready by itself.
  virtual bool has_item(Due & due) const noexcept;

protected:
  /// Takes one item, calls ready_again() if more wait, and then runs the user's callback. An
  /// executor thread calls this without a lock, in a mutually exclusive group never on two threads
  /// at a time. Exceptions of the callback leave spin(). Returns false if no item was left (all
  /// were dropped since ready()).
  virtual bool execute_one() = 0;

  /// Reports in execute_one(), before user code, that more items wait, the oldest since `stamp_ns`.
  void ready_again(std::int64_t stamp_ns) noexcept;

  /// Withdraws ready() after the waiting items were dropped. Does not affect an item that is being
  /// executed.
  void not_ready() noexcept;

  /// Wakes the wait set that has this entity, if there is one.
  void notify_watcher() const noexcept;

  /// Leaves the group at once. Called by the destructor of a class whose type the executor knows,
  /// and for an entity that others may keep longer than its owner.
  void leave() noexcept;

private:
  friend struct EntityState;

  std::unique_ptr<EntityState> state_;
};

}  // namespace executors::detail
}  // namespace rclcpp

#endif  // RCLCPP__EXECUTORS__DETAIL__ENTITY_HPP_
