// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// When a deadline is due and how many were missed.
#include "intra_process/deadline.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "executors/core.hpp"

namespace rclcpp::intra_process
{

namespace engine = executors::detail;

namespace
{

// As far as the fields of ROS 2's events go.
std::int32_t counted(std::int64_t periods)
{
  return static_cast<std::int32_t>(
    std::min<std::int64_t>(periods, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

Deadline::Deadline(std::int64_t period_ns, std::function<void(std::int32_t, std::int32_t)> missed)
: EventHandlerBase(
    static_cast<engine::Entity &>(*this), static_cast<rclcpp::detail::NotifiesReady &>(*this)),
  period_ns_(period_ns),
  missed_(std::move(missed))
{
}

void Deadline::start(std::int64_t now_ns) noexcept
{
  {
    std::lock_guard lock(mutex_);
    counted_to_ns_ = now_ns;
  }
  arm_at(now_ns + period_ns_);
}

void Deadline::arm_at(std::int64_t due_ns) noexcept
{
  engine::Sleeper * sleeper;
  {
    engine::Hold hold(*this);
    hold.core().arm(*this, due_ns, engine::TimeBase::steady);
    sleeper = hold.core().sleeper_to_wake();
  }
  if (sleeper) {
    engine::Sleeper::wake(sleeper);
  }
  tell_watcher();
}

bool Deadline::has_item(engine::Due & next) const noexcept
{
  engine::Hold hold(*this);
  if (due == 0) {
    return false;  // not started
  }
  const std::int64_t at =
    std::max(due, last_ns_.load(std::memory_order_relaxed) + period_ns_);
  next.steady = std::min(next.steady, at);
  return at <= engine::steady_now();
}

std::shared_ptr<void> Deadline::take_data()
{
  const Missed missed = take();
  return missed.change > 0 ? std::make_shared<Missed>(missed) : nullptr;
}

void Deadline::execute(const std::shared_ptr<void> & data)
{
  if (data) {
    const auto missed = std::static_pointer_cast<Missed>(data);
    missed_(missed->total, missed->change);
  }
}

bool Deadline::execute_one()
{
  const Missed missed = take();
  if (missed.change > 0) {
    ready_callback.notify(static_cast<std::size_t>(missed.change));
    missed_(missed.total, missed.change);
  }
  return true;
}

Deadline::Missed Deadline::take()
{
  const std::int64_t now_ns = engine::steady_now();
  Missed missed{};
  std::int64_t next_ns;
  {
    std::lock_guard lock(mutex_);
    const std::int64_t since = std::max(counted_to_ns_, last_ns_.load(std::memory_order_relaxed));
    const std::int64_t periods = std::max<std::int64_t>(0, (now_ns - since) / period_ns_);
    counted_to_ns_ = since + periods * period_ns_;
    missed.change = counted(periods);
    total_ = missed.total = counted(std::int64_t{total_} + missed.change);
    next_ns = counted_to_ns_ + period_ns_;
  }
  arm_at(next_ns);
  return missed;
}

}  // namespace rclcpp::intra_process
