// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of an item through a spinning thread.
#include "executors/worker.hpp"

#include <sys/prctl.h>

#include <thread>
#include <utility>

#include "executors/future_watch.hpp"

namespace rclcpp::executors::detail
{

thread_local constinit std::int64_t Worker::current_start_delay = 0;

Worker::Worker(Core & core, bool alone, bool yield_before_execute)
: core_(core), alone_(alone), yield_before_execute_(yield_before_execute)
{
  CoreLock lock(core_);
  pokes_seen_ = lock->pokes;
  ++lock->awake;
  if (alone_) {
    lock->alone = this;
  }
}

Worker::~Worker()
{
  {
    CoreLock lock(core_);
    finish(lock);
    count_released();
    if (lock->alone == this) {
      lock->alone = nullptr;
    }
    --lock->awake;
    lock.wake_one();
  }
  if (precise_) {
    ::prctl(PR_SET_TIMERSLACK, former_slack_, 0, 0, 0);
  }
}

Worker::Outcome Worker::run_one(std::int64_t deadline, std::int64_t newest)
{
  for (;;) {
    const Outcome outcome = take_one(deadline, newest);
    if (outcome != Outcome::executed || execute_taken()) {
      return outcome;
    }
  }
}

Worker::Outcome Worker::take_one(std::int64_t deadline, std::int64_t newest)
{
  Outcome outcome;
  {
    bool waited;
    CoreLock lock(core_, waited);
    finish(lock);
    if (!alone_ && is_told_to_park(lock, waited)) [[unlikely]] {
      if (lock->aside) {
        park(lock, deadline);
      } else {
        stand_aside(lock);
      }
    }
    outcome = take(lock, deadline, newest);
  }
  released_.reset();
  return outcome;
}

// Parks until there is an item to take.
[[gnu::always_inline]] inline Worker::Outcome Worker::take(
  CoreLock & lock, std::int64_t deadline, std::int64_t newest)
{
  for (;;) {
    if (lock->stop) {
      count_released();
      return Outcome::stopped;
    }
    lock.fire_due(has_slept_);
    running_ = lock.take(newest);
    if (running_) {
      group_ = running_->group.load(std::memory_order_relaxed);
      is_taken_.store(true, std::memory_order_relaxed);
      // Items that spin_some() causes must not run in it, so they are never older than its call.
      taken_start_delay_ = deadline == 0 ? 0 : running_->start_delay;
      lock.wake_one();
      return Outcome::executed;
    }
    count_released();
    if (is_over(lock, deadline)) {
      return Outcome::idle;
    }
    lock.let_aside_be_woken();
    park(lock, deadline);
  }
}

[[gnu::always_inline]] inline void Worker::finish(CoreLock & lock)
{
  if (!running_) {
    return;
  }
  has_slept_ = false;
  if (lock.has(*group_) && running_->group.load(std::memory_order_relaxed) == group_) [[likely]] {
    lock.finish(*group_);
    released_ = running_->handle.end(alone_);
    left_ = running_;
  } else {
    // The callback or another thread may have moved the group to another executor, or the entity to
    // another group. The entity keeps the group alive, so it is released last.
    const CoreLock::Released released(lock);
    {
      CoreLock of_group(*group_);
      of_group.finish(*group_);
      of_group.wake_one();
    }
    group_->ended_elsewhere.fetch_add(1, std::memory_order_release);
    group_->ended_elsewhere.notify_all();  // for wait_until_idle()
    CoreLock of_entity(*running_->entity);
    released_ = running_->handle.end();
  }
  running_ = nullptr;
}

// A thread that works alone counts the reference that it lets go unless it has an item: then
// letting_go() reports it, at no cost for the item.
void Worker::count_released()
{
  if (alone_ && released_.is_uncounted()) {
    released_.count(left_->handle.leaving());
  }
}

bool Worker::execute_taken()
{
  struct End
  {
    ~End() { current_start_delay = outer; }
    const std::int64_t outer;  // of the callback that spins another executor
  } end{std::exchange(current_start_delay, taken_start_delay_)};
  if (!is_taken_.load(std::memory_order_relaxed)) {
    return false;
  }
  is_taken_.store(false, std::memory_order_release);  // and the last entity is released
  if (running_->handle.is_dropped()) {
    return false;  // the user removed it before its turn
  }
  if (yield_before_execute_) {
    std::this_thread::yield();
  }
  if (!running_->execute_one()) {
    return false;
  }
  FutureWatch::look();
  return true;
}

bool Worker::is_handled_by_node(const std::exception_ptr & exception) const
{
  return running_ && group_->on_exception && group_->on_exception->handle(exception);
}

std::shared_ptr<Entity> Worker::entity() const
{
  if (!running_) {
    return nullptr;
  }
  return {running_->handle.kept(), running_->entity};
}

Worker::Outcome Worker::wait(std::int64_t deadline)
{
  CoreLock lock(core_);
  for (;;) {
    lock.fire_due(has_slept_);
    if (lock->stop) {
      return Outcome::stopped;
    }
    if (lock->ready.has_ready()) {
      return Outcome::executed;
    }
    if (is_over(lock, deadline)) {
      return Outcome::idle;
    }
    park(lock, deadline);
  }
}

// Parking

bool Worker::is_over(CoreLock & lock, std::int64_t deadline)
{
  const bool is_poked = std::exchange(pokes_seen_, lock->pokes) != lock->pokes;
  return is_poked || deadline == 0 || (deadline != for_ever && steady_now() >= deadline);
}

void Worker::park(CoreLock & lock, std::int64_t deadline)
{
  const Due until = lock.begin_parking(spot_, deadline);
  {
    const CoreLock::Released released(lock);
    released_.reset();
    if (until.steady != Due::never || until.system != Due::never) {
      be_precise();
    }
    const Waiting waiting;
    spot_.park(until);
  }
  lock.end_parking(spot_);
  has_slept_ = true;
}

[[gnu::always_inline]] inline bool Worker::is_told_to_park(CoreLock & lock, bool waited)
{
  const ContentionGovernor::Turn turn{
    .taken = core_.taken(),
    .alternated = std::exchange(lock->latest, this) != this,
    .waited = waited,
    .is_contest = lock->awake > 1 && lock->ready.has_ready(),
    .other_parks = lock->aside != nullptr};
  return governor_.on_turn(turn, steady_now) == ContentionGovernor::Decision::park;
}

// Parks by decision of the governor, for one interval at a time, as long as that pays.
void Worker::stand_aside(CoreLock & lock)
{
  lock.begin_standing_aside(spot_);
  {
    const CoreLock::Released released(lock);
    released_.reset();
    be_precise();
    bool again;
    do {
      const std::int64_t start = steady_now();
      const std::uint64_t taken = core_.taken();
      spot_.sleep({.steady = start + ContentionGovernor::interval_ns});
      const std::uint64_t items = core_.taken() - taken;
      again = governor_.stay_parked(steady_now() - start, items);
    } while (again && !spot_.is_called());
  }
  lock.end_standing_aside(spot_);
  has_slept_ = true;
  governor_.on_return();
}

void Worker::be_precise()
{
  if (!precise_) {
    // By default the kernel may let an ordinary thread sleep 50 µs longer than requested.
    former_slack_ = ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    precise_ = former_slack_ > 0 && ::prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) == 0;
  }
}

}  // namespace rclcpp::executors::detail
