// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback group of a node as an rx scheduler.

#include "rxros2/detail/node_scheduler.hpp"

#include <algorithm>
#include <utility>

#include "rclcpp/create_timer.hpp"
#include "rxros2/detail/task_waitable.hpp"

namespace rxros2::detail
{

namespace
{

thread_local const node_scheduler * current = nullptr;

}  // namespace

node_scheduler::scope::scope(const node_scheduler & scheduler) noexcept
: before_(std::exchange(current, &scheduler))
{
}

node_scheduler::scope::~scope()
{
  current = before_;
}

std::shared_ptr<node_scheduler> node_scheduler::create(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  rclcpp::Clock::SharedPtr clock)
{
  auto scheduler =
    std::shared_ptr<node_scheduler>(new node_scheduler(node, group, std::move(clock)));
  scheduler->waitable_ =
    std::make_shared<task_waitable>(node.base->get_context(), scheduler->weak_from_this());
  node.waitables->add_waitable(scheduler->waitable_, group);
  return scheduler;
}

node_scheduler::node_scheduler(
  const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
  rclcpp::Clock::SharedPtr clock)
: base_(node.base), timers_(node.timers), group_(group), clock_(std::move(clock))
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
  {
    std::lock_guard lock(mutex_);
    ended = closed_;
    if (!ended && (!at_once || period > rx::duration::zero())) {
      former = std::exchange(timed_[work.get()], wait_for(work, at_once ? period : wait, period));
    }
  }
  if (ended) {
    work->scheduler_ended();
  } else if (at_once) {
    waitable_->push(std::move(work));
  }
}

node_scheduler::timed node_scheduler::wait_for(
  std::shared_ptr<rx::schedulable> work, rx::duration wait, rx::duration period)
{
  const auto base = base_.lock();
  const auto timers = timers_.lock();
  if (wait == rx::duration::max() || !base || !timers) {
    return {std::move(work), nullptr, 0};
  }
  const auto id = next_id_++;
  auto timer = rclcpp::create_timer(
    base, timers, clock_, rclcpp::Duration(wait),
    [self = weak_from_this(), key = work.get(), id, wait, period] {
      if (const auto scheduler = self.lock()) {
        scheduler->on_timer(key, id, wait, period);
      }
    },
    group_);
  return {std::move(work), std::move(timer), id};
}

void node_scheduler::on_timer(
  rx::schedulable * key, std::uint64_t id, rx::duration wait, rx::duration period)
{
  std::shared_ptr<rx::schedulable> work;
  timed done;
  std::uint64_t running = 0;
  {
    std::lock_guard lock(mutex_);
    const auto found = timed_.find(key);
    if (found == timed_.end() || found->second.id != id) {
      return;  // cancelled while the timer was on its way
    }
    if (found->second.running) {
      return;  // in a reentrant group: the tick before is not done, so this one is missed
    }
    work = found->second.work;
    if (period == rx::duration::zero()) {
      done = std::move(found->second);
      timed_.erase(found);
    } else if (wait != period) {  // the first tick came after another wait than the others
      done = std::exchange(found->second, wait_for(work, period, period));
    }
    if (period != rx::duration::zero()) {
      found->second.running = true;
      running = found->second.id;
    }
  }
  if (done.timer) {
    done.timer->cancel();
  }
  {
    const scope scope(*this);
    work->run();
  }
  if (running != 0) {
    std::lock_guard lock(mutex_);
    if (const auto found = timed_.find(key); found != timed_.end() && found->second.id == running) {
      found->second.running = false;
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
      timed_.erase(found);
    }
  }
  waitable_->remove(work);
  if (removed.timer) {
    removed.timer->cancel();
  }
}

bool node_scheduler::is_current() const noexcept
{
  return current && current->group_ == group_;
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
    if (entry.timer) {
      entry.timer->cancel();
    }
    entry.work->scheduler_ended();
  }
}

}  // namespace rxros2::detail
