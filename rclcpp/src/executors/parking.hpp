// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The places where threads sleep until work or a point in time wakes them.
#ifndef RCLCPP__EXECUTORS__PARKING_HPP_
#define RCLCPP__EXECUTORS__PARKING_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

/// Returns the earlier of both times, in steady time.
std::int64_t to_steady(const Due & due) noexcept;

/// One thread parks; another thread calls it and then wakes it. An executor calls with its core's
/// lock held and wakes after unlocking: a thread that has not fallen asleep yet returns at once.
class ParkingSpot
{
public:
  /// Discards earlier calls. The thread does this before others can see that it is going to park.
  void prepare() noexcept { called_.store(0, std::memory_order_seq_cst); }

  /// Waits until it is called, at the latest until the first time in `due`; may return early.
  /// Sleeps, and receives what other processes of this host send if no other thread does.
  /// Setting the system clock never delays a steady deadline. It moves a deadline of the system
  /// clock at once if that is the only one, otherwise at the next call.
  void park(const Due & due) noexcept;
  /// Does the same, but only sleeps.
  void sleep(const Due & due) noexcept;

  void call() noexcept { called_.store(1, std::memory_order_release); }
  bool is_called() const noexcept { return called_.load(std::memory_order_relaxed) != 0; }

  /// Wakes the thread after call(). The spot may already be destroyed; only its address is used.
  static void wake(ParkingSpot * spot) noexcept;

  /// Calls and wakes the thread; only for spots that are never destroyed. Costs no system call if
  /// it has already been called.
  void notify() noexcept
  {
    if (called_.exchange(1, std::memory_order_seq_cst) == 0) {
      wake(this);
    }
  }

private:
  std::atomic<std::uint32_t> called_{0};
};

/// The parked threads of a core, guarded by its lock. One of them is the timekeeper: it wakes for
/// the next timer; the others sleep until they are called.
class ParkingLot
{
public:
  void reserve(std::size_t threads) { spots_.reserve(threads); }
  bool is_empty() const { return spots_.empty(); }
  bool has_timekeeper() const { return timekeeper_ != nullptr; }
  std::int64_t timekeeper_until() const { return timekeeper_until_; }

  void add(ParkingSpot & spot) { spots_.push_back(&spot); }
  /// Makes an added spot the timekeeper.
  void keep_time(ParkingSpot & spot, std::int64_t until)
  {
    timekeeper_ = &spot;
    timekeeper_until_ = until;
  }
  /// Removes the spot of an awake thread, unless it was already removed.
  void remove(ParkingSpot & spot);

  /// Removes the spot to wake for work, and calls it; null if there is none.
  ParkingSpot * call_one();
  /// Does the same with the timekeeper, which must exist.
  ParkingSpot * call_timekeeper();

private:
  ParkingSpot * call(std::size_t index);

  std::vector<ParkingSpot *> spots_;
  ParkingSpot * timekeeper_ = nullptr;
  std::int64_t timekeeper_until_ = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__PARKING_HPP_
