// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the throughput of all threads and compares it with that of fewer threads.
#include "executors/contention_governor.hpp"

#include <algorithm>

namespace rclcpp::executors::detail
{

void ContentionGovernor::start_measurement(std::uint64_t taken, std::int64_t now_ns)
{
  measured_at_ns_ = now_ns;
  taken_before_ = taken;
  alternations_ = 0;
  turns_ = 0;
}

// Waiting in the kernel is contention by itself: the lock may pass from one sleeping thread to the
// next. Otherwise most turns must have alternated, with short items.
void ContentionGovernor::measure(std::uint64_t taken, std::int64_t now_ns, bool waited)
{
  const std::int64_t elapsed_ns = now_ns - measured_at_ns_;
  is_contended_ = waited || (alternations_ > turns_per_measurement / 2 &&
                             elapsed_ns < turns_per_measurement * short_item_ns);
  ns_per_item_ = taken == taken_before_
                   ? 0
                   : static_cast<double>(elapsed_ns) / static_cast<double>(taken - taken_before_);
  start_measurement(taken, now_ns);
}

bool ContentionGovernor::stay_parked(std::int64_t elapsed_ns, std::uint64_t items)
{
  ++intervals_;
  pays_ = static_cast<double>(items) * ns_per_item_ > static_cast<double>(elapsed_ns);
  return pays_ && intervals_ < interval_limit_;
}

void ContentionGovernor::on_return()
{
  if (pays_) {
    interval_limit_ = std::min(2 * interval_limit_, most_intervals);
    turns_ = -1;
  } else {
    interval_limit_ = fewest_intervals;
    turns_ = -rest_;
  }
  rest_ = intervals_ > 1 ? fewest_turns_at_rest : std::min(2 * rest_, most_turns_at_rest);
}

}  // namespace rclcpp::executors::detail
