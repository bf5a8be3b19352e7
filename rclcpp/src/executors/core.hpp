// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine under all executors: ready groups, timers and sleeping threads behind one short lock.
#ifndef RCLCPP__EXECUTORS__CORE_HPP_
#define RCLCPP__EXECUTORS__CORE_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/indexed_heap.hpp"
#include "base/pi_mutex.hpp"
#include "executors/clocked_entity.hpp"
#include "executors/contention_governor.hpp"
#include "executors/sleeper.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

using base::IndexedHeap;
using base::PiMutex;
using base::steady_now;
using base::system_now;

inline constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

/// The first of both, in steady time.
std::int64_t to_steady(const Due & due) noexcept;

/// In steady time: 0 for a timeout of 0, for_ever for a negative one.
inline std::int64_t deadline_after(std::chrono::nanoseconds timeout)
{
  std::int64_t deadline;
  if (timeout.count() < 0 || __builtin_add_overflow(steady_now(), timeout.count(), &deadline)) {
    return for_ever;
  }
  return timeout.count() == 0 ? 0 : deadline;
}

struct ReadyBefore
{
  bool operator()(const Entity & a, const Entity & b) const
  {
    return a.stamp_ != b.stamp_ ? a.stamp_ < b.stamp_ : a.order_ < b.order_;
  }
};

struct DueBefore
{
  bool operator()(const ClockedEntity & a, const ClockedEntity & b) const { return a.due < b.due; }
};

/// The actor inside a CallbackGroup. All but `core` is guarded by the lock of the core it is with.
struct Group
{
  Group(CallbackGroup & group_owner, bool is_exclusive)
  : owner(group_owner), exclusive(is_exclusive)
  {
  }

  CallbackGroup & owner;
  const bool exclusive;
  std::atomic<Core *> core{nullptr};  // changes only under the locks of both cores

  int running = 0;      // threads in its callbacks
  bool manual = false;  // given by add_callback_group(), not with its node
  std::atomic<const Core *> left_with_node{nullptr};  // the one that had it, manually, when its node ended
  std::size_t place = static_cast<std::size_t>(-1);  // in the core's heap of ready groups
  std::uint64_t order = 0;                           // among equal stamps
  std::uint64_t next_order = 0;
  IndexedHeap<Entity, ReadyBefore, &Entity::place_> ready;
  // Ready ones of a reentrant group of which it is not known whether a user still has them: Worker::is_kept().
  std::vector<Entity *> postponed;
  Worker * visitors = nullptr;  // threads that are engaged with an entity of a reentrant group
  std::vector<Entity *> members;
  std::vector<ClockedEntity *> timers;

  std::int64_t stamp() const { return ready.top()->stamp_; }
};

struct GroupBefore
{
  bool operator()(const Group & a, const Group & b) const
  {
    return a.stamp() != b.stamp() ? a.stamp() < b.stamp() : a.order < b.order;
  }
};

/// One executor's engine.
///
/// A group is in the heap of ready groups while it has ready entities and a thread may take one: an exclusive group is
/// not while it runs. The lock guards this, the timers and the list of sleeping threads; it is held for some tens of
/// ns and never while other code is called. There is one level of locks: a thread holds the lock of one core, or that of
/// the limbo and then that of one other.
///
/// Cores are recycled, never freed: a thread in Entity::ready() that read the pointer just before its executor was
/// destroyed finds a valid lock, sees that the group has moved, and tries again (Hold).
class Core
{
public:
  static Core & acquire();
  /// All groups go to the limbo; what is ready in them waits there.
  static void release(Core & core);
  /// The core of all groups that have no executor; nobody spins it.
  static Core & limbo();

  PiMutex mutex;

  // --- with the lock held (Hold, or both locks for attach and detach) ---

  /// Queues the entity in its group, and the group if it may run. True if a thread should look.
  bool enqueue(Entity & entity, std::int64_t stamp, std::int64_t lateness);
  void postpone(Entity & entity, Group & group);
  void dequeue(Entity & entity);
  void arm(ClockedEntity & timer, std::int64_t due, TimeBase time_base);
  void disarm(ClockedEntity & timer);
  /// Takes a sleeping thread that has something to do off the list: wake() it after unlocking. Null if none has.
  Sleeper * sleeper_to_wake();

  // --- without ---

  static Group & group_of(CallbackGroup & group) { return *group.queue_; }
  /// False, and nothing is changed, if the group is with a core that is not the limbo.
  static bool attach(Group & group, Core & core, bool manual);
  static void detach(Group & group);
  static void detach_with_node(Group & group);
  /// attach() and detach() of entities.
  static void add(Group & group, const std::shared_ptr<Entity> & entity);
  static void remove(Entity & entity) noexcept;

  /// Calls `function(group)` for each group, with the lock held.
  template <typename Function>
  void for_each_group(Function function)
  {
    std::lock_guard<PiMutex> lock(mutex);
    for (Group * group : groups_) {
      function(*group);
    }
  }

  /// Makes the caller the one that spins, with `threads` threads in all: false if there is one. A blocking spin uses up
  /// an earlier cancel().
  bool begin_spin(bool blocking, std::size_t threads);
  void end_spin();
  /// True from begin_spin() to end_spin(), or as long as a user's own executor says so, which stop() takes back.
  std::atomic<bool> & spinning() { return spinning_; }
  bool is_spinning() const { return spinning_.load(std::memory_order_acquire); }
  void wait_until_not_spinning() { spinning_.wait(true); }
  /// Ends the spin that runs; if none does, the next blocking one if `remember`.
  void stop(bool remember);
  /// Of a user's own executor, before it takes an item: once stopped, there are none until it spins again.
  void resume();
  /// Lets a sleeping thread return from Worker::run_one().
  void poke();

private:
  friend class Worker;
  friend class Entity;

