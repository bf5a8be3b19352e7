// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback group of a node as an rx scheduler.

#include "rxros2/detail/node_scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include "rclcpp/create_timer.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/detail/task_waitable.hpp"

namespace rxros2::detail
{

namespace
{

// Read at each item: the initial-exec model saves the calls that find a library's thread-local
// variable.
[[gnu::tls_model("initial-exec")]] thread_local const node_scheduler * current = nullptr;

}  // namespace

node_scheduler::scope::scope(node_scheduler & scheduler) noexcept
: before_(std::exchange(current, &scheduler))
{
  if (scheduler.has_lost_node()) {
    scheduler.end_streams();
  }
}

node_scheduler::scope::~scope()
{
  current = before_;
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
  return scheduler;
}

node_scheduler::node_scheduler(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  std::shared_ptr<wait_clock> time, std::weak_ptr<node_streams> streams)
: node_(node.waitables),
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
      // Asked before the time: a jump meanwhile makes the timer one of before.
      const std::uint64_t jumps = time_->jumps();
      const rx::time_point now = this->now();
      at_once = due <= now;
      if (!at_once || period > rx::duration::zero()) {
        timed entry{work, period, nullptr, nullptr, jumps};
        if (due != rx::time_point::max()) {
          entry.ticks = std::make_shared<ticking>(at_once ? rx::next_tick(due, period, now) : due);
          start_timer(entry, now);
        }
        former = std::exchange(timed_[work.get()], std::move(entry));
        former.forget();
      }
    }
  }
  if (ended) {
    work->scheduler_ended();
  } else if (at_once) {
    waitable_->push(std::move(work));
  }
}

// Until the next tick, which is not due yet. Returns the timer of before. With the mutex.
rclcpp::TimerBase::SharedPtr node_scheduler::start_timer(timed & entry, rx::time_point now)
{
  const rx::time_point next = entry.ticks->next.load(std::memory_order_relaxed);
  const rx::duration wait =
    next == rx::time_point::max() ? rx::duration::max() : rx::saturated_difference(next, now);
  return std::exchange(entry.timer, make_timer(entry, wait));
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
    [self = weak_from_this(), task = std::weak_ptr(entry.work), ticks = entry.ticks, wait,
     period = entry.period, jumps = entry.jumps, end = at_end_of_entity()] {
      const auto scheduler = self.lock();
      const auto work = task.lock();
      // In a reentrant group the tick before may not be done: then this one is missed.
      if (scheduler && work && !ticks->running.exchange(true, std::memory_order_acq_rel)) {
        scheduler->on_timer(work, ticks, wait, period, jumps);
        ticks->running.store(false, std::memory_order_release);
      }
    },
    group_);
}

void node_scheduler::on_timer(
  const std::shared_ptr<rx::schedulable> & work, const std::shared_ptr<ticking> & ticks,
  rx::duration wait, rx::duration period, std::uint64_t jumps)
{
  const scope scope(*this);
  if (ticks->cancelled.load(std::memory_order_acquire)) {
    return;  // while the timer was on its way
  }
  if (time_->jumps() != jumps) {  // the clock has jumped over its time, not the wait
    rearm();
    return;
  }
  if (period > rx::duration::zero()) {
    ticks->next.store(
      rx::next_tick(ticks->next.load(std::memory_order_relaxed), period, now()),
      std::memory_order_relaxed);
  }
  // the only tick, or the first one, which came after another wait than the others
  if (wait != period) {
    timed done;
    rclcpp::TimerBase::SharedPtr timer;
    {
      std::lock_guard lock(mutex_);
      const auto found = timed_.find(work.get());
      if (found == timed_.end() || found->second.ticks != ticks) {
        return;
      }
      if (period == rx::duration::zero()) {
        done = std::move(found->second);
        timed_.erase(found);
        timer = std::move(done.timer);
      } else {
        timed & entry = found->second;
        timer = std::exchange(entry.timer, make_timer(entry, period));
      }
    }
    if (timer) {
      timer->cancel();
    }
  }
  work->run();
}

void node_scheduler::rearm()
{
  std::vector<rclcpp::TimerBase::SharedPtr> former;
  {
    std::lock_guard lock(mutex_);
    const std::uint64_t jumps = time_->jumps();
    const rx::time_point now = this->now();
    for (auto each = timed_.begin(); each != timed_.end();) {
      timed & entry = each->second;
      if (!entry.ticks || entry.jumps == jumps) {
        ++each;
        continue;
      }
      entry.jumps = jumps;
      const rx::time_point next = entry.ticks->next.load(std::memory_order_relaxed);
      if (next > now || entry.period > rx::duration::zero()) {
        if (next <= now) {
          waitable_->push(entry.work);
          entry.ticks->next.store(
            rx::next_tick(next, entry.period, now), std::memory_order_relaxed);
        }
        if (auto timer = start_timer(entry, now)) {
          former.push_back(std::move(timer));
        }
        ++each;
      } else {
        waitable_->push(std::move(entry.work));
        former.push_back(std::move(entry.timer));
        each = timed_.erase(each);
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
    if (const auto found = timed_.find(&work); found != timed_.end()) {
      removed = std::move(found->second);
      removed.forget();
      timed_.erase(found);
    }
  }
  if (waitable_) {
    waitable_->remove(work);
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

bool node_scheduler::is_current() const noexcept
{
  return current && current->group_ == group_;
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

void node_scheduler::close() noexcept
{
  std::unordered_map<rx::schedulable *, timed> removed;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    removed.swap(timed_);
  }
  if (waitable_) {
    for (const auto & work : waitable_->take_all()) {
      work->scheduler_ended();
    }
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
