// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sleeping on a futex with an absolute deadline, and the choice of the thread to wake.
#include "executors/parking.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "base/clock.hpp"
#include "rclcpp/virtual_time.hpp"

namespace rclcpp::executors::detail
{

std::int64_t to_steady(const Due & due) noexcept
{
  if (due.system == Due::never) {
    return due.steady;
  }
  // Read first: a few ns too late is better than too early.
  const std::int64_t in = due.system - base::system_now();
  return std::min(due.steady, base::steady_now() + in);
}

void ParkingSpot::park(const Due & due) noexcept
{
  if (base::virtual_now) [[unlikely]] {
    VirtualTime::current()->wait(to_steady(due));
    return;
  }
  // A futex watches one clock.
  const bool system = due.steady == Due::never && due.system != Due::never;
  const std::int64_t deadline = system ? due.system : to_steady(due);
  timespec until{};
  const bool limited = deadline != Due::never;
  if (limited) {
    until.tv_sec = deadline / 1000000000;
    until.tv_nsec = deadline % 1000000000;
  }
  // A relative timeout would add the time between its computation and the sleep; WAIT_BITSET takes
  // an absolute one.
  const int operation = FUTEX_WAIT_BITSET_PRIVATE | (system ? FUTEX_CLOCK_REALTIME : 0);
  ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&called_), operation, 0,
    limited ? &until : nullptr, nullptr, FUTEX_BITSET_MATCH_ANY);
}

void ParkingSpot::wake(ParkingSpot * spot) noexcept
{
  ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&spot->called_), FUTEX_WAKE_PRIVATE, 1, nullptr,
    nullptr, 0);
}

ParkingSpot * ParkingLot::call(std::size_t index)
{
  ParkingSpot * spot = spots_[index];
  spots_[index] = spots_.back();
  spots_.pop_back();
  if (spot == timekeeper_) {
    timekeeper_ = nullptr;
  }
  spot->call();
  return spot;
}

// The thread that fell asleep last has the warmest cache. The timekeeper is left to its timer while
// there are others.
ParkingSpot * ParkingLot::call_one()
{
  if (spots_.empty()) {
    return nullptr;
  }
  const std::size_t last = spots_.size() - 1;
  return call(spots_[last] == timekeeper_ && last > 0 ? last - 1 : last);
}

ParkingSpot * ParkingLot::call_timekeeper()
{
  const auto entry = std::find(spots_.begin(), spots_.end(), timekeeper_);
  return call(static_cast<std::size_t>(entry - spots_.begin()));
}

void ParkingLot::remove(ParkingSpot & spot)
{
  const auto entry = std::find(spots_.begin(), spots_.end(), &spot);
  if (entry == spots_.end()) {
    return;
  }
  spots_.erase(entry);
  if (timekeeper_ == &spot) {
    timekeeper_ = nullptr;
  }
}

}  // namespace rclcpp::executors::detail
