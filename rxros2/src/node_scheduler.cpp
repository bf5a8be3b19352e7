// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback group of a node as an rx scheduler.

#include "rxros2/detail/node_scheduler.hpp"

#include <algorithm>
#include <utility>

#include "rclcpp/create_timer.hpp"
#include "rxros2/detail/node_streams.hpp"
#include "rxros2/detail/task_waitable.hpp"

namespace rxros2::detail
{

namespace
{

// Asked for at each item: the initial-exec model saves the calls that find a library's thread-local
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
  rclcpp::Clock::SharedPtr clock, std::weak_ptr<node_streams> streams)
{
  auto scheduler = std::shared_ptr<node_scheduler>(
    new node_scheduler(node, group, std::move(clock), std::move(streams)));
  scheduler->waitable_ =
    std::make_shared<task_waitable>(node.base->get_context(), scheduler->weak_from_this());
  node.waitables->add_waitable(scheduler->waitable_, group);
  return scheduler;
}

node_scheduler::node_scheduler(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  rclcpp::Clock::SharedPtr clock, std::weak_ptr<node_streams> streams)
: node_(node.waitables),
  base_(node.base),
  timers_(node.timers),
  group_(group),
  clock_(std::move(clock)),
  streams_(std::move(streams))
{
}

node_scheduler::~node_scheduler() = default;

rx::time_point node_scheduler::now() const noexcept
{
  return rx::time_point(rx::duration(clock_->now().nanoseconds()));
}

void node_scheduler::schedule(
  std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period)
{
  const bool parked = due == rx::time_point::max();
  const auto wait = parked ? rx::duration::max() : due - now();
  const bool at_once = wait <= rx::duration::zero();
  timed former;
  bool ended;
  if (has_lost_node()) {
    end_streams();
  }
  {
    std::lock_guard lock(mutex_);
    ended = closed_;
    if (!ended && (!at_once || period > rx::duration::zero())) {
      former = std::exchange(
        timed_[work.get()],
        wait_for(work, at_once ? period : wait, period, std::make_shared<ticking>()));
      former.forget();
    }
  }
  if (ended) {
    work->scheduler_ended();
  } else if (at_once) {
    waitable_->push(std::move(work));
  }
}

node_scheduler::timed node_scheduler::wait_for(
  std::shared_ptr<rx::schedulable> work, rx::duration wait, rx::duration period,
  std::shared_ptr<ticking> ticks)
{
  const auto base = base_.lock();
  const auto timers = timers_.lock();
  if (wait == rx::duration::max() || !base || !timers) {
    return {std::move(work), nullptr, nullptr};
  }
  auto timer = rclcpp::create_timer(
    base, timers, clock_, rclcpp::Duration(wait),
    [self = weak_from_this(), task = std::weak_ptr(work), ticks, wait, period,
     end = at_end_of_entity()] {
      const auto scheduler = self.lock();
      const auto work = task.lock();
      // In a reentrant group the tick before may not be done: then this one is missed.
      if (scheduler && work && !ticks->running.exchange(true, std::memory_order_acq_rel)) {
        scheduler->on_timer(work, ticks, wait, period);
        ticks->running.store(false, std::memory_order_release);
      }
    },
    group_);
  return {std::move(work), std::move(timer), std::move(ticks)};
}

void node_scheduler::on_timer(
  const std::shared_ptr<rx::schedulable> & work, const std::shared_ptr<ticking> & ticks,
  rx::duration wait, rx::duration period)
{
  const scope scope(*this);
  if (ticks->cancelled.load(std::memory_order_acquire)) {
    return;  // while the timer was on its way
  }
  // the only tick, or the first one, which came after another wait than the others
  if (wait != period) {
    timed done;
    {
      std::lock_guard lock(mutex_);
      const auto found = timed_.find(work.get());
      if (found == timed_.end() || found->second.ticks != ticks) {
        return;
      }
      if (period == rx::duration::zero()) {
        done = std::move(found->second);
        timed_.erase(found);
      } else {
        done = std::exchange(found->second, wait_for(work, period, period, ticks));
      }
    }
    done.timer->cancel();
  }
  work->run();
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
  waitable_->remove(work);
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
  for (const auto & work : waitable_->take_all()) {
    work->scheduler_ended();
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
