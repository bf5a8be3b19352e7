// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One executor's engine: what is ready and who sleeps, behind one short lock.
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

/// In steady time: 0 for a timeout of 0, for_ever for a negative one.
inline std::int64_t deadline_after(std::chrono::nanoseconds timeout)
{
  std::int64_t deadline;
  if (timeout.count() < 0 || __builtin_add_overflow(steady_now(), timeout.count(), &deadline)) {
    return for_ever;
  }
  return timeout.count() == 0 ? 0 : deadline;
}

/// The lock is held for some tens of ns, and never while user code is called. There is one level of
/// locks: a thread holds the lock of one core, or that of unassigned() and then that of one other.
///
/// Cores are recycled, never freed: a thread in Entity::ready() that read the pointer just before
/// its executor was destroyed finds a valid lock, sees that the group has moved, and tries again.
class Core
{
public:
  /// What the lock guards; to be had by a CoreLock only.
  struct Guarded
  {
    explicit Guarded(bool is_run) : ready(is_run) {}

    ReadySet ready;
    ParkingLot parked;
    std::size_t awake = 0;            // threads that work for this core and are not parked
    ParkingSpot * aside = nullptr;    // of the thread that parks because its governor said so
    const Worker * latest = nullptr;  // who came for work last
    const Worker * alone = nullptr;   // the one thread that works for this core, if it is the only

    bool begun = false;  // by begin_spin()
    bool stop = false;
    bool cancelled = false;
    std::uint64_t pokes = 0;
  };

  static Core & acquire();
  /// All groups become unassigned; what is ready in them waits there.
  static void release(Core & core);
  /// The core of all groups that have no executor; nobody spins it.
  static Core & unassigned();

  /// False, and nothing is changed, if the group is with a core that is not unassigned().
  static bool attach(Group & group, Core & core, bool manual);
  static void detach(Group & group);
  static void detach_with_node(Group & group);
  /// attach() and detach() of entities.
  static void add(Group & group, const std::shared_ptr<Entity> & entity);
  static void remove(Entity & entity) noexcept;

  /// Makes the caller the one that spins, with `threads` threads in all: false if there is one. A
  /// blocking spin uses up an earlier cancel().
  bool begin_spin(bool blocking, std::size_t threads);
  void end_spin();
  /// True from begin_spin() to end_spin(), or as long as a user's own executor says so, which
  /// stop() takes back.
  std::atomic<bool> & spinning() { return spinning_; }
  bool is_spinning() const { return spinning_.load(std::memory_order_acquire); }
  void wait_until_not_spinning() { spinning_.wait(true); }
  /// Ends the spin that runs; if none does, the next blocking one if `remember`.
  void stop(bool remember);
  /// Of a user's own executor, before it takes an item: once stopped, there are none until it spins
  /// again.
  void resume();
  /// Lets a parked thread return from Worker::run_one().
  void poke();

  /// Items that were taken, ever. Written with the lock, read by anybody.
  std::uint64_t taken() const { return taken_.load(std::memory_order_relaxed); }

private:
  friend class CoreLock;

  explicit Core(bool is_run = true) : guarded_(is_run) {}

  PiMutex mutex_;
  Guarded guarded_;
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<bool> spinning_{false};
  std::atomic<std::uint32_t> departures_{0};  // of groups, counted for release()
};

/// Holds the lock of a core, and is the only way to what that guards. Wakes a parked thread, after
/// unlocking, if what was done with the lock made work for one.
class CoreLock
{
public:
  explicit CoreLock(Core & core) : core_(&core) { core_->mutex_.lock(); }
  /// Notes whether the thread waited for the lock in the kernel.
  CoreLock(Core & core, bool & waited) : core_(&core)
  {
    waited = !core_->mutex_.try_lock() && !core_->mutex_.try_lock_briefly();
    if (waited) {
      core_->mutex_.lock();
    }
  }
  /// Of the core that the entity's group, or the group, is with.
  explicit CoreLock(const Entity & entity);
  explicit CoreLock(Group & group);
  CoreLock(const CoreLock &) = delete;
  CoreLock & operator=(const CoreLock &) = delete;
  ~CoreLock() { unlock(); }

  /// Lets the lock go until its end.
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

  // ReadySet's functions, for an entity of this core.

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
  void fire_due();
  EntityState * take(std::int64_t newest);
  void finish(Group & group);

  // Threads.

  /// One parked thread is woken after unlocking, if one has something to do.
  void wake_one()
  {
    // While one stands aside those awake are quicker alone.
    if (!core_->guarded_.aside && !core_->guarded_.parked.is_empty() && !to_wake_) {
      to_wake_ = call_one();
    }
  }
  void wake_all();

  /// Around ParkingSpot::park(): returns until when to sleep.
  Due begin_parking(ParkingSpot & spot, std::int64_t deadline);
  void end_parking(ParkingSpot & spot);

  /// The same for a thread on the advice of its governor; one at a time.
  void begin_standing_aside(ParkingSpot & spot);
  void end_standing_aside(ParkingSpot & spot);
  /// No work is left that the others are quicker at: who stands aside may be woken for work.
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
