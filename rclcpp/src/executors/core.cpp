// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How an entity becomes ready and how it is removed; moving groups and entities between cores,
// spinning and stopping, waking threads.
#include "executors/core.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "executors/worker.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::executors::detail
{

namespace
{

// The cores that no executor uses. Never destroyed: threads may outlive static objects.
struct Pool
{
  std::mutex mutex;  // guards the members below
  std::size_t count = 0;
  std::vector<Core *> free;
};

Pool & pool()
{
  static Pool & instance = *new Pool;
  return instance;
}

// The reference to an entity of `group` that the one thread of a core may be letting go, without
// counting that. Another core would take it for a user's. Made with the locks; waited for without.
class UncountedRelease
{
public:
  UncountedRelease(CoreLock & lock, const Group & group)
  {
    const EntityState * const entity = letting_go(lock);
    // One that is gone is no member.
    if (
      entity &&
      std::find(group.members.begin(), group.members.end(), entity) != group.members.end()) {
      core_ = &lock.core();
      taken_ = core_->taken();
      entity_ = entity->handle.owner();
    }
  }

  /// Short: for as long as that thread needs to come to its next callback. It is not waited for
  /// if it destroys the entity, which is a user's code.
  void wait() const
  {
    while (core_ && !entity_.expired() && is_under_way()) {
      // That thread may have a lower priority.
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

private:
  static const EntityState * letting_go(CoreLock & lock)
  {
    return lock->alone ? lock->alone->letting_go() : nullptr;
  }

  bool is_under_way() const
  {
    CoreLock lock(*core_);
    return core_->taken() == taken_ && letting_go(lock);
  }

  Core * core_ = nullptr;
  std::uint64_t taken_ = 0;
  std::weak_ptr<void> entity_;
};

}  // namespace

Core & Core::unassigned()
{
  static Core & instance = *new Core(false);
  return instance;
}

Core & Core::acquire()
{
  Pool & cores = pool();
  std::lock_guard lock(cores.mutex);
  if (cores.free.empty()) {
    ++cores.count;
    cores.free.reserve(cores.count);  // so that release() allocates nothing
    return *new Core;
  }
  Core & core = *cores.free.back();
  cores.free.pop_back();
  return core;
}

void Core::release(Core & core)
{
  for (;;) {
    // Destroyed without the lock if this is the last reference.
    std::shared_ptr<CallbackGroup> group;
    std::uint32_t departures;
    {
      CoreLock lock(core);
      departures = core.departures_.load(std::memory_order_relaxed);
      if (lock->ready.groups().empty()) {
        lock->stop = false;
        lock->cancelled = false;
        break;
      }
      group = lock->ready.groups().back()->owner->weak_from_this().lock();
    }
    if (group) {
      group->leave_executor();
    } else {
      // Its destructor is about to leave, perhaps on a thread of lower priority: sleep until then.
      core.departures_.wait(departures);
    }
  }
  Pool & cores = pool();
  std::lock_guard lock(cores.mutex);
  cores.free.push_back(&core);
}

// Groups and entities

bool Core::attach(Group & group, Core & core, bool manual)
{
  CoreLock lock_unassigned(unassigned());
  if (!lock_unassigned.has(group)) {
    return false;
  }
  CoreLock lock(core);
  group.manual = manual;
  group.left_with_node.store(nullptr);
  lock->ready.add(group);
  group.core.store(&core, std::memory_order_release);
  lock.wake_one();
  return true;
}

bool Core::detach(Group & group)
{
  std::optional<UncountedRelease> release;
  {
    CoreLock lock_unassigned(unassigned());
    if (lock_unassigned.has(group)) {
      return false;
    }
    Core & core = *group.core.load(std::memory_order_relaxed);
    CoreLock lock(core);
    release.emplace(lock, group);
    lock->ready.remove(group);
    group.core.store(&unassigned(), std::memory_order_release);
    core.departures_.fetch_add(1, std::memory_order_release);
    core.departures_.notify_all();
  }
  release->wait();
  return true;
}

bool Core::detach_with_node(Group & group)
{
  {
    CoreLock lock_unassigned(unassigned());
    if (lock_unassigned.has(group)) {
      return false;
    }
    group.left_with_node.store(group.manual ? group.core.load(std::memory_order_relaxed) : nullptr);
  }
  return detach(group);
}

void Core::add(Group & group, const std::shared_ptr<Entity> & entity)
{
  EntityState & state = EntityState::of(*entity);
  std::shared_ptr<CallbackGroup> owner = group.owner->shared_from_this();
  CoreLock lock_unassigned(unassigned());
  std::optional<CoreLock> lock_group;
  if (!lock_unassigned.has(group)) {
    lock_group.emplace(*group.core.load(std::memory_order_relaxed));
  }
  CoreLock & lock = lock_group ? *lock_group : lock_unassigned;
  if (state.group.load(std::memory_order_relaxed)) {
    throw std::invalid_argument("the entity belongs to a callback group already");
  }
  std::erase(state.groups, owner);
  state.groups.push_back(std::move(owner));
  state.handle.set_owner(entity);
  lock->ready.add(state, group);
  lock.wake_one();
}

void Core::remove(Entity & entity) noexcept
{
  std::optional<UncountedRelease> release;
  {
    CoreLock lock_unassigned(unassigned());
    EntityState & state = EntityState::of(entity);
    Group * group = state.group.load(std::memory_order_relaxed);
    if (!group) {
      return;
    }
    if (lock_unassigned.has(*group)) {
      lock_unassigned->ready.remove(state);
      return;
    }
    CoreLock lock(*group->core.load(std::memory_order_relaxed));
    release.emplace(lock, *group);
    lock->ready.remove(state);
  }
  release->wait();
}

// Spinning

bool Core::begin_spin(bool blocking, std::size_t threads)
{
  CoreLock lock(*this);
  if (spinning_.load(std::memory_order_relaxed)) {
    return false;
  }
  lock->parked.reserve(threads);  // so that a parking thread allocates nothing
  spinning_.store(true, std::memory_order_relaxed);
  lock->begun = true;
  lock->stop = blocking && lock->cancelled;
  if (blocking) {
    lock->cancelled = false;
  }
  return true;
}

void Core::end_spin()
{
  {
    CoreLock lock(*this);
    lock->begun = false;
    lock->stop = false;
    spinning_.store(false, std::memory_order_release);
  }
  spinning_.notify_all();
}

void Core::stop(bool remember)
{
  CoreLock lock(*this);
  if (spinning_.load(std::memory_order_relaxed)) {
    lock->stop = true;
    if (!lock->begun) {
      spinning_.store(false, std::memory_order_release);
      spinning_.notify_all();
    }
    lock.wake_all();
  } else if (remember) {
    lock->cancelled = true;
  }
}

void Core::resume()
{
  CoreLock lock(*this);
  if (!lock->begun && spinning_.load(std::memory_order_acquire)) {
    lock->stop = false;  // stop() had reset spinning_, so this spin began after it
  }
}

void Core::poke()
{
  CoreLock lock(*this);
  ++lock->pokes;
  lock.wake_all();
}

// Functions that hold the lock

void CoreLock::fire_due(bool has_slept)
{
  ReadySet & ready = core_->guarded_.ready;
  const std::int64_t most_delay = has_slept ? most_start_delay : 0;
  if (ready.has_steady_timers()) {
    ready.fire_steady(steady_now(), most_delay);
  }
  if (ready.has_system_timers()) {
    const std::int64_t system = system_now();
    if (ready.next_due().system <= system) {
      ready.fire_system(system, steady_now() - system, most_delay);
    }
  }
}

ParkingSpot * CoreLock::call_one()
{
  Core::Guarded & core = core_->guarded_;
  if (core.ready.has_ready()) {
    return core.parked.call_one();
  }
  if (!core.ready.has_steady_timers() && !core.ready.has_system_timers()) {
    return nullptr;
  }
  if (!core.parked.has_timekeeper()) {
    return core.parked.call_one();
  }
  const bool is_earlier = to_steady(core.ready.next_due()) < core.parked.timekeeper_until();
  return is_earlier ? core.parked.call_timekeeper() : nullptr;
}

void CoreLock::wake_all()
{
  Core::Guarded & core = core_->guarded_;
  if (core.aside) {
    core.aside->call();
    ParkingSpot::wake(std::exchange(core.aside, nullptr));
  }
  while (ParkingSpot * spot = core.parked.call_one()) {
    ParkingSpot::wake(spot);
  }
}

Due CoreLock::begin_parking(ParkingSpot & spot, std::int64_t deadline)
{
  Core::Guarded & core = core_->guarded_;
  Due until;
  spot.prepare();
  core.parked.add(spot);
  if (!core.parked.has_timekeeper()) {
    until = core.ready.next_due();
    core.parked.keep_time(spot, std::min(deadline, to_steady(until)));
  }
  until.steady = std::min(until.steady, deadline);
  --core.awake;
  return until;
}

void CoreLock::end_parking(ParkingSpot & spot)
{
  ++core_->guarded_.awake;
  core_->guarded_.parked.remove(spot);
}

void CoreLock::begin_standing_aside(ParkingSpot & spot)
{
  spot.prepare();
  core_->guarded_.aside = &spot;
  --core_->guarded_.awake;
}

void CoreLock::let_aside_be_woken()
{
  if (ParkingSpot * aside = std::exchange(core_->guarded_.aside, nullptr)) {
    core_->guarded_.parked.add(*aside);
  }
}

void CoreLock::end_standing_aside(ParkingSpot & spot)
{
  Core::Guarded & core = core_->guarded_;
  ++core.awake;
  if (core.aside == &spot) {
    core.aside = nullptr;
  } else {
    core.parked.remove(spot);  // the others have parked, or shall stop
  }
}

// Entities

Entity::Entity() : state_(std::make_unique<EntityState>(this))
{
}

Entity::~Entity()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(state_);
  } else {
    leave();
  }
}

void Entity::ready(std::int64_t stamp_ns) noexcept
{
  notify_watcher();
  // A thread that takes the entity clears `queued` before it looks for items. Therefore it finds
  // this item, or this thread finds `queued` cleared.
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

void Entity::notify_watcher() const noexcept
{
  // Sequentially consistent, as the stores of watch() and ParkingSpot::prepare(): a wait set that
  // missed the item, because it looked before, is seen here or has been notified by its add().
  if (ParkingSpot * watcher = state_->watcher.load(std::memory_order_seq_cst)) [[unlikely]] {
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
  if (rmw::is_forked_copy()) {
    return;  // a thread of the parent process may have held the lock
  }
  CoreLock lock(*this);
  if (state_->group.load(std::memory_order_relaxed)) {
    lock->ready.remove(*state_);
  }
}

}  // namespace rclcpp::executors::detail
