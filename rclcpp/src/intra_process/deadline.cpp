// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// When a deadline is due and how many were missed.
#include "intra_process/deadline.hpp"

#include <algorithm>
#include <utility>

#include "executors/core.hpp"

namespace rclcpp::intra_process
{

namespace engine = executors::detail;

Deadline::Deadline(std::int64_t period_ns, std::function<void(std::int32_t, std::int32_t)> missed)
: period_ns_(period_ns), missed_(std::move(missed))
{
}

void Deadline::start(std::int64_t now_ns) noexcept
{
  counted_to_ns_ = now_ns;
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
}

bool Deadline::execute_one()
{
  const std::int64_t now_ns = engine::steady_now();
  const std::int64_t since = std::max(counted_to_ns_, last_ns_.load(std::memory_order_relaxed));
  const std::int64_t change = std::max<std::int64_t>(0, (now_ns - since) / period_ns_);
  counted_to_ns_ = since + change * period_ns_;
  total_ += static_cast<std::int32_t>(change);
  const std::int32_t total = total_;
  arm_at(counted_to_ns_ + period_ns_);
  if (change > 0) {
    ready_callback.notify(static_cast<std::size_t>(change));
    missed_(total, static_cast<std::int32_t>(change));
  }
  return true;
}

}  // namespace rclcpp::intra_process
