// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ready and the future items of one core: its groups, entities and timers, without threads.
#ifndef RCLCPP__EXECUTORS__READY_SET_HPP_
#define RCLCPP__EXECUTORS__READY_SET_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/indexed_heap.hpp"
#include "executors/handle.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

class Core;
struct Group;
struct TimerState;

inline constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

/// The maximum time by which the effects of a late thread may overtake others, in ns.
inline constexpr std::int64_t most_start_delay = 1'000'000;

/// The executor's part of an entity.
struct EntityState
{
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  explicit EntityState(Entity * its_entity) : entity(its_entity) {}

  static EntityState & of(const Entity & entity) { return *entity.state_; }

  bool execute_one() { return entity->execute_one(); }

  Entity * const entity;
  // Read and written by any thread:
  std::atomic<bool> queued{
    false};  // from ready() until taken: all calls but the first return at once
  std::atomic<ParkingSpot *> watcher{nullptr};
  std::atomic<Group *> group{
    nullptr};  // changes with the locks of both cores held; `groups` keeps it alive

  // Guarded by the lock of the core of its group:
  std::size_t place = nowhere;           // index in the group's heap of ready entities
  std::size_t place_in_group = nowhere;  // index in the group's members
  std::int64_t stamp = 0;                // of the oldest item
  std::int64_t start_delay = 0;          // of the event that caused it (Worker::start_delay)
  std::uint64_t order = 0;               // among equal stamps
  Handle handle;
  TimerState * timer = nullptr;  // of the same object, if it becomes ready at a point in time
  // All groups that it was in, the current one last: a thread in ready() may still use another.
  std::vector<std::shared_ptr<CallbackGroup>> groups;
};

/// The time base of a timer. `simulated` time advances by jumps, which the timer reports.
enum class TimeBase
{
  steady,
  system,
  simulated
};

struct TimerState
{
  explicit TimerState(EntityState & its_entity) : state(its_entity) {}

  EntityState & state;
  std::int64_t due = 0;  // ns of its time base
  TimeBase time_base = TimeBase::steady;
  bool armed = false;                                 // becomes ready at `due`
  std::size_t place_in_group = EntityState::nowhere;  // index in the group's timers
  std::size_t place_in_timers =
    EntityState::nowhere;  // in the heap of its set, if it is armed there
};

struct ReadyBefore
{
  bool operator()(const EntityState & a, const EntityState & b) const
  {
    return a.stamp != b.stamp ? a.stamp < b.stamp : a.order < b.order;
  }
};

struct DueBefore
{
  bool operator()(const TimerState & a, const TimerState & b) const { return a.due < b.due; }
};

/// The handler of a node for exceptions of its callbacks. Shared with the node's groups, since a
/// callback may throw after its node has left the executor. Thread-safe.
class ExceptionHandler
{
public:
  void set(std::function<void(std::exception_ptr)> function)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    function_.swap(function);  // the previous function is destroyed after unlocking
  }
  /// Returns false if there is no handler.
  bool handle(const std::exception_ptr & exception)
  {
    std::function<void(std::exception_ptr)> function;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      function = function_;
    }
    if (!function) {
      return false;
    }
    function(exception);
    return true;
  }

private:
  std::mutex mutex_;  // guards function_
  std::function<void(std::exception_ptr)> function_;
};

/// The executor's part of a callback group. The lock of its core guards all members but the
/// atomics.
struct Group
{
  Group(CallbackGroup * its_owner, bool is_exclusive) : owner(its_owner), exclusive(is_exclusive) {}

  static Group & of(CallbackGroup & group) { return *group.queue_; }

  std::int64_t stamp() const { return ready.top()->stamp; }
  bool is_blocked() const { return exclusive && running > 0; }
  bool may_run() const { return !ready.empty() && !is_blocked(); }
  /// Updates the flag that users read; the executor does not read it.
  void show_whether_it_can_be_taken()
  {
    if (exclusive) {
      owner->can_be_taken_from_.store(running == 0, std::memory_order_relaxed);
    }
  }

