// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sleeping on a futex with an absolute deadline, and the choice of the thread to wake.
#include "executors/parking.hpp"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "rclcpp/virtual_time.hpp"
#include "rmw/receive_turn.hpp"

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

namespace
{

// Until when a futex sleeps, which watches one clock.
struct Timeout
{
  explicit Timeout(const Due & due)
  : is_system(due.steady == Due::never && due.system != Due::never),
    deadline(std::max<std::int64_t>(is_system ? due.system : to_steady(due), 0)),
    time{deadline / 1000000000, deadline % 1000000000}
  {
  }

  const timespec * get() const { return deadline == Due::never ? nullptr : &time; }
  bool is_over() const
  {
    return deadline != Due::never &&
           (is_system ? base::system_now() : base::steady_now()) >= deadline;
  }

  bool is_system;
  std::int64_t deadline;
  timespec time;
};

// Sleeps while `called` is 0 and the bell has its value; returns an error number.
int sleep_on_both(
  const std::atomic<std::uint32_t> & called, const rmw::ReceiveTurn::Bell & bell,
  const Timeout & timeout)
{
  // The futex_waitv of Linux 5.16, which older headers do not declare.
  constexpr long number = 449;
  constexpr std::uint32_t of_32_bits = 2;
  struct Waiter
  {
    std::uint64_t value;
    std::uint64_t address;
    std::uint32_t flags;
    std::uint32_t reserved;
  };
  const Waiter waiters[] = {
    {0, reinterpret_cast<std::uintptr_t>(&called), of_32_bits | FUTEX_PRIVATE_FLAG, 0},
    {bell.value, reinterpret_cast<std::uintptr_t>(bell.word), of_32_bits, 0}};
  // Both have 64 bits, whatever the C library's timespec has.
  const std::int64_t until[] = {timeout.time.tv_sec, timeout.time.tv_nsec};
  const long result = ::syscall(
    number, waiters, 2, 0, timeout.get() ? until : nullptr,
    timeout.is_system ? CLOCK_REALTIME : CLOCK_MONOTONIC);
  return result < 0 ? errno : 0;
}

// False if the kernel, or a filter of system calls, does not let a thread sleep on two futexes.
std::atomic<bool> can_sleep_on_both{true};

// The spot where this thread may receive a message for itself: nobody has to wake it then.
[[gnu::tls_model("initial-exec")]] thread_local constinit const ParkingSpot * own_spot = nullptr;

// Waits until the spot is called, and receives; returns false if this thread must only sleep.
bool receive(
  const ParkingSpot & spot, const std::atomic<std::uint32_t> & called, const Timeout & timeout)
{
  if (!can_sleep_on_both.load(std::memory_order_relaxed)) {
    return false;
  }
  rmw::ReceiveTurn turn;
  bool slept = false;
  bool received = false;
  while (turn) {
    if (spot.is_called() || (received && timeout.is_over())) {
      return true;
    }
    received = slept && turn.receive_one();
    if (received) {
      continue;
    }
    slept = true;
    if (const auto bell = turn.begin_sleep()) {
      const int error = sleep_on_both(called, *bell, timeout);
      turn.end_sleep();
      if (error == ETIMEDOUT || error == EINTR) {
        return true;
      }
      if (error == ENOSYS || error == EPERM || error == EACCES) {
        can_sleep_on_both.store(false, std::memory_order_relaxed);
      }
      if (error != 0 && error != EAGAIN) {
        return false;
      }
    }
  }
  return false;
}

}  // namespace

void ParkingSpot::park(const Due & due) noexcept
{
  const ParkingSpot * const outer = std::exchange(own_spot, this);
  const bool over = !base::virtual_now && receive(*this, called_, Timeout(due));
  own_spot = outer;
  if (!over) {
    sleep(due);
  }
}

void ParkingSpot::sleep(const Due & due) noexcept
{
  if (base::virtual_now) [[unlikely]] {
    VirtualTime::current()->wait(to_steady(due));
    return;
  }
  const Timeout timeout(due);
  // A relative timeout would add the time between its computation and the sleep; WAIT_BITSET takes
  // an absolute one.
  const int operation = FUTEX_WAIT_BITSET_PRIVATE | (timeout.is_system ? FUTEX_CLOCK_REALTIME : 0);
  ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&called_), operation, 0, timeout.get(), nullptr,
    FUTEX_BITSET_MATCH_ANY);
}

void ParkingSpot::wake(ParkingSpot * spot) noexcept
{
  if (spot == own_spot) {
    return;
  }
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

// A thread that receives the work is awake. Else the one that fell asleep last has the warmest
// cache. The timekeeper is left to its timer while there are others.
ParkingSpot * ParkingLot::call_one()
{
  if (spots_.empty()) {
    return nullptr;
  }
  if (own_spot) {
    const auto own = std::find(spots_.begin(), spots_.end(), own_spot);
    if (own != spots_.end()) {
      return call(static_cast<std::size_t>(own - spots_.begin()));
    }
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
