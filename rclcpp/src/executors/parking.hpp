// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where threads sleep until work or a point in time wakes them.
#ifndef RCLCPP__EXECUTORS__PARKING_HPP_
#define RCLCPP__EXECUTORS__PARKING_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

/// The first of both, in steady time.
std::int64_t to_steady(const Due & due) noexcept;

/// One thread parks; another calls it and then wakes it. An executor calls with its core's lock
/// and wakes after it: a thread that has not fallen asleep yet is back at once.
class ParkingSpot
{
public:
  /// Forgets former calls. By the thread itself, before others can see that it is going to park.
  void prepare() noexcept { called_.store(0, std::memory_order_seq_cst); }

  /// Sleeps until called, until the first of `due` at the latest; may return early. A system clock
  /// that is set meanwhile never holds up what is due on the steady one; what is due on itself it
  /// brings forward or puts off at once if that is all that is due, else at the next call.
  void park(const Due & due) noexcept;

  void call() noexcept { called_.store(1, std::memory_order_release); }
  bool is_called() const noexcept { return called_.load(std::memory_order_relaxed) != 0; }

  /// After call(): the spot may be gone by now, only its address is used.
  static void wake(ParkingSpot * spot) noexcept;

  /// Calls and wakes, if the spot never goes. Costs no system call if it is called already.
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
/// the next timer, the others sleep until they are called.
class ParkingLot
{
public:
  void reserve(std::size_t threads) { spots_.reserve(threads); }
  bool is_empty() const { return spots_.empty(); }
  bool has_timekeeper() const { return timekeeper_ != nullptr; }
  std::int64_t timekeeper_until() const { return timekeeper_until_; }

  void add(ParkingSpot & spot) { spots_.push_back(&spot); }
  /// One that was added becomes the timekeeper.
  void keep_time(ParkingSpot & spot, std::int64_t until)
  {
    timekeeper_ = &spot;
    timekeeper_until_ = until;
  }
  /// When its thread is awake: takes it out if nobody has.
  void remove(ParkingSpot & spot);

  /// Takes out the one to be woken for work, and calls it; null if there is none.
  ParkingSpot * call_one();
  /// The same with the timekeeper, which must be there.
  ParkingSpot * call_timekeeper();

private:
  ParkingSpot * call(std::size_t index);

  std::vector<ParkingSpot *> spots_;
  ParkingSpot * timekeeper_ = nullptr;
  std::int64_t timekeeper_until_ = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__PARKING_HPP_
