// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine's state: what is ready, who sleeps, which groups belong to it.
#include "executors/core.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace rclcpp::executors::detail
{

namespace
{

// Cores that no executor uses. Never destroyed: threads may outlive static objects.
struct Pool
{
  std::mutex mutex;
  std::vector<std::unique_ptr<Core>> all;
  std::vector<Core *> free;
};

Pool & pool()
{
  static Pool & instance = *new Pool;
  return instance;
}

// What a late thread's callbacks cause goes before what came from elsewhere by no more than this.
constexpr std::int64_t most_lateness = 1'000'000;

template <typename T>
void erase_one(std::vector<T *> & items, const T * item)
{
  const auto found = std::find(items.begin(), items.end(), item);
  if (found != items.end()) {
    *found = items.back();
    items.pop_back();
  }
}

}  // namespace

std::int64_t to_steady(const Due & due) noexcept
{
  if (due.system == Due::never) {
    return due.steady;
  }
  const std::int64_t in = due.system - system_now();  // read first: rather late by a few ns than too early
  return std::min(due.steady, steady_now() + in);
}

Core & Core::limbo()
{
  static Core & instance = *[] {
    auto * core = new Core;
    core->is_limbo_ = true;
    return core;
  }();
  return instance;
}

Core & Core::acquire()
{
  Pool & cores = pool();
  std::lock_guard<std::mutex> lock(cores.mutex);
  if (cores.free.empty()) {
    cores.all.push_back(std::make_unique<Core>());
    cores.free.reserve(cores.all.size());
    return *cores.all.back();
  }
  Core & core = *cores.free.back();
  cores.free.pop_back();
  return core;
}

void Core::release(Core & core)
{
  for (;;) {
    std::shared_ptr<CallbackGroup>
      group;  // destroyed, if we have the last reference, without the lock
    bool dying = false;
    {
      std::lock_guard<PiMutex> lock(core.mutex);
      if (core.groups_.empty()) {
        break;
      }
      group = core.groups_.back()->owner.weak_from_this().lock();
      dying = !group;
    }
    if (group) {
      group->leave_executor();
    } else if (dying) {
      std::this_thread::yield();  // its destructor is about to leave
    }
  }
  {
    std::lock_guard<PiMutex> lock(core.mutex);
    core.stop_ = false;
    core.cancelled_ = false;
  }
  Pool & cores = pool();
  std::lock_guard<std::mutex> lock(cores.mutex);
  cores.free.push_back(&core);
}

// Ready entities and groups

bool Core::enqueue(Entity & entity, std::int64_t stamp, std::int64_t lateness)
{
  Group * group = entity.group_.load(std::memory_order_relaxed);
  entity.queued_.store(true, std::memory_order_relaxed);
  if (entity.place_ != Entity::nowhere) {
    if (stamp >= entity.stamp_) {
      return false;
    }
    entity.stamp_ = stamp;
    entity.lateness_ = lateness;
    group->ready.update(entity);
  } else if (entity.postponed_) {
    entity.stamp_ = std::min(entity.stamp_, stamp);
    return false;
  } else {
    entity.stamp_ = stamp;
    entity.lateness_ = lateness;
    if (!group) {
      return false;  // add() will look at queued_
    }
    entity.order_ = group->next_order++;
    group->ready.push(entity);
  }
  if (is_limbo_ || (group->exclusive && group->running > 0)) {
    return false;
  }
  place(*group);
  return true;
}

// It is ready and in no heap until Worker::disengage() knows more.
void Core::postpone(Entity & entity, Group & group)
{
  entity.queued_.store(true, std::memory_order_relaxed);
  if (!entity.postponed_) {
    entity.postponed_ = true;
    group.postponed.push_back(&entity);
  }
}

void Core::dequeue(Entity & entity)
{
  entity.queued_.store(false, std::memory_order_relaxed);
  if (entity.postponed_) {
    entity.postponed_ = false;
    erase_one(entity.group_.load(std::memory_order_relaxed)->postponed, &entity);
    return;
  }
  if (entity.place_ == Entity::nowhere) {
    return;
  }
  Group & group = *entity.group_.load(std::memory_order_relaxed);
  group.ready.erase(entity);
  if (ready_.contains(group)) {
    if (group.ready.empty()) {
      ready_.erase(group);
    } else {
      ready_.update(group);
    }
  }
}

void Core::place(Group & group)
{
  if (ready_.contains(group)) {
    ready_.update(group);
  } else {
    group.order = next_order_++;
    ready_.push(group);
  }
}

Group * Core::pick(std::int64_t newest)
{
  return ready_.empty() || ready_.top()->stamp() > newest ? nullptr : ready_.top();
}

// Timers

void Core::arm(ClockedEntity & timer, std::int64_t due, TimeBase time_base)
{
  disarm(timer);
  timer.due = due;
  timer.time_base = time_base;
  timer.armed = true;
  if (is_limbo_ || !timer.group_.load(std::memory_order_relaxed)) {
    return;
  }
  if (time_base == TimeBase::steady) {
    steady_timers_.push(timer);
  } else if (time_base == TimeBase::system) {
    system_timers_.push(timer);
  }
}

void Core::disarm(ClockedEntity & timer)
{
  timer.armed = false;
  if (timer.place_in_timers != ClockedEntity::not_in_timers) {
    (timer.time_base == TimeBase::steady ? steady_timers_ : system_timers_).erase(timer);
  }
}

void Core::fire_due()
{
  const auto fire = [this](auto & timers, std::int64_t now, std::int64_t to_steady) {
    while (!timers.empty() && timers.top()->due <= now) {
      ClockedEntity & timer = *timers.top();
      timers.erase(timer);
      timer.armed = false;
      enqueue(timer, timer.due + to_steady, std::min(now - timer.due, most_lateness));
    }
  };
  if (!steady_timers_.empty()) {
    fire(steady_timers_, steady_now(), 0);
  }
  if (!system_timers_.empty()) {
    const std::int64_t system = system_now();
    if (system_timers_.top()->due <= system) {
      fire(system_timers_, system, steady_now() - system);
    }
  }
}

Due Core::next_due() const
{
  Due next;
  if (!steady_timers_.empty()) {
    next.steady = steady_timers_.top()->due;
  }
  if (!system_timers_.empty()) {
    next.system = system_timers_.top()->due;
  }
  return next;
}

// Sleeping threads

Sleeper * Core::take_sleeper()
{
  if (sleepers_.empty()) {
    return nullptr;
  }
  // The one that slept least has the warmest cache; the timekeeper is left to its timer while there are others.
  std::size_t i = sleepers_.size() - 1;
  if (sleepers_[i] == timekeeper_ && i > 0) {
    --i;
  }
  Sleeper * sleeper = sleepers_[i];
  sleepers_[i] = sleepers_.back();
  sleepers_.pop_back();
  sleeper->listed = false;
  if (sleeper == timekeeper_) {
    timekeeper_ = nullptr;
  }
  sleeper->woken.store(1, std::memory_order_release);
  return sleeper;
}

Sleeper * Core::sleeper_to_wake()
{
  if (napper_ || sleepers_.empty()) {
    return nullptr;  // those awake are quicker alone
  }
  if (!ready_.empty()) {
    return take_sleeper();
  }
  if (steady_timers_.empty() && system_timers_.empty()) {
    return nullptr;
  }
  if (!timekeeper_) {
    return take_sleeper();
  }
  if (to_steady(next_due()) < timekeeper_until_) {
    Sleeper * sleeper = timekeeper_;
    erase_one(sleepers_, sleeper);
    timekeeper_ = nullptr;
    sleeper->listed = false;
    sleeper->woken.store(1, std::memory_order_release);
    return sleeper;
  }
  return nullptr;
}

void Core::wake_all()
{
  if (napper_) {
    napper_->woken.store(1, std::memory_order_release);
    Sleeper::wake(std::exchange(napper_, nullptr));
  }
  while (Sleeper * sleeper = take_sleeper()) {
    Sleeper::wake(sleeper);
  }
}

bool Core::begin_spin(bool blocking, std::size_t threads)
{
  std::lock_guard<PiMutex> lock(mutex);
  if (spinning_.load(std::memory_order_relaxed)) {
    return false;
  }
  sleepers_.reserve(threads);  // a thread that goes to sleep allocates nothing
  spinning_.store(true, std::memory_order_relaxed);
  begun_ = true;
  stop_ = blocking && cancelled_;
  if (blocking) {
    cancelled_ = false;
  }
  return true;
}

void Core::end_spin()
{
  {
    std::lock_guard<PiMutex> lock(mutex);
    begun_ = false;
    stop_ = false;
    spinning_.store(false, std::memory_order_release);
  }
  spinning_.notify_all();
}

void Core::stop(bool remember)
{
  std::lock_guard<PiMutex> lock(mutex);
  if (spinning_.load(std::memory_order_relaxed)) {
    stop_ = true;
    if (!begun_) {
      spinning_.store(false, std::memory_order_release);
      spinning_.notify_all();
    }
    wake_all();
  } else if (remember) {
    cancelled_ = true;
  }
}

void Core::resume()
{
  std::lock_guard<PiMutex> lock(mutex);
  if (!begun_ && spinning_.load(std::memory_order_acquire)) {
    stop_ = false;  // stop() had taken spinning_ back, so this is a spin that began after it
  }
}

void Core::poke()
{
  std::lock_guard<PiMutex> lock(mutex);
  ++pokes_;
  wake_all();
}

// Groups and entities

bool Core::attach(Group & group, Core & core, bool manual)
{
  Sleeper * sleeper = nullptr;
  {
    std::lock_guard<PiMutex> lock_limbo(limbo().mutex);
    if (group.core.load(std::memory_order_relaxed) != &limbo()) {
      return false;
    }
    std::lock_guard<PiMutex> lock(core.mutex);
    core.groups_.push_back(&group);
    core.ready_.reserve(core.groups_.size());
    core.timer_count_ += group.timers.size();
    core.steady_timers_.reserve(core.timer_count_);
    core.system_timers_.reserve(core.timer_count_);
    group.manual = manual;
    group.left_with_node.store(nullptr);
    group.core.store(&core, std::memory_order_release);
    for (ClockedEntity * timer : group.timers) {
      if (timer->armed) {
        core.arm(*timer, timer->due, timer->time_base);
      }
    }
    if (!group.ready.empty() && !(group.exclusive && group.running > 0)) {
      core.place(group);
    }
    sleeper = core.sleeper_to_wake();
  }
  if (sleeper) {
    Sleeper::wake(sleeper);
  }
  return true;
}

void Core::detach(Group & group)
{
  std::lock_guard<PiMutex> lock_limbo(limbo().mutex);
  Core & core = *group.core.load(std::memory_order_relaxed);
  if (core.is_limbo_) {
    return;
  }
  std::lock_guard<PiMutex> lock(core.mutex);
  for (ClockedEntity * timer : group.timers) {
    if (timer->armed) {
      core.disarm(*timer);
      timer->armed = true;
    }
  }
  core.timer_count_ -= group.timers.size();
  if (core.ready_.contains(group)) {
    core.ready_.erase(group);
  }
  erase_one(core.groups_, &group);
  group.core.store(&limbo(), std::memory_order_release);
}

void Core::detach_with_node(Group & group)
{
  {
    std::lock_guard<PiMutex> lock_limbo(limbo().mutex);
    Core & core = *group.core.load(std::memory_order_relaxed);
    if (core.is_limbo_) {
      return;
    }
    group.left_with_node.store(group.manual ? &core : nullptr);
  }
  detach(group);
}

void Core::add(Group & group, const std::shared_ptr<Entity> & shared)
{
  Entity & entity = *shared;
  std::shared_ptr<CallbackGroup> owner = group.owner.shared_from_this();
  Sleeper * sleeper = nullptr;
  {
    std::lock_guard<PiMutex> lock_limbo(limbo().mutex);
    Core & core = *group.core.load(std::memory_order_relaxed);
    std::unique_lock<PiMutex> lock;
    if (!core.is_limbo_) {
      lock = std::unique_lock<PiMutex>(core.mutex);
    }
    if (entity.group_.load(std::memory_order_relaxed)) {
      throw std::invalid_argument("the entity belongs to a callback group already");
    }
    entity.groups_.erase(
      std::remove(entity.groups_.begin(), entity.groups_.end(), owner), entity.groups_.end());
    entity.groups_.push_back(std::move(owner));
    entity.self_ = shared;
    group.members.push_back(&entity);
    group.ready.reserve(group.members.size());
    if (!group.exclusive) {
      group.postponed.reserve(group.ready.capacity());
    }
    entity.group_.store(&group, std::memory_order_release);
    if (auto * timer = dynamic_cast<ClockedEntity *>(&entity)) {
      group.timers.push_back(timer);
      if (!core.is_limbo_) {
        ++core.timer_count_;
        core.steady_timers_.reserve(core.timer_count_);
        core.system_timers_.reserve(core.timer_count_);
      }
      if (timer->armed) {
        core.arm(*timer, timer->due, timer->time_base);
      }
    }
    if (entity.queued_.load(std::memory_order_relaxed)) {
      core.enqueue(entity, entity.stamp_, entity.lateness_);
    }
    sleeper = core.sleeper_to_wake();
  }
  if (sleeper) {
    Sleeper::wake(sleeper);
  }
}

void Core::unlink(Entity & entity, Group & group)
{
  dequeue(entity);
  for (Worker * worker = group.visitors; worker; worker = worker->next_visitor_) {
    if (worker->engaged_ == &entity) {
      worker->engaged_ = nullptr;
    }
  }
  entity.engaged_.store(0, std::memory_order_relaxed);
  erase_one(group.members, &entity);
  const auto timer =
    std::find(group.timers.begin(), group.timers.end(), static_cast<const Entity *>(&entity));
  if (timer != group.timers.end()) {
    disarm(**timer);
    if (!is_limbo_) {
      --timer_count_;
    }
    group.timers.erase(timer);
  }
}

void Core::remove(Entity & entity) noexcept
{
  std::lock_guard<PiMutex> lock_limbo(limbo().mutex);
  Group * group = entity.group_.load(std::memory_order_relaxed);
  if (!group) {
    return;
  }
  Core & core = *group->core.load(std::memory_order_relaxed);
  std::unique_lock<PiMutex> lock;
  if (!core.is_limbo_) {
    lock = std::unique_lock<PiMutex>(core.mutex);
  }
  core.unlink(entity, *group);
  entity.group_.store(nullptr, std::memory_order_release);
}

}  // namespace rclcpp::executors::detail
