// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a spinning thread does: take the next item, run it, give its group back, sleep.
#include <sys/prctl.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "executors/core.hpp"
#include "executors/future_watch.hpp"

namespace rclcpp::executors::detail
{

thread_local constinit std::int64_t Worker::lateness_ = 0;

Worker::Worker(Core & core, bool alone, bool yield_before_execute)
: core_(core),
  alone_(alone),
  yield_before_execute_(yield_before_execute)
{
  std::lock_guard<PiMutex> lock(core_.mutex);
  pokes_seen_ = core_.pokes_;
  ++core_.awake_;
}

Worker::~Worker()
{
  lock_and_finish();
  --core_.awake_;
  Sleeper * sleeper = core_.sleeper_to_wake();
  core_.mutex.unlock();
  if (sleeper) {
    Sleeper::wake(sleeper);
  }
  if (precise_) {
    ::prctl(PR_SET_TIMERSLACK, former_slack_, 0, 0, 0);
  }
}

// Takes an item; `executed` if it got one. Inlined into run_one(), which each item goes through.
[[gnu::always_inline]] inline Worker::Outcome Worker::acquire(
  std::int64_t deadline, std::int64_t newest)
{
  const bool waited = lock_and_finish();
  if (!alone_) {
    const ContentionGovernor::Turn turn{
      .taken = core_.taken_.load(std::memory_order_relaxed),
      .alternated = std::exchange(core_.latest_, this) != this,
      .waited = waited,
      .is_contest = core_.awake_ > 1 && !core_.ready_.empty(),
      .other_parks = core_.napper_ != nullptr};
    if (governor_.on_turn(turn, steady_now) == ContentionGovernor::Decision::park) [[unlikely]] {
      step_aside(deadline);
    }
  }
  for (;;) {
    if (core_.stop_) {
      core_.mutex.unlock();
      return Outcome::stopped;
    }
    core_.fire_due();
    if (take(newest)) {
      break;
    }
    const bool poked = core_.pokes_ != pokes_seen_;
    if (poked || deadline == 0 || (deadline != for_ever && steady_now() >= deadline)) {
      pokes_seen_ = core_.pokes_;
      core_.mutex.unlock();
      return Outcome::idle;
    }
    if (Sleeper * napper = std::exchange(core_.napper_, nullptr)) {
      // There is no work left that the others are quicker at: now it can be woken like us.
      napper->listed = true;
      core_.sleepers_.push_back(napper);
    }
    sleep(deadline);
  }
  // What spin_some() causes is not for spin_some(), so it is never older than its call.
  taken_lateness_ = deadline == 0 ? 0 : entity_->lateness_;
  Sleeper * next = core_.sleeper_to_wake();
  core_.mutex.unlock();
  if (next) {
    Sleeper::wake(next);
  }
  unpin_.reset();
  return Outcome::executed;
}

Worker::Outcome Worker::run_one(std::int64_t deadline, std::int64_t newest)
{
  for (;;) {
    const Outcome outcome = acquire(deadline, newest);
    if (outcome != Outcome::executed || execute(taken_lateness_)) {
      return outcome;
    }
  }
}

Worker::Outcome Worker::take_one(std::int64_t deadline)
{
  return acquire(deadline, for_ever);
}

bool Worker::execute_taken()
{
  return entity_ && execute(taken_lateness_);
}

Worker::Outcome Worker::wait(std::int64_t deadline)
{
  lock_and_finish();
  for (;;) {
    Outcome outcome = Outcome::idle;
    core_.fire_due();
    if (core_.stop_) {
      outcome = Outcome::stopped;
    } else if (core_.pick(for_ever)) {
      outcome = Outcome::executed;
    } else if (
      core_.pokes_ == pokes_seen_ && deadline != 0 &&
      (deadline == for_ever || steady_now() < deadline)) {
      sleep(deadline);
      continue;
    }
    pokes_seen_ = core_.pokes_;
    core_.mutex.unlock();
    return outcome;
  }
}

void Worker::give_back(Core & core, Group & group)
{
  --group.running;
  if (group.exclusive) {
    group.owner.can_be_taken_from_.store(true, std::memory_order_relaxed);
    if (!group.ready.empty() && !core.is_limbo_) {
      core.place(group);
    }
  } else {
    disengage(core, group);
  }
}

bool Worker::lock_and_finish()
{
  const bool waited = !core_.mutex.try_lock() && !core_.mutex.try_lock_briefly();
  if (waited) {
    core_.mutex.lock();
  }
  if (!running_) {
    return waited;
  }
  if (running_->core.load(std::memory_order_relaxed) == &core_) {
    give_back(core_, *running_);
  } else {
    // The callback, or another thread meanwhile, gave the group to another executor.
    core_.mutex.unlock();
    Sleeper * sleeper;
    {
      Hold hold(*running_);
      give_back(hold.core(), *running_);
      sleeper = hold.core().sleeper_to_wake();
    }
    if (sleeper) {
      Sleeper::wake(sleeper);
    }
    core_.mutex.lock();
  }
  running_ = nullptr;
  return waited;
}

bool Worker::take(std::int64_t newest)
{
  while (Group * group = core_.pick(newest)) {
    Entity & entity = *group->ready.top();
    group->ready.erase(entity);
    if (group->exclusive || is_kept(entity) || entity.engaged_.load(std::memory_order_relaxed) == 0) {
      entity.queued_.exchange(false, std::memory_order_seq_cst);
      entity_ = entity.self_.lock();
    } else {
      core_.postpone(entity, *group);
    }
    if (entity_) {
      if (!group->exclusive) {
        engage(entity, *group);
      }
      ++group->running;
      core_.taken_.store(
        core_.taken_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      running_ = group;
      if (pin_.get() != &group->owner) {
        unpin_ = std::move(pin_);
        pin_ = entity.groups_.back();
      }
    }
    if (group->ready.empty() || (entity_ && group->exclusive)) {
      core_.ready_.erase(*group);
    } else {
      core_.ready_.update(*group);
    }
    if (entity_) {
      if (group->exclusive) {
        group->owner.can_be_taken_from_.store(false, std::memory_order_relaxed);
      }
      return true;
    }
  }
  return false;
}

// A thread of a reentrant group is engaged from taking an entity until it comes for more work: without the lock it lets go of
// its reference somewhere in between. So if there are more references than engaged threads, a user has one. If not, either no
// user has one, or some thread has let go and not yet come: that is known when it comes, so until then the entity waits.

void Worker::engage(Entity & entity, Group & group)
{
  entity.engaged_.fetch_add(1, std::memory_order_seq_cst);
  engaged_ = &entity;
  next_visitor_ = std::exchange(group.visitors, this);
}

// With the lock. Looks at those whose owners were not known: they may be now.
void Worker::disengage(Core & core, Group & group)
{
  Worker ** visitor = &group.visitors;
  while (*visitor != this) {
    visitor = &(*visitor)->next_visitor_;
  }
  *visitor = next_visitor_;
  if (engaged_) {
    engaged_->engaged_.fetch_sub(1, std::memory_order_seq_cst);
    engaged_ = nullptr;
  }
  for (std::size_t i = group.postponed.size(); i-- > 0;) {
    Entity & entity = *group.postponed[i];
    if (is_kept(entity)) {
      core.dequeue(entity);
      core.enqueue(entity, entity.stamp_, entity.lateness_);
    }
  }
}

bool Worker::is_kept(const Entity & entity)
{
  return entity.self_.use_count() > entity.engaged_.load(std::memory_order_seq_cst);
}

// Whether the callback must not begin, now that this thread has its reference. If nobody else is engaged, the rest are users'.
bool Worker::is_dropped()
{
  if (entity_->engaged_.load(std::memory_order_seq_cst) == 1) {
    return entity_.use_count() == 1;
  }
  Hold hold(*running_);
  if (!engaged_ || is_kept(*entity_)) {
    return false;
  }
  if (entity_->place_ == Entity::nowhere) {
    hold.core().postpone(*entity_, *running_);
  }
  return true;
}

bool Worker::execute(std::int64_t lateness)
{
  struct Release
  {
    ~Release()
    {
      lateness_ = outer_lateness;
      worker.entity_.reset();  // may destroy it: the user dropped it meanwhile
    }
    Worker & worker;
    const std::int64_t outer_lateness;  // of a callback that spins another executor
  } release{*this, std::exchange(lateness_, lateness)};
  if (running_->exclusive ? entity_.use_count() == 1 : is_dropped()) {
    return false;  // by the user, before its turn came
  }
  if (yield_before_execute_) {
    std::this_thread::yield();
  }
  if (!entity_->execute_one()) {
    return false;
  }
  FutureWatch::look();
  return true;
}

void Worker::sleep(std::int64_t deadline)
{
  Due until;
  sleeper_.woken.store(0, std::memory_order_relaxed);
  sleeper_.listed = true;
  core_.sleepers_.push_back(&sleeper_);
  if (!core_.timekeeper_) {
    until = core_.next_due();
    core_.timekeeper_ = &sleeper_;
    core_.timekeeper_until_ = std::min(deadline, to_steady(until));
  }
  until.steady = std::min(until.steady, deadline);
  --core_.awake_;
  core_.mutex.unlock();
  pin_.reset();
  if (until.steady != Due::never || until.system != Due::never) {
    be_precise();
  }
  sleeper_.sleep(until);
  core_.mutex.lock();
  ++core_.awake_;
  unlist();
}

void Worker::unlist()
{
  if (sleeper_.listed) {
    core_.sleepers_.erase(std::find(core_.sleepers_.begin(), core_.sleepers_.end(), &sleeper_));
    sleeper_.listed = false;
    if (core_.timekeeper_ == &sleeper_) {
      core_.timekeeper_ = nullptr;
    }
  }
}

// Without the lock; `until` in steady time is late by less than the kernel would like.
void Worker::be_precise()
{
  if (!precise_) {
    // By default the kernel lets an ordinary thread sleep 50 µs longer than it asked for.
    former_slack_ = ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    precise_ = former_slack_ > 0 && ::prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) == 0;
  }
}

// On the advice of the governor. One thread at a time does; others who are told to sleep.
void Worker::step_aside(std::int64_t deadline)
{
  if (core_.napper_) {
    sleep(deadline);
    return;
  }
  sleeper_.woken.store(0, std::memory_order_relaxed);
  core_.napper_ = &sleeper_;
  --core_.awake_;
  core_.mutex.unlock();
  pin_.reset();
  be_precise();
  bool again;
  do {
    const std::int64_t start = steady_now();
    const std::uint64_t taken = core_.taken_.load(std::memory_order_relaxed);
    sleeper_.sleep({.steady = start + ContentionGovernor::interval_ns});
    const std::uint64_t items = core_.taken_.load(std::memory_order_relaxed) - taken;
    again = governor_.stay_parked(steady_now() - start, items);
  } while (again && sleeper_.woken.load(std::memory_order_relaxed) == 0);
  core_.mutex.lock();
  ++core_.awake_;
  if (core_.napper_ == &sleeper_) {
    core_.napper_ = nullptr;
  } else {
    unlist();  // the others went to sleep, or shall stop
  }
  governor_.on_return();
}

}  // namespace rclcpp::executors::detail
