// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine of one executor: ready items and sleeping threads behind one short lock.
#ifndef RCLCPP__EXECUTORS__CORE_HPP_
#define RCLCPP__EXECUTORS__CORE_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "base/clock.hpp"
#include "base/pi_mutex.hpp"
#include "executors/clocked_entity.hpp"
#include "executors/parking.hpp"
#include "executors/ready_set.hpp"

namespace rclcpp::executors::detail
{

using base::PiMutex;
using base::steady_now;
using base::system_now;

class Worker;

/// Returns the deadline in steady time: 0 for a timeout of 0, for_ever for a negative one.
inline std::int64_t deadline_after(std::chrono::nanoseconds timeout)
{
  std::int64_t deadline;
  if (timeout.count() < 0 || __builtin_add_overflow(steady_now(), timeout.count(), &deadline)) {
    return for_ever;
  }
  return timeout.count() == 0 ? 0 : deadline;
}

/// The lock is held for some tens of ns, and never while user code is called. There is one lock
/// level: a thread holds the lock of one core, or that of unassigned() and then that of one other
/// core.
///
/// Cores are recycled and never freed: a thread in Entity::ready() that read the pointer just
/// before its executor was destroyed finds a valid lock, sees that the group has moved, and tries
/// again.
class Core
{
public:
  /// The members that the lock guards; only a CoreLock gives access.
  struct Guarded
  {
    explicit Guarded(bool is_run) : ready(is_run) {}

    ReadySet ready;
    ParkingLot parked;
    std::size_t awake = 0;            // threads that work for this core and are not parked
    ParkingSpot * aside = nullptr;    // of the thread that its governor has parked
    const Worker * latest = nullptr;  // the last one that fetched work
    const Worker * alone = nullptr;   // the thread of this core, if it has only one

    bool begun = false;  // set by begin_spin()
    bool stop = false;
    bool cancelled = false;
    std::uint64_t pokes = 0;
  };

  static Core & acquire();
  /// Makes all groups unassigned; their ready items wait there.
  static void release(Core & core);
  /// Returns the core of all groups without an executor; no thread spins it.
  static Core & unassigned();

  /// Returns false and changes nothing if the group has another core than unassigned().
  static bool attach(Group & group, Core & core, bool manual);
  /// Make the group unassigned; return false if it was already.
  static bool detach(Group & group);
  static bool detach_with_node(Group & group);
  /// Attach and detach entities.
  static void add(Group & group, const std::shared_ptr<Entity> & entity);
  static void remove(Entity & entity) noexcept;

  /// Makes the caller the spinning thread, with `threads` threads in total; returns false if there
  /// is one already. A blocking spin consumes an earlier cancel().
  bool begin_spin(bool blocking, std::size_t threads);
  void end_spin();
  /// True from begin_spin() to end_spin(). An executor that a program wrote sets it itself; stop()
  /// resets it.
  std::atomic<bool> & spinning() { return spinning_; }
  bool is_spinning() const { return spinning_.load(std::memory_order_acquire); }
  void wait_until_not_spinning() { spinning_.wait(true); }
  /// Ends the current spin; if there is none and `remember` is true, ends the next blocking one.
  void stop(bool remember);
  /// Called by an executor that a program wrote, before it takes an item: after a stop there are no
  /// items until it spins again.
  void resume();
  /// Makes a parked thread return from Worker::run_one().
  void poke();

  /// Returns the number of items taken since the start. Written with the lock held, readable by any
  /// thread.
  std::uint64_t taken() const { return taken_.load(std::memory_order_relaxed); }

private:
  friend class CoreLock;

  explicit Core(bool is_run = true) : guarded_(is_run) {}

  PiMutex mutex_;  // guards guarded_
  Guarded guarded_;
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<bool> spinning_{false};
  std::atomic<std::uint32_t> departures_{0};  // number of groups that left, for release()
};

/// Holds the lock of a core and gives access to its guarded members. If the calls with the lock
/// made work for a parked thread, the thread is woken after unlocking.
class CoreLock
{
public:
  explicit CoreLock(Core & core) : core_(&core) { core_->mutex_.lock(); }
  /// Records whether the thread waited for the lock in the kernel.
  CoreLock(Core & core, bool & waited) : core_(&core)
  {
    waited = !core_->mutex_.try_lock() && !core_->mutex_.try_lock_briefly();
    if (waited) {
      core_->mutex_.lock();
    }
  }
  /// Locks the core of the entity's group, or of the group.
  explicit CoreLock(const Entity & entity);
  explicit CoreLock(Group & group);
  CoreLock(const CoreLock &) = delete;
  CoreLock & operator=(const CoreLock &) = delete;
  ~CoreLock() { unlock(); }

