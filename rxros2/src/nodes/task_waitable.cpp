// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tasks on the executor of a callback group.

#include "rxros2/nodes/detail/task_waitable.hpp"

#include <exception>
#include <utility>

#include "rxros2/nodes/detail/node_scheduler.hpp"

namespace rxros2::detail
{

task_waitable::task_waitable(
  rclcpp::Context::SharedPtr context, std::weak_ptr<node_scheduler> scheduler)
: guard_(std::move(context)), scheduler_(std::move(scheduler))
{
}

void task_waitable::push(std::shared_ptr<rx::schedulable> work)
{
  {
    std::lock_guard lock(mutex_);
    tasks_.push(std::move(work), rx::time_point(), rx::duration::zero());
  }
  guard_.trigger();
}

void task_waitable::look_for_executor()
{
  guard_.trigger();
}

bool task_waitable::has_tasks()
{
  std::lock_guard lock(mutex_);
  return tasks_.has_work();
}

void task_waitable::renew_entities() noexcept
{
  ask_for(renew_);
}

void task_waitable::rearm() noexcept
{
  ask_for(rearm_);
}

void task_waitable::raise(std::exception_ptr error)
{
  {
    std::lock_guard lock(mutex_);
    raised_.push_back(std::move(error));
  }
  ask_for(raises_);
}

void task_waitable::ask_for(std::atomic<bool> & turn) noexcept
{
  try {
    if (!turn.exchange(true)) {
      guard_.trigger();
    }
  } catch (const std::exception &) {  // the context was destroyed, and its executors with it
  }
}

void task_waitable::remove(const rx::schedulable & work)
{
  std::shared_ptr<rx::schedulable> removed;  // may be the last reference: released without the lock
  std::lock_guard lock(mutex_);
  removed = tasks_.cancel(work);
}

std::vector<std::shared_ptr<rx::schedulable>> task_waitable::take_all()
{
  std::vector<std::shared_ptr<rx::schedulable>> all;
  std::lock_guard lock(mutex_);
  all.reserve(tasks_.size());
  while (!tasks_.empty()) {
    all.push_back(tasks_.pop());
  }
  return all;
}

void task_waitable::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  guard_.add_to_wait_set(wait_set);
  if (has_turn()) {
    // a trigger from before it was in this wait set does not wake the executor
    guard_.trigger();
  }
}

bool task_waitable::is_ready(const rcl_wait_set_t &)
{
  was_spun_.store(true, std::memory_order_relaxed);
  return has_turn();
}

bool task_waitable::has_turn()
{
  if (renew_ || rearm_ || raises_ || has_lost_node()) {
    return true;
  }
  std::lock_guard lock(mutex_);
  return !tasks_.empty();
}

bool task_waitable::has_lost_node() const noexcept
{
  const auto scheduler = scheduler_.lock();
  return scheduler && scheduler->has_lost_node();
}

std::shared_ptr<void> task_waitable::take_data()
{
  std::shared_ptr<rx::schedulable> work;
  bool more = false;
  {
    std::lock_guard lock(mutex_);
    if (tasks_.empty()) {
      return nullptr;
    }
    work = tasks_.pop();
    more = !tasks_.empty();
  }
  if (more) {
    guard_.trigger();  // one task a turn: the group's other callbacks come in between
  }
  return work;
}

std::shared_ptr<void> task_waitable::take_data_by_entity_id(std::size_t)
{
  return take_data();
}

void task_waitable::execute(const std::shared_ptr<void> & data)
{
  was_spun_.store(true, std::memory_order_relaxed);  // an events executor does not call is_ready()
  const auto scheduler = scheduler_.lock();
  if (!scheduler) {
    return;
  }
  auto * const work = static_cast<rx::schedulable *>(data.get());
  const bool lost = scheduler->has_lost_node();
  const node_scheduler::scope scope(*scheduler);
  if (renew_.exchange(false)) {
    scheduler->renew_entities();
  }
  if (rearm_.exchange(false)) {
    scheduler->rearm();
  }
  if (work) {
    lost ? work->scheduler_ended() : work->run();
  }
  if (raises_.exchange(false)) [[unlikely]] {
    if (const auto error = take_raised()) {
      std::rethrow_exception(error);
    }
  }
}

std::exception_ptr task_waitable::take_raised()
{
  std::exception_ptr error;
  bool more = false;
  {
    std::lock_guard lock(mutex_);
    if (!raised_.empty()) {
      error = std::move(raised_.front());
      raised_.erase(raised_.begin());
      more = !raised_.empty();
    }
  }
  if (more) {
    ask_for(raises_);
  }
  return error;
}

void task_waitable::set_on_ready_callback(std::function<void(std::size_t, int)> callback)
{
  guard_.set_on_trigger_callback(
    [callback = std::move(callback)](std::size_t count) { callback(count, 0); });
}

void task_waitable::clear_on_ready_callback()
{
  guard_.set_on_trigger_callback(nullptr);
}

}  // namespace rxros2::detail
