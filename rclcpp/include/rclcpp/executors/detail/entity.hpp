// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What an executor runs; the base of subscriptions, timers, services, clients and the inside of
// waitables.
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

/// When something will be ready by itself: ns of the steady and of the system clock.
struct Due
{
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  std::int64_t steady = never;
  std::int64_t system = never;
};

/// A source of items for one callback group.
///
/// The items wait in the entity, which bounds their number; the executor only knows *that* the
/// entity is ready and the arrival stamp of its oldest item, and queues it once. So an entity
///  - calls ready(stamp) after it has stored an item, from any thread;
///  - implements execute_one(): take ONE item; if more wait, ready_again(stamp of the oldest); then
///    call the user.
///
/// Ownership: by std::shared_ptr, given to the group once complete (CallbackGroup::add_…). The
/// executor holds one reference while callbacks of the entity run, and none else. Dropping the last
/// reference of a user discards what waits, never blocks on a callback, and may happen in the
/// entity's own callback; no callback begins after it, in reentrant groups either. Whoever locks a
/// std::weak_ptr to the entity is a user as long as he holds what he got. The entity keeps its
/// group alive.
class RCLCPP_PUBLIC Entity
{
public:
  Entity();
  Entity(const Entity &) = delete;
  Entity & operator=(const Entity &) = delete;
  virtual ~Entity();

  /// An item arrived at `stamp_ns` (steady clock). Any thread; no user code runs, nothing is
  /// allocated. Wakes a thread of the executor only if one sleeps. Before the entity has a group,
  /// or its group an executor, this is remembered.
  void ready(std::int64_t stamp_ns) noexcept;

  /// The group that runs this entity, null before it was added to one.
  std::shared_ptr<CallbackGroup> callback_group() const;

  // --- for wait sets ---

  /// From now on `watcher` is notified whenever has_item() may have changed; null ends that. The
  /// parking spots of wait sets are never freed, as one may be notified a moment later.
  void watch(ParkingSpot * watcher) noexcept;
  /// Whether there is something to take. If not, lowers `due` to the time at which there will be
  /// without anybody's doing.
  virtual bool has_item(Due & due) const noexcept;

protected:
  /// Called by an executor thread, in an exclusive group never by two at a time, without any lock:
  /// takes one item, then calls ready_again() if more wait, then runs the user's callback. What the
  /// callback throws leaves spin(). Returns false if no item was left to take (all were dropped
  /// since ready()).
  virtual bool execute_one() = 0;

  /// In execute_one(), before user code: more items wait, the oldest since `stamp_ns`.
  void ready_again(std::int64_t stamp_ns) noexcept;

  /// Takes back ready(): the items are gone. An item whose execution began is not affected.
  void not_ready() noexcept;

  /// Wakes the wait set that has this entity, if any.
  void notify_watcher() const noexcept;

  /// Leaves the group at once: for the destructor of a class of which the engine knows more than
  /// this base, and for an entity that others may keep longer than its owner lives.
  void leave() noexcept;

private:
  friend struct EntityState;

  std::unique_ptr<EntityState> state_;
};

}  // namespace executors::detail
}  // namespace rclcpp

#endif  // RCLCPP__EXECUTORS__DETAIL__ENTITY_HPP_
