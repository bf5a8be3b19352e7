// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ClockWaiter and ClockConditionalVariable: waiting for a time of any clock, or for a condition.
#include <stdexcept>

#include "base/condition.hpp"
#include "base/saturated.hpp"
#include "rclcpp/clock.hpp"
#include "time/clock_reading.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

struct ClockWaiter::Impl
{
  explicit Impl(const Clock::SharedPtr & waited_on) : clock(waited_on) {}

  void notify()
  {
    {
      std::lock_guard<std::mutex> lock(mutex);
      ++notifications;
    }
    changed.notify_all();
  }

  std::uint64_t count_notifications()
  {
    std::lock_guard<std::mutex> lock(mutex);
    return notifications;
  }

  // Until somebody notifies, or `until` in the time that the clock follows now.
  void wait(std::uint64_t seen_before, std::int64_t until)
  {
    const auto notified = [&] { return notifications != seen_before; };
    const std::chrono::nanoseconds deadline(until);
    std::unique_lock<std::mutex> lock(mutex);
    if (detail::is_virtual()) {
      detail::wait_virtually(lock, deadline.count(), notified);
    } else if (clock->get_clock_type() == RCL_STEADY_TIME) {
      changed.wait_until(lock, std::chrono::steady_clock::time_point(deadline), notified);
    } else if (clock->ros_time_is_active()) {
      changed.wait(lock, notified);
    } else {
      changed.wait_until(lock, std::chrono::sys_time<std::chrono::nanoseconds>(deadline), notified);
    }
  }

  const Clock::SharedPtr clock;
  JumpHandler::SharedPtr jump_handler;

  std::mutex mutex;  // guards `notifications`
  base::Condition changed;
  std::uint64_t notifications = 0;
};

ClockWaiter::ClockWaiter(const Clock::SharedPtr & clock) : impl_(std::make_shared<Impl>(clock))
{
  if (!clock) {
    throw std::invalid_argument("ClockWaiter: the clock is null");
  }
  // weak: a jump may be on its way to the callback when the handler is dropped
  impl_->jump_handler = clock->create_jump_callback(
    nullptr,
    [impl = std::weak_ptr<Impl>(impl_)](const rcl_time_jump_t &) {
      if (const auto alive = impl.lock()) {
        alive->notify();
      }
    },
    {true, {1}, {-1}});
}

ClockWaiter::~ClockWaiter() = default;

bool ClockWaiter::wait_until(
  std::unique_lock<std::mutex> & lock, const Time & abs_time, const std::function<bool()> & pred)
{
  if (abs_time.get_clock_type() != impl_->clock->get_clock_type()) {
    throw std::runtime_error("abs_time's clock type does not match this clock's type");
  }
  // The clock counts its jumps as it makes them. The callback comes later: a wait that begins in
  // between would take a jump for one that came during the wait.
  const std::int64_t went_back = detail::read(*impl_->clock).went_back;
  for (;;) {
    // what is notified from here on ends the wait below
    const std::uint64_t notifications = impl_->count_notifications();
    if (pred()) {
      return true;
    }
    const detail::ClockReading reading = detail::read(*impl_->clock);
    const std::int64_t until = base::add_saturated(
      abs_time.nanoseconds(), base::subtract_saturated(reading.went_back, went_back));
    if (reading.now >= until) {
      return false;
    }
    lock.unlock();
    impl_->wait(notifications, until);
    lock.lock();
  }
}

void ClockWaiter::notify_one()
{
  impl_->notify();
}

struct ClockConditionalVariable::Impl
{
  Impl(const Clock::SharedPtr & clock, Context::SharedPtr waits_end_with)
  : waiter(clock), context(std::move(waits_end_with))
  {
    if (!context || !context->accepts_entities()) {
      throw std::runtime_error("context cannot be slept with because it's invalid");
    }
    on_shutdown = context->add_on_shutdown_callback([this] { waiter.notify_one(); });
  }
  ~Impl() { context->remove_on_shutdown_callback(on_shutdown); }

  std::mutex mutex;  // the user's: guards what the predicate reads
  ClockWaiter waiter;
  const Context::SharedPtr context;
  OnShutdownCallbackHandle on_shutdown;
};

ClockConditionalVariable::ClockConditionalVariable(
  const Clock::SharedPtr & clock, Context::SharedPtr context)
: impl_(std::make_unique<Impl>(clock, std::move(context)))
{
}

ClockConditionalVariable::~ClockConditionalVariable() = default;

bool ClockConditionalVariable::wait_until(
  std::unique_lock<std::mutex> & lock, Time until, const std::function<bool()> & pred)
{
  if (lock.mutex() != &impl_->mutex) {
    throw std::runtime_error("ClockConditionalVariable: the lock is not of its mutex()");
  }
  impl_->waiter.wait_until(lock, until, [&] { return !impl_->context->is_valid() || pred(); });
  return impl_->context->is_valid();
}

void ClockConditionalVariable::notify_one()
{
  impl_->waiter.notify_one();
}

std::mutex & ClockConditionalVariable::mutex()
{
  return impl_->mutex;
}

}  // namespace rclcpp
