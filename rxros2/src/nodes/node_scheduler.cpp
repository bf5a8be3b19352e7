// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback group of a node as an rx scheduler.

#include "rxros2/nodes/detail/node_scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "rclcpp/create_timer.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/nodes/detail/task_waitable.hpp"

namespace rxros2::detail
{

namespace
{

// Read at each item: the initial-exec model saves the calls that find a library's thread-local
// variable.
[[gnu::tls_model("initial-exec")]] thread_local node_scheduler * current_scheduler = nullptr;

}  // namespace

node_scheduler::scope::scope(node_scheduler & scheduler) noexcept
: before_(std::exchange(current_scheduler, &scheduler))
{
  if (scheduler.has_lost_node()) {
    scheduler.end_streams();
  }
}

node_scheduler::scope::~scope()
{
  current_scheduler = before_;
}

std::shared_ptr<node_scheduler> node_scheduler::create(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  std::shared_ptr<wait_clock> time, std::weak_ptr<node_streams> streams)
{
  auto scheduler = std::shared_ptr<node_scheduler>(
    new node_scheduler(node, group, std::move(time), std::move(streams)));
  try {
    scheduler->waitable_ =
      std::make_shared<task_waitable>(node.base->get_context(), scheduler->weak_from_this());
  } catch (const std::exception &) {
    if (node.base->get_context()->is_valid()) {
      throw;
    }
    scheduler->closed_ = true;  // the context was shut down before
    return scheduler;
  }
  scheduler->time_->add(scheduler->waitable_);
  node.waitables->add_waitable(scheduler->waitable_, group);
  scheduler->waitable_->look_for_executor();
  return scheduler;
}

node_scheduler::node_scheduler(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  std::shared_ptr<wait_clock> time, std::weak_ptr<node_streams> streams)
: access_(node),
  node_(node.waitables),
  base_(node.base),
  timers_(node.timers),
  group_(group),
  time_(std::move(time)),
  streams_(std::move(streams))
{
}

node_scheduler::~node_scheduler() = default;

void node_scheduler::schedule(
  std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period)
{
  bool at_once = false;
  timed former;
  bool ended;
  if (has_lost_node()) {
    end_streams();
  }
  {
    std::lock_guard lock(mutex_);
    ended = closed_;
    if (!ended) {
      const wait_clock::reading time = time_->read();
      at_once = due <= time.now;
      if (!at_once || period > rx::duration::zero()) {
        timed entry{work, period, nullptr, nullptr, time.jumps};
        if (due != rx::time_point::max()) {
          entry.ticks =
            std::make_shared<ticking>(work, at_once ? rx::next_tick(due, period, time.now) : due);
          start_timer(entry, time);
          if (at_once) {
            work = entry.ticks;
          }
        }
        former = std::exchange(timed_[entry.work.get()], std::move(entry));
        former.forget();
      }
    }
  }
  if (ended) {
    work->scheduler_ended();
  } else if (at_once) {
    waitable_->push(std::move(work));
    if (closed_) {  // closed since the check above: no thread takes the task
      end_tasks();
    }
  }
}

void node_scheduler::ticking::run() noexcept
{
  if (const auto alive = work.lock()) {
    run_unless_running(*alive);
  }
}

void node_scheduler::ticking::run_unless_running(rx::schedulable & alive) noexcept
{
  if (!disposed() && !running.exchange(true, std::memory_order_acq_rel)) {
    alive.run();
    running.store(false, std::memory_order_release);
  }
}

// Until the next tick, which was not due at that time. Returns the timer of before. With the mutex.
rclcpp::TimerBase::SharedPtr node_scheduler::start_timer(
  timed & entry, const wait_clock::reading & time)
{
  const rx::time_point next = entry.ticks->next.load(std::memory_order_relaxed);
  const rx::duration wait =
    next == rx::time_point::max() ? rx::duration::max() : rx::saturated_difference(next, time.now);
  entry.jumps = time.jumps;
  auto former = std::exchange(entry.timer, make_timer(entry, wait));
  rearm_unless_holds(entry, time);
  return former;
}

// If the clock has gone on since `time`, a timer created since then may count from another time
// than its wait; rearm() replaces it. With the mutex.
void node_scheduler::rearm_unless_holds(timed & entry, const wait_clock::reading & time)
{
  if (!time_->holds(time)) {
    entry.jumps = unsettled;
    if (!time_->rearm_after_jump()) {
      waitable_->rearm();
    }
  }
}

rclcpp::TimerBase::SharedPtr node_scheduler::make_timer(const timed & entry, rx::duration wait)
{
  const auto base = base_.lock();
  const auto timers = timers_.lock();
  // A century exceeds the range of a clock, with a margin for computations.
  if (wait > std::chrono::hours(24 * 36525) || !base || !timers) {
    return nullptr;
  }
  return rclcpp::create_timer(
    base, timers, time_->clock(), rclcpp::Duration(wait),
    [self = weak_from_this(), ticks = entry.ticks, wait, period = entry.period, jumps = entry.jumps,
     end = at_end_of_entity()] {
      if (const auto scheduler = self.lock()) {
        scheduler->on_timer(ticks, wait, period, jumps);
      }
    },
    group_);
}

void node_scheduler::on_timer(
  const std::shared_ptr<ticking> & ticks, rx::duration wait, rx::duration period,
  std::uint64_t jumps)
{
  const auto work = ticks->work.lock();
  if (!work) {
    return;
  }
  const scope scope(*this);
  if (ticks->disposed()) {
    return;  // while the timer was on its way
  }
  const wait_clock::reading time = time_->read();
  const rx::time_point due = ticks->next.load(std::memory_order_relaxed);
  // The clock has jumped over the timer's time, not over the wait; or it is about to have: a timer
  // sees what the clock shows before this scheduler is notified of the jump.
  if (time.jumps != jumps || time.now < due) {
    wait_on(*work, ticks, jumps);
    return;
  }
  if (period > rx::duration::zero()) {
    ticks->next.store(rx::next_tick(due, period, time.now), std::memory_order_relaxed);
  }
  // the only tick, or the first one, which came after another wait than the others
  if (wait == period || end_wait(*work, ticks, time)) {
    ticks->run_unless_running(*work);
  }
}

// A wait that is unlike the period has ended: the timer is of no use any longer. False: it belongs
// to a former schedule().
bool node_scheduler::end_wait(
  const rx::schedulable & work, const std::shared_ptr<ticking> & ticks,
  const wait_clock::reading & time)
{
  timed done;
  rclcpp::TimerBase::SharedPtr timer;
  {
    std::lock_guard lock(mutex_);
    timed * const entry = find(work, ticks);
    if (!entry) {
      return false;
    }
    if (entry->period == rx::duration::zero()) {
      done = std::move(*entry);
      timed_.erase(done.work.get());
      timer = std::move(done.timer);
    } else if (entry->jumps == time.jumps) {  // else rearm() makes the timer, or has made it
      timer = std::exchange(entry->timer, make_timer(*entry, entry->period));
      rearm_unless_holds(*entry, time);
    }
  }
  if (timer) {
    timer->cancel();
  }
  return true;
}

// A timer fired too early, because the clock has jumped: the wait goes on.
void node_scheduler::wait_on(
  const rx::schedulable & work, const std::shared_ptr<ticking> & ticks, std::uint64_t jumps)
{
  {
    std::lock_guard lock(mutex_);
    if (timed * const entry = find(work, ticks); entry && entry->jumps == jumps) {
      entry->jumps = unsettled;
    }
  }
  rearm();
}

// Null if it is not scheduled, or anew. With the mutex.
node_scheduler::timed * node_scheduler::find(
  const rx::schedulable & work, const std::shared_ptr<ticking> & ticks)
{
  const auto entry = timed_.find(&work);
  return entry != timed_.end() && entry->second.ticks == ticks ? &entry->second : nullptr;
}

void node_scheduler::rearm()
{
  if (time_->rearm_after_jump()) {
    return;  // another jump, whose new time this scheduler does not know yet
  }
  std::vector<rclcpp::TimerBase::SharedPtr> former;
  {
    std::lock_guard lock(mutex_);
    for (auto item = timed_.begin(); item != timed_.end();) {
      timed & entry = item->second;
      // Read for each entry, because simulated time goes on while timers are created.
      const wait_clock::reading time = time_->read();
      if (!entry.ticks || entry.jumps == time.jumps) {
        ++item;
        continue;
      }
      const rx::time_point next = entry.ticks->next.load(std::memory_order_relaxed);
      if (next > time.now || entry.period > rx::duration::zero()) {
        if (next <= time.now) {
          waitable_->push(entry.ticks);
          entry.ticks->next.store(
            rx::next_tick(next, entry.period, time.now), std::memory_order_relaxed);
        }
        if (auto timer = start_timer(entry, time)) {
          former.push_back(std::move(timer));
        }
        ++item;
      } else {
        waitable_->push(std::move(entry.work));
        former.push_back(std::move(entry.timer));
        item = timed_.erase(item);
      }
    }
  }
  for (const auto & timer : former) {
    if (timer) {
      timer->cancel();
    }
  }
}

void node_scheduler::cancel(rx::schedulable & work) noexcept
{
  timed removed;
  {
    std::lock_guard lock(mutex_);
    if (const auto entry = timed_.find(&work); entry != timed_.end()) {
      removed = std::move(entry->second);
      removed.forget();
      timed_.erase(entry);
    }
  }
  if (waitable_) {
    waitable_->remove(work);
    if (removed.ticks && removed.period > rx::duration::zero()) {
      waitable_->remove(*removed.ticks);
    }
  }
  if (removed.timer) {
    removed.timer->cancel();
  }
}

std::shared_ptr<const void> node_scheduler::at_end_of_entity() const
{
  if constexpr (nodes_tell_of_their_end<>) {
    return nullptr;
  } else {  // an installed rclcpp
    return {this, [waitable = std::weak_ptr(waitable_)](const void *) {
              if (const auto alive = waitable.lock()) {
                alive->renew_entities();
              }
            }};
  }
}

void node_scheduler::renew_entities() noexcept
{
  if (const auto base = base_.lock()) {
    base->trigger_notify_guard_condition();
    group_->trigger_notify_guard_condition();  // to an executor that has the group, not the node
  }
}

std::shared_ptr<node_scheduler> node_scheduler::in_steady_time()
{
  const auto node = access_.lock();
  const auto streams = streams_.lock();
  return node && streams ? streams->scheduler(*node, group_, RCL_STEADY_TIME) : shared_from_this();
}

node_scheduler * node_scheduler::current() noexcept
{
  return current_scheduler;
}

bool node_scheduler::was_spun() const noexcept
{
  return !waitable_ || waitable_->was_spun();
}

bool node_scheduler::has_tasks() noexcept
{
  {
    std::lock_guard lock(mutex_);
    for (const auto & [task, entry] : timed_) {
      if (entry.ticks) {
        return true;
      }
    }
  }
  return waitable_ && waitable_->has_tasks();
}

void node_scheduler::raise(std::exception_ptr error)
{
  if (waitable_) {
    waitable_->raise(std::move(error));
  }
}

namespace
{

/// A function that one of two threads runs, whichever is first.
class last_turn final : public rx::schedulable
{
public:
  explicit last_turn(std::function<void()> function) : function_(std::move(function)) {}

