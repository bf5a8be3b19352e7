// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// When a timer is due; the heaps of due times are in core.cpp.
#include "rclcpp/timer.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <utility>

#include "base/saturated.hpp"
#include "executors/core.hpp"
#include "executors/entity_of.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rmw/fork.hpp"

namespace rclcpp
{

namespace engine = executors::detail;

namespace executors::detail
{
// The part of a timer that exchange_period() uses.
struct PeriodicEntity : ClockedEntity
{
  explicit PeriodicEntity(std::int64_t first_period) : period(first_period) {}

  std::int64_t period;  // guarded by CoreLock
};
}  // namespace executors::detail

// Kept alive by the timer and, while they run, by the jump callbacks of its clock. The clock is
// never read with the executor's lock held, so that its locks need no place in the lock order.
struct TimerBase::Impl : engine::PeriodicEntity, std::enable_shared_from_this<TimerBase::Impl>
{
  Impl(TimerBase & owner, Clock::SharedPtr time_source, std::chrono::nanoseconds interval)
  : PeriodicEntity(interval.count()), timer(owner), clock(std::move(time_source))
  {
  }

  bool execute_one() override
  {
    rcl_timer_call_info_t call_info;
    if (!note_call(call_info, false)) {
      return false;
    }
    timer.invoke(call_info);
    return true;
  }

  bool has_item(engine::Due & next) const noexcept override
  {
    const std::int64_t time = now();
    const engine::TimeBase current = base();
    engine::CoreLock lock(*this);
    if (canceled || closed) {
      return false;
    }
    if (current == engine::TimeBase::steady) {
      next.steady = std::min(next.steady, due);
    } else if (current == engine::TimeBase::system) {
      next.system = std::min(next.system, due);
    }
    return due <= time;
  }

  std::int64_t now() const
  {
    return clock->get_clock_type() == RCL_STEADY_TIME ? engine::steady_now()
                                                      : clock->now().nanoseconds();
  }

  engine::TimeBase base() const
  {
    switch (clock->get_clock_type()) {
      case RCL_STEADY_TIME:
        return engine::TimeBase::steady;
      case RCL_ROS_TIME:
        return clock->ros_time_is_active() ? engine::TimeBase::simulated : engine::TimeBase::system;
      default:
        return engine::TimeBase::system;
    }
  }

  void watch_jumps()
  {
    const auto weak = weak_from_this();
    rcl_jump_threshold_t threshold{};
    threshold.on_clock_change = true;
    threshold.min_forward.nanoseconds = 1;
    threshold.min_backward.nanoseconds = -1;
    jump_handler = clock->create_jump_callback(
      [weak]() {
        if (const auto self = weak.lock()) {
          const std::int64_t before = self->now();
          engine::CoreLock lock(*self);
          self->remaining = base::subtract_saturated(self->due, before);
        }
      },
      [weak](const rcl_time_jump_t & jump) {
        if (const auto self = weak.lock()) {
          self->jumped(jump);
        }
      },
      threshold);
  }

  void jumped(const rcl_time_jump_t & jump)
  {
    const std::int64_t time = now();
    const bool changed =
      jump.clock_change == RCL_ROS_TIME_ACTIVATED || jump.clock_change == RCL_ROS_TIME_DEACTIVATED;
    {
      engine::CoreLock lock(*this);
      if (canceled || closed) {
        return;
      }
      std::int64_t next = due;
      if (changed && time != 0) {
        next = base::add_saturated(time, remaining);
      } else if (!changed && base::subtract_saturated(due, period) > time) {
        next = base::add_saturated(time, period);
      }
      if (next != due || changed) {
        lock.dequeue(*this);
        lock.arm(*this, next, base());
      }
    }
    after_arming();
  }

  // Simulated time has no heap but jumps. One may have come between reading the clock and arming
  // the timer, so read the clock again.
  void after_arming()
  {
    notify_watcher();
    if (base() != engine::TimeBase::simulated) {
      return;
    }
    const std::int64_t time = now();
    engine::CoreLock lock(*this);
    if (!armed || time_base != engine::TimeBase::simulated) {
      return;
    }
    if (due <= time) {
      lock.disarm(*this);
      lock.enqueue(*this, engine::steady_now(), 0);
    } else if (base::subtract_saturated(due, period) > time) {
      lock.arm(*this, base::add_saturated(time, period), engine::TimeBase::simulated);
    }
  }

  void start()
  {
    const std::int64_t time = now();
    const engine::TimeBase current = base();
    {
      engine::CoreLock lock(*this);
      if (closed) {
        return;
      }
      canceled = false;
      lock.dequeue(*this);
      lock.arm(*this, base::add_saturated(time, period), current);
    }
    after_arming();
  }

  void stop()
  {
    engine::CoreLock lock(*this);
    canceled = true;
    lock.disarm(*this);
    lock.dequeue(*this);
  }

