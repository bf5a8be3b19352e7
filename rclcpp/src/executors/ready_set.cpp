// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The order in which entities are taken.
#include "executors/ready_set.hpp"

#include <algorithm>

namespace rclcpp::executors::detail
{

namespace
{

// A group has many timers if many coroutines or streams wait in it, so each member knows its place.
template <auto Place, typename T>
void insert_into(std::vector<T *> & items, T & item)
{
  item.*Place = items.size();
  items.push_back(&item);
}

template <auto Place, typename T>
void erase_from(std::vector<T *> & items, T & item)
{
  items.back()->*Place = item.*Place;
  items[item.*Place] = items.back();
  items.pop_back();
  item.*Place = EntityState::nowhere;
}

}  // namespace

// Groups

void ReadySet::add(Group & group)
{
  groups_.push_back(&group);
  ready_.reserve(groups_.size());
  timer_count_ += group.timers.size();
  reserve_timers();
  for (TimerState * timer : group.timers) {
    if (timer->armed) {
      arm(*timer, timer->due, timer->time_base);
    }
  }
  if (group.may_run()) {
    place(group);
  }
}

void ReadySet::remove(Group & group)
{
  for (TimerState * timer : group.timers) {
    if (timer->armed) {
      disarm(*timer);
      timer->armed = true;  // in whichever set the group comes next
    }
  }
  timer_count_ -= group.timers.size();
  if (ready_.contains(group)) {
    ready_.erase(group);
  }
  std::erase(groups_, &group);
}

void ReadySet::place(Group & group)
{
  if (ready_.contains(group)) {
    ready_.update(group);
  } else {
    group.order = next_order_++;
    ready_.push(group);
  }
}

// Entities

void ReadySet::add(EntityState & entity, Group & group)
{
  insert_into<&EntityState::place_in_group>(group.members, entity);
  group.ready.reserve(group.members.size());
  entity.group.store(&group, std::memory_order_release);
  if (TimerState * timer = entity.timer) {
    insert_into<&TimerState::place_in_group>(group.timers, *timer);
    if (is_run_) {
      ++timer_count_;
      reserve_timers();
    }
    if (timer->armed) {
      arm(*timer, timer->due, timer->time_base);
    }
  }
  if (entity.queued.load(std::memory_order_relaxed)) {
    enqueue(entity, entity.stamp, entity.start_delay);
  }
}

void ReadySet::remove(EntityState & entity)
{
  Group & group = *entity.group.load(std::memory_order_relaxed);
  dequeue(entity);
  erase_from<&EntityState::place_in_group>(group.members, entity);
  if (entity.timer && entity.timer->place_in_group != EntityState::nowhere) {
    erase_from<&TimerState::place_in_group>(group.timers, *entity.timer);
    disarm(*entity.timer);
    timer_count_ -= is_run_ ? 1 : 0;
  }
  entity.group.store(nullptr, std::memory_order_release);
}

bool ReadySet::enqueue(EntityState & entity, std::int64_t stamp, std::int64_t start_delay)
{
  Group * group = entity.group.load(std::memory_order_relaxed);
  entity.queued.store(true, std::memory_order_relaxed);
  const bool in_group = entity.place != EntityState::nowhere;
  if (in_group && stamp >= entity.stamp) {
    return false;
  }
  entity.stamp = stamp;
  entity.start_delay = start_delay;
  if (!group) {
    return false;  // add() will test `queued`
  }
  if (in_group) {
    group->ready.update(entity);
  } else {
    entity.order = group->next_order++;
    group->ready.push(entity);
  }
  if (!is_run_ || !group->may_run()) {
    return false;
  }
  place(*group);
  return true;
}

void ReadySet::dequeue(EntityState & entity)
{
  entity.queued.store(false, std::memory_order_relaxed);
  if (entity.place == EntityState::nowhere) {
    return;
  }
  Group & group = *entity.group.load(std::memory_order_relaxed);
  group.ready.erase(entity);
  if (ready_.contains(group)) {
    if (group.ready.empty()) {
      ready_.erase(group);
    } else {
      ready_.update(group);
    }
  }
}

EntityState * ReadySet::take(std::int64_t newest)
{
  while (!ready_.empty() && ready_.top()->stamp() <= newest) {
    Group & group = *ready_.top();
    EntityState & entity = *group.ready.top();
    group.ready.erase(entity);
    // Pairs with the exchange in Entity::ready(): execute_one() looks for items after this.
    entity.queued.exchange(false, std::memory_order_seq_cst);
    const bool taken = entity.handle.begin();
    group.running += taken ? 1 : 0;
    if (group.may_run()) {
      ready_.update(group);
    } else {
      ready_.erase(group);
    }
    if (taken) {
      return &entity;
    }
  }
  return nullptr;
}

void ReadySet::finish(Group & group)
{
  --group.running;
  if (group.exclusive && is_run_ && !group.ready.empty()) {
    place(group);
  }
}

// Timers

void ReadySet::reserve_timers()
{
  steady_timers_.reserve(timer_count_);
  system_timers_.reserve(timer_count_);
}

void ReadySet::arm(TimerState & timer, std::int64_t due, TimeBase time_base)
{
  disarm(timer);
  timer.due = due;
  timer.time_base = time_base;
  timer.armed = true;
  if (!is_run_ || !timer.state.group.load(std::memory_order_relaxed)) {
    return;
  }
  if (time_base == TimeBase::steady) {
    steady_timers_.push(timer);
  } else if (time_base == TimeBase::system) {
    system_timers_.push(timer);
  }
}

void ReadySet::disarm(TimerState & timer)
{
  timer.armed = false;
  if (timer.place_in_timers != EntityState::nowhere) {
    (timer.time_base == TimeBase::steady ? steady_timers_ : system_timers_).erase(timer);
  }
}

Due ReadySet::next_due() const
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

void ReadySet::fire(
  Timers & timers, std::int64_t now_ns, std::int64_t to_steady_ns, std::int64_t most_delay)
{
  while (!timers.empty() && timers.top()->due <= now_ns) {
    TimerState & timer = *timers.top();
    timers.erase(timer);
    timer.armed = false;
    const Group & group = *timer.state.group.load(std::memory_order_relaxed);
    const std::int64_t delay = group.is_blocked() ? 0 : std::min(now_ns - timer.due, most_delay);
    enqueue(timer.state, timer.due + to_steady_ns, delay);
  }
}

}  // namespace rclcpp::executors::detail