  /// Releases the lock until the end of the scope.
  class Released
  {
  public:
    explicit Released(CoreLock & lock) : lock_(lock) { lock_.unlock(); }
    Released(const Released &) = delete;
    Released & operator=(const Released &) = delete;
    ~Released() { lock_.core_->mutex_.lock(); }

  private:
    CoreLock & lock_;
  };

  Core & core() const { return *core_; }
  bool has(const Group & group) const
  {
    return group.core.load(std::memory_order_relaxed) == core_;
  }
  Core::Guarded * operator->() const { return &core_->guarded_; }

  // The functions of ReadySet for an entity of this core.

  void enqueue(Entity & entity, std::int64_t stamp, std::int64_t start_delay)
  {
    if (core_->guarded_.ready.enqueue(EntityState::of(entity), stamp, start_delay)) {
      wake_one();
    }
  }
  void dequeue(Entity & entity) { core_->guarded_.ready.dequeue(EntityState::of(entity)); }
  void arm(TimerState & timer, std::int64_t due, TimeBase time_base)
  {
    core_->guarded_.ready.arm(timer, due, time_base);
    wake_one();
  }
  void disarm(TimerState & timer) { core_->guarded_.ready.disarm(timer); }
  /// Makes due timers ready. `has_slept` means that the calling thread has slept since its last
  /// callback: then the timers are late because of it.
  void fire_due(bool has_slept);
  EntityState * take(std::int64_t newest);
  void finish(Group & group);

  /// Wakes one parked thread after unlocking, if there is work for one.
  void wake_one()
  {
    // While one thread is set aside, the others are faster without it.
    if (!core_->guarded_.aside && !core_->guarded_.parked.is_empty() && !to_wake_) {
      to_wake_ = call_one();
    }
  }
  void wake_all();

  /// Begins parking before ParkingSpot::park(); returns the time until which to sleep.
  Due begin_parking(ParkingSpot & spot, std::int64_t deadline);
  void end_parking(ParkingSpot & spot);

  /// Begins parking by decision of the governor; one thread at a time.
  void begin_standing_aside(ParkingSpot & spot);
  void end_standing_aside(ParkingSpot & spot);
  /// Allows the thread that was set aside to be woken: no work is left that the others do faster.
  void let_aside_be_woken();

private:
  void unlock();
  ParkingSpot * call_one();

  Core * core_;
  ParkingSpot * to_wake_ = nullptr;
};

inline CoreLock::CoreLock(const Entity & entity)
{
  const EntityState & state = EntityState::of(entity);
  for (;;) {
    const Group * group = state.group.load(std::memory_order_acquire);
    core_ = group ? group->core.load(std::memory_order_acquire) : &Core::unassigned();
    core_->mutex_.lock();
    if (
      state.group.load(std::memory_order_relaxed) == group &&
      (!group || group->core.load(std::memory_order_relaxed) == core_)) {
      return;
    }
    core_->mutex_.unlock();
  }
}

inline CoreLock::CoreLock(Group & group)
{
  for (;;) {
    core_ = group.core.load(std::memory_order_acquire);
    core_->mutex_.lock();
    if (group.core.load(std::memory_order_relaxed) == core_) {
      return;
    }
    core_->mutex_.unlock();
  }
}

inline EntityState * CoreLock::take(std::int64_t newest)
{
  EntityState * entity = core_->guarded_.ready.take(newest);
  if (entity) {
    entity->group.load(std::memory_order_relaxed)->show_whether_it_can_be_taken();
    core_->taken_.store(core_->taken() + 1, std::memory_order_relaxed);
  }
  return entity;
}

inline void CoreLock::finish(Group & group)
{
  core_->guarded_.ready.finish(group);
  group.show_whether_it_can_be_taken();
}

inline void CoreLock::unlock()
{
  core_->mutex_.unlock();
  if (to_wake_) {
    ParkingSpot::wake(std::exchange(to_wake_, nullptr));
  }
}

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CORE_HPP_