  // A jump callback may hold the last reference for a moment.
  void close()
  {
    jump_handler.reset();
    {
      engine::CoreLock lock(*this);
      closed = true;
      lock.disarm(*this);
    }
    leave();
  }

  // `forced`: the user runs the timer without an executor, even before it is due.
  bool note_call(rcl_timer_call_info_t & call_info, bool forced)
  {
    const std::int64_t time = now();
    const engine::TimeBase current = base();
    {
      engine::CoreLock lock(*this);
      if (canceled || closed) {
        return false;
      }
      if (!forced && due > time) {  // it was reset, or the clock jumped back, after it became ready
        if (!armed) {
          lock.arm(*this, due, current);
        }
        return false;
      }
      call_info.expected_call_time = due;
      call_info.actual_call_time = time;
      std::int64_t next;
      if (period == 0) {
        next = time;
      } else if (due <= time) {
        next =
          base::add_saturated(due + base::subtract_saturated(time, due) / period * period, period);
      } else {
        next = base::add_saturated(due, period);
      }
      if (forced) {
        lock.dequeue(*this);
      }
      lock.arm(*this, next, current);
    }
    after_arming();
    return true;
  }

  TimerBase & timer;
  const Clock::SharedPtr clock;
  bool canceled = true;
  bool closed = false;
  std::int64_t remaining = 0;  // before a jump
  JumpHandler::SharedPtr jump_handler;

  rclcpp::detail::ReadyCallback on_reset;
  std::atomic<std::uint64_t> resets{0};
};

namespace executors::detail
{
std::shared_ptr<Entity> entity_of(const std::shared_ptr<TimerBase> & timer)
{
  return std::shared_ptr<Entity>(timer, timer->impl_.get());
}

std::shared_ptr<TimerBase> timer_of(const std::shared_ptr<Entity> & entity)
{
  auto * impl = dynamic_cast<TimerBase::Impl *>(entity.get());
  return impl ? std::shared_ptr<TimerBase>(entity, &impl->timer) : nullptr;
}
}  // namespace executors::detail

std::chrono::nanoseconds extension::exchange_period(
  const std::shared_ptr<TimerBase> & timer, std::chrono::nanoseconds period)
{
  const auto entity = std::static_pointer_cast<engine::PeriodicEntity>(entity_of(timer));
  engine::CoreLock lock(*entity);
  return std::chrono::nanoseconds(std::exchange(entity->period, period.count()));
}

TimerBase::TimerBase(
  Clock::SharedPtr clock, std::chrono::nanoseconds period, Context::SharedPtr, bool autostart)
: clock_(std::move(clock))
{
  if (!clock_) {
    throw std::invalid_argument("timer needs a clock, got null");
  }
  if (period < std::chrono::nanoseconds::zero()) {
    throw exceptions::RCLInvalidArgument(
      "timer needs a period of 0 ns or more, got " + std::to_string(period.count()) + " ns");
  }
  impl_ = std::make_shared<Impl>(*this, clock_, period);
  if (clock_->get_clock_type() == RCL_ROS_TIME) {
    impl_->watch_jumps();
  }
  if (autostart) {
    impl_->start();
  }
}

TimerBase::~TimerBase()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
    return;
  }
  impl_->close();
}

void TimerBase::cancel()
{
  if (rmw::is_forked_copy()) {
    return;  // a thread of the parent process may have held the lock; a destructor calls this
  }
  impl_->stop();
}

bool TimerBase::is_canceled()
{
  engine::CoreLock lock(*impl_);
  return impl_->canceled;
}

void TimerBase::reset()
{
  impl_->start();
  impl_->resets.fetch_add(1, std::memory_order_relaxed);
  impl_->on_reset.notify();
}

std::chrono::nanoseconds TimerBase::time_until_trigger()
{
  const std::int64_t time = impl_->now();
  engine::CoreLock lock(*impl_);
  if (impl_->canceled) {
    return std::chrono::nanoseconds::max();
  }
  return std::chrono::nanoseconds(base::subtract_saturated(impl_->due, time));
}

bool TimerBase::is_ready()
{
  return time_until_trigger() <= std::chrono::nanoseconds::zero();
}

bool TimerBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}

void TimerBase::set_on_reset_callback(std::function<void(std::size_t)> callback)
{
  impl_->on_reset.set(std::move(callback), [impl = impl_.get()] {
    const std::uint64_t resets = impl->resets.load(std::memory_order_relaxed);
    return detail::Arrivals{resets, static_cast<std::size_t>(resets)};
  });
}

void TimerBase::clear_on_reset_callback()
{
  impl_->on_reset.clear();
}

void TimerBase::invoke(const rcl_timer_call_info_t & call_info)
{
  execute_callback(std::make_shared<rcl_timer_call_info_t>(call_info));
}

bool TimerBase::note_call(rcl_timer_call_info_t & call_info)
{
  return impl_->note_call(call_info, true);
}

}  // namespace rclcpp