  void run() noexcept override
  {
    if (!begun_.exchange(true)) {
      function_();
      std::lock_guard lock(mutex_);
      done_ = true;
      has_ended_.notify_all();
    }
  }
  void scheduler_ended() noexcept override {}
  void dispose() noexcept override {}
  bool disposed() const noexcept override { return begun_; }

  /// Waits until another thread has begun, or until the first limit; then until it has ended, or
  /// until the second limit.
  void wait(std::chrono::milliseconds to_begin, std::chrono::milliseconds to_end)
  {
    std::unique_lock lock(mutex_);
    if (!has_ended_.wait_for(lock, to_begin, [this] { return done_; }) && begun_) {
      has_ended_.wait_for(lock, to_end, [this] { return done_; });
    }
  }

private:
  const std::function<void()> function_;
  std::atomic<bool> begun_ = false;
  std::mutex mutex_;  // guards done_
  std::condition_variable has_ended_;
  bool done_ = false;
};

}  // namespace

void node_scheduler::run_last_turn(
  const std::vector<std::shared_ptr<rx::schedulable>> & tasks) noexcept
{
  const scope scope(*this);
  for (const auto & task : tasks) {
    task->scheduler_ending();
  }
  // The tasks that a coroutine has started and cancelled end before it does.
  constexpr int most_turns = 256;
  for (int turns = 0; turns < most_turns; ++turns) {
    const auto data = waitable_->take_data();
    if (!data) {
      break;
    }
    static_cast<rx::schedulable *>(data.get())->run();
  }
}

void node_scheduler::end_coroutines() noexcept
{
  std::vector<std::shared_ptr<rx::schedulable>> parked;
  bool spins = false;
  try {
    {
      std::lock_guard lock(mutex_);
      for (const auto & [task, entry] : timed_) {
        if (!entry.ticks) {
          parked.push_back(entry.work);
        }
      }
    }
    if (parked.empty() || !waitable_) {
      return;
    }
    if (const auto base = base_.lock()) {
      spins = !current_scheduler && (base->get_associated_with_executor_atomic() ||
                                     group_->get_associated_with_executor_atomic());
    }
    const auto turn = std::make_shared<last_turn>(
      [self = shared_from_this(), parked = std::move(parked)] { self->run_last_turn(parked); });
    if (spins) {
      using std::chrono::milliseconds;
      waitable_->push(turn);
      turn->wait(milliseconds(100), milliseconds(300));
    }
    // An installed rclcpp holds a lock meanwhile: shutdown() in the user's code would deadlock.
    if constexpr (nodes_tell_of_their_end<>) {
      turn->run();
    }
  } catch (...) {  // out of memory: the coroutines are destroyed where they wait
  }
}

bool node_scheduler::is_current() const noexcept
{
  return current_scheduler && current_scheduler->group_ == group_;
}

bool node_scheduler::has_lost_node() const noexcept
{
  if constexpr (nodes_tell_of_their_end<>) {
    return false;
  } else {
    return node_.expired() && !closed_.load(std::memory_order_acquire);
  }
}

void node_scheduler::end_streams() noexcept
{
  if (const auto streams = streams_.lock()) {
    streams->end();
  }
  close();
}

void node_scheduler::end_tasks() noexcept
{
  for (const auto & work : waitable_->take_all()) {
    work->scheduler_ended();
  }
}

void node_scheduler::close() noexcept
{
  decltype(timed_) removed;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    removed.swap(timed_);
  }
  if (waitable_) {
    end_tasks();
  }
  for (const auto & [task, entry] : removed) {
    entry.forget();
    if (entry.timer) {
      entry.timer->cancel();
    }
    entry.work->scheduler_ended();
  }
}

}  // namespace rxros2::detail
