// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a spinning thread does: take the next item, run it, give its group back, sleep.
#include <sys/prctl.h>

#include <algorithm>
#include <thread>

#include "executors/core.hpp"
#include "executors/future_watch.hpp"

namespace rclcpp::executors::detail
{

Worker::Worker(Core & core, bool alone, bool yield_before_execute)
: core_(core), alone_(alone), yield_before_execute_(yield_before_execute)
{
  std::lock_guard<PiMutex> lock(core_.mutex);
  pokes_seen_ = core_.pokes_;
}

Worker::~Worker()
{
  lock_and_finish();
  Sleeper * sleeper = core_.sleeper_to_wake();
  core_.mutex.unlock();
  if (sleeper) {
    Sleeper::wake(sleeper);
  }
  if (precise_) {
    ::prctl(PR_SET_TIMERSLACK, former_slack_, 0, 0, 0);
  }
}

Worker::Outcome Worker::run_one(std::int64_t deadline, std::int64_t newest)
{
  for (;;) {
    lock_and_finish();
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
      sleep(deadline);
    }
    Sleeper * next = core_.sleeper_to_wake();
    core_.mutex.unlock();
    if (next) {
      Sleeper::wake(next);
    }
    unpin_.reset();
    if (execute()) {
      return Outcome::executed;
    }
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
  }
}

void Worker::lock_and_finish()
{
  if (alone_) {
    core_.mutex.lock();
  } else {
    core_.mutex.lock_patiently();
  }
  if (!running_) {
    return;
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
}

bool Worker::take(std::int64_t newest)
{
  while (Group * group = core_.pick(newest)) {
    Entity & entity = *group->ready.top();
    group->ready.erase(entity);
    entity.queued_.exchange(false, std::memory_order_seq_cst);
    entity_ = entity.self_.lock();
    if (entity_) {
      if (!group->exclusive) {
        entity.in_flight_.fetch_add(1, std::memory_order_relaxed);
      }
      ++group->running;
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

// True if only threads that run the entity hold it. They come under the lock; they go without it, first out of the count
// and then with their reference: so looking in the other order, with the lock, never takes one that went for the user.
bool Worker::is_dropped()
{
  if (entity_.use_count() > entity_->in_flight_.load(std::memory_order_relaxed)) {
    return false;
  }
  Hold hold(*running_);
  const long references = entity_.use_count();
  // A read-modify-write, as it sees the newest value and does not move in front of the count of references.
  return references <= entity_->in_flight_.fetch_add(0, std::memory_order_seq_cst);
}

bool Worker::execute()
{
  const bool exclusive = running_->exclusive;
  struct Release
  {
    ~Release()
    {
      if (!exclusive) {
        worker.entity_->in_flight_.fetch_sub(1, std::memory_order_relaxed);
      }
      worker.entity_.reset();  // may destroy it: the user dropped it meanwhile
    }
    Worker & worker;
    const bool exclusive;
  } release{*this, exclusive};
  if (exclusive ? entity_.use_count() == 1 : is_dropped()) {
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
  std::int64_t until = deadline;
  bool system = false;
  sleeper_.woken.store(0, std::memory_order_relaxed);
  sleeper_.listed = true;
  core_.sleepers_.push_back(&sleeper_);
  if (!core_.timekeeper_) {
    const std::int64_t due = core_.next_due(system);
    system = system && due < until;
    until = std::min(until, due);
    core_.timekeeper_ = &sleeper_;
    core_.timekeeper_until_ = until;
    if (system) {
      until = core_.system_timers_.top()->due;
    }
  }
  core_.mutex.unlock();
  pin_.reset();
  if (until != for_ever && !precise_) {
    // By default the kernel lets an ordinary thread sleep 50 µs longer than it asked for.
    former_slack_ = ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    precise_ = former_slack_ > 0 && ::prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) == 0;
  }
  sleeper_.sleep(until, system);
  core_.mutex.lock();
  if (sleeper_.listed) {
    core_.sleepers_.erase(std::find(core_.sleepers_.begin(), core_.sleepers_.end(), &sleeper_));
    sleeper_.listed = false;
    if (core_.timekeeper_ == &sleeper_) {
      core_.timekeeper_ = nullptr;
    }
  }
}

}  // namespace rclcpp::executors::detail