  CallbackGroup * const owner;
  const bool exclusive;
  std::shared_ptr<ExceptionHandler> on_exception;  // of the node, set before the group is used
  std::atomic<Core *> core{nullptr};               // changes only with the locks of both cores held

  int running = 0;  // threads in callbacks of the group
  // Callbacks that ended after the group had left their core: wait_until_idle() sleeps on it.
  std::atomic<std::uint32_t> ended_elsewhere{0};
  bool manual = false;  // added by add_callback_group(), not with its node
  // The core that had the group manually when its node ended.
  std::atomic<const Core *> left_with_node{nullptr};
  std::size_t place = EntityState::nowhere;  // in the set's heap of groups that may run
  std::uint64_t order = 0;                   // among equal stamps
  std::uint64_t next_order = 0;
  base::IndexedHeap<EntityState, ReadyBefore, &EntityState::place> ready;
  std::vector<EntityState *> members;
  std::vector<TimerState *> timers;
};

struct GroupBefore
{
  bool operator()(const Group & a, const Group & b) const
  {
    return a.stamp() != b.stamp() ? a.stamp() < b.stamp() : a.order < b.order;
  }
};

/// A group is ready while it has ready entities and a thread may take one: a mutually exclusive
/// group is not ready while it runs. Entities are taken in the order of their stamps, from the
/// group with the oldest one. Not thread-safe; has no clock; allocates only when groups and
/// entities are added.
class ReadySet
{
public:
  /// With `is_run` false, the set is for groups without an executor: ready entities wait in their
  /// group, timers stand still, and nothing is taken.
  explicit ReadySet(bool is_run = true) : is_run_(is_run) {}
  ReadySet(const ReadySet &) = delete;
  ReadySet & operator=(const ReadySet &) = delete;

  // Functions for groups, with their entities and timers.

  void add(Group & group);
  void remove(Group & group);
  const std::vector<Group *> & groups() const { return groups_; }

  // Functions for entities. Those without a group belong to the set that is not run.

  void add(EntityState & entity, Group & group);
  void remove(EntityState & entity);
  /// Records the stamp of the oldest item. Returns true if the entity may now be taken.
  bool enqueue(EntityState & entity, std::int64_t stamp, std::int64_t start_delay);
  void dequeue(EntityState & entity);

  /// Returns true if an entity may be taken, whatever its stamp.
  bool has_ready() const { return !ready_.empty(); }
  /// Takes the first entity that became ready at `newest` or earlier, until finish() of its group
  /// and end() of its handle; null if there is none. Skips destroyed entities.
  EntityState * take(std::int64_t newest);
  void finish(Group & group);

  // Functions for timers.

  void arm(TimerState & timer, std::int64_t due, TimeBase time_base);
  void disarm(TimerState & timer);
  /// Returns the time at which the first timers are due.
  Due next_due() const;
  /// Makes the timers ready that are due at `now_ns`; adding `to_steady_ns` gives steady time. They
  /// get their lateness as start delay, at most `most_delay`, or none if their group is blocked.
  void fire_steady(std::int64_t now_ns, std::int64_t most_delay)
  {
    fire(steady_timers_, now_ns, 0, most_delay);
  }
  void fire_system(std::int64_t now_ns, std::int64_t to_steady_ns, std::int64_t most_delay)
  {
    fire(system_timers_, now_ns, to_steady_ns, most_delay);
  }
  bool has_steady_timers() const { return !steady_timers_.empty(); }
  bool has_system_timers() const { return !system_timers_.empty(); }

private:
  using Timers = base::IndexedHeap<TimerState, DueBefore, &TimerState::place_in_timers>;

  void place(Group & group);
  void reserve_timers();
  void fire(
    Timers & timers, std::int64_t now_ns, std::int64_t to_steady_ns, std::int64_t most_delay);

  const bool is_run_;
  base::IndexedHeap<Group, GroupBefore, &Group::place> ready_;
  Timers steady_timers_;
  Timers system_timers_;
  std::size_t timer_count_ = 0;
  std::uint64_t next_order_ = 0;
  std::vector<Group *> groups_;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__READY_SET_HPP_