  void place(Group & group);
  Group * pick(std::int64_t newest);
  void fire_due();
  Sleeper * take_sleeper();
  void wake_all();
  void unlink(Entity & entity, Group & group);
  Due next_due() const;

  IndexedHeap<Group, GroupBefore, &Group::place> ready_;
  IndexedHeap<ClockedEntity, DueBefore, &ClockedEntity::place_in_timers> steady_timers_;
  IndexedHeap<ClockedEntity, DueBefore, &ClockedEntity::place_in_timers> system_timers_;
  std::size_t timer_count_ = 0;
  std::uint64_t next_order_ = 0;
  std::vector<Group *> groups_;

  std::vector<Sleeper *> sleepers_;
  std::size_t awake_ = 0;         // threads that work for this core and do not sleep
  Sleeper * napper_ = nullptr;    // parks because its ContentionGovernor said so
  std::atomic<std::uint64_t> taken_{0};  // items, ever; written with the lock
  Worker * latest_ = nullptr;     // who looked for work last
  Sleeper * timekeeper_ = nullptr;  // the one sleeper that wakes for the next timer
  std::int64_t timekeeper_until_ = 0;

  std::atomic<bool> spinning_{false};
  bool begun_ = false;  // by begin_spin()
  bool stop_ = false;
  bool cancelled_ = false;
  std::uint64_t pokes_ = 0;
  bool is_limbo_ = false;  // never changes after construction
};

/// Holds the lock of the core that an entity's group, or a group, is with.
class Hold
{
public:
  explicit Hold(const Entity & entity)
  {
    for (;;) {
      group_ = entity.group_.load(std::memory_order_acquire);
      core_ = group_ ? group_->core.load(std::memory_order_acquire) : &Core::limbo();
      core_->mutex.lock();
      if (
        entity.group_.load(std::memory_order_relaxed) == group_ &&
        (!group_ || group_->core.load(std::memory_order_relaxed) == core_)) {
        return;
      }
      core_->mutex.unlock();
    }
  }
  explicit Hold(Group & group) : group_(&group)
  {
    for (;;) {
      core_ = group.core.load(std::memory_order_acquire);
      core_->mutex.lock();
      if (group.core.load(std::memory_order_relaxed) == core_) {
        return;
      }
      core_->mutex.unlock();
    }
  }
  Hold(const Hold &) = delete;
  Hold & operator=(const Hold &) = delete;
  ~Hold() { core_->mutex.unlock(); }

  Core & core() const { return *core_; }
  Group * group() const { return group_; }

private:
  Core * core_;
  Group * group_;
};

/// One thread's work for a core. Not thread-safe; lives on the stack of the thread.
class Worker
{
public:
  enum class Outcome
  {
    executed,
    idle,    // nothing to run until the deadline, or poked
    stopped  // by cancel() or shutdown
  };

  /// `alone`: no other thread works for this core at the same time.
  explicit Worker(Core & core, bool alone = true, bool yield_before_execute = false);
  Worker(const Worker &) = delete;
  Worker & operator=(const Worker &) = delete;
  /// Gives back the group of the last item and hands on a wake-up that was meant for this thread.
  ~Worker();

  /// Runs one item that arrived at `newest` or before. Sleeps for it until `deadline` (steady ns; 0 = does not sleep).
  /// What the callback throws leaves this function.
  Outcome run_one(std::int64_t deadline, std::int64_t newest = for_ever);

  /// The halves of run_one(): `executed` means that entity() has an item, which execute_taken() runs. False if it was gone.
  Outcome take_one(std::int64_t deadline);
  bool execute_taken();
  const std::shared_ptr<Entity> & entity() const { return entity_; }
  /// Sleeps until there is something to run, and leaves it there; then `executed`.
  Outcome wait(std::int64_t deadline);

  /// How late the running callback began, if a timer woke its thread: its effects are queued as if it had been on time,
  /// so before the next timers that became due meanwhile. At most 1 ms, and 0 outside of callbacks.
  static std::int64_t lateness() noexcept { return lateness_; }

private:
  friend class Core;

  Outcome acquire(std::int64_t deadline, std::int64_t newest);
  bool lock_and_finish();             // takes the lock; true if it waited for it in the kernel
  bool take(std::int64_t newest);     // with the lock
  void sleep(std::int64_t deadline);  // with the lock, which it lets go meanwhile
  void step_aside(std::int64_t deadline);  // with the lock, which it lets go meanwhile
  void unlist();                           // with the lock
  void be_precise();
  void give_back(Core & core, Group & group);
  void engage(Entity & entity, Group & group);
  void disengage(Core & core, Group & group);
  static bool is_kept(const Entity & entity);
  bool is_dropped();
  bool execute(std::int64_t lateness);  // without

  [[gnu::tls_model("initial-exec")]] static thread_local constinit std::int64_t lateness_;

  Core & core_;
  const bool alone_;
  const bool yield_before_execute_;
  ContentionGovernor governor_;
  bool precise_ = false;
  int former_slack_ = 0;
  std::uint64_t pokes_seen_;
  Sleeper sleeper_;
  Group * running_ = nullptr;             // whose item was run last and which is not yet given back
  Entity * engaged_ = nullptr;            // if that is reentrant: the entity, unless it has left the group
  Worker * next_visitor_ = nullptr;
  std::shared_ptr<CallbackGroup> pin_;    // keeps running_ alive
  std::shared_ptr<CallbackGroup> unpin_;  // to release without the lock
  std::shared_ptr<Entity> entity_;        // the one that runs
  std::int64_t taken_lateness_ = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CORE_HPP_
