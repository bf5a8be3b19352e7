// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Decides when a thread of an executor parks because the threads only slow each other down.
#ifndef RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_
#define RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_

#include <cstdint>
#include <utility>

namespace rclcpp::executors::detail
{

/// One thread's view of the contention for its core. Not thread-safe; has no clock of its own.
///
/// If callbacks are as short as the work of taking them, two threads may have less throughput than
/// one: each item moves the queue from one processor to the other. In that case one thread parks
/// for an interval and compares the throughput of the others with that of all threads. It stays
/// parked while they are faster without it, and tries again from time to time. This finds the
/// break-even point of each machine. If a callback suddenly takes long, others are delayed by one
/// interval at most.
class ContentionGovernor
{
public:
  enum class Decision
  {
    keep,  // continue to take items
    park   // park for one interval, then call stay_parked()
  };

  /// The observations of the thread with the core's lock, when it fetches the next item.
  struct Turn
  {
    std::uint64_t taken = 0;   // items that all threads have taken since the start
    bool alternated = false;   // another thread came between this one's last two turns
    bool waited = false;       // waited in the kernel for the lock
    bool is_contest = false;   // other threads are awake and work waits
    bool other_parks = false;  // parked by its governor: there is nothing to compare with
  };

  static constexpr int turns_per_measurement = 32;
  /// Items that take at most this long, without the costs of contention, are worth a measurement.
  static constexpr std::int64_t short_item_ns = 4'000;
  static constexpr std::int64_t interval_ns = 50'000;
  /// Turns without a measurement after an interval that did not pay; doubled each time.
  static constexpr int fewest_turns_at_rest = 256;
  static constexpr int most_turns_at_rest = 16'384;
  /// Intervals until all threads are measured again; doubled as long as each one pays.
  static constexpr int fewest_intervals = 64;
  static constexpr int most_intervals = 4'096;

  /// `now()` returns the steady time in ns; it is called once in turns_per_measurement turns.
  template <typename Now>
  Decision on_turn(const Turn & turn, const Now & now)
  {
    if (!turn.other_parks) {
      alternations_ += turn.alternated ? 1 : 0;
      const bool waited = turn.waited && turns_ > 0;
      ++turns_;
      if (turns_ == 0) {
        start_measurement(turn.taken, now());
      } else if (turns_ == turns_per_measurement || waited) [[unlikely]] {
        measure(turn.taken, now(), waited);
      }
    }
    if (!is_contended_ || !turn.is_contest) [[likely]] {
      return Decision::keep;
    }
    is_contended_ = false;
    intervals_ = 0;
    return Decision::park;
  }

  /// Returns true if the thread shall park for another interval, after an interval of `elapsed_ns`
  /// in which the other threads took `items`.
  bool stay_parked(std::int64_t elapsed_ns, std::uint64_t items);

  /// Call when the thread takes items again, also if the interval was ended early.
  void on_return();

private:
  void start_measurement(std::uint64_t taken, std::int64_t now_ns);
  void measure(std::uint64_t taken, std::int64_t now_ns, bool waited);

  bool is_contended_ = false;  // the threads may slow each other down
  int turns_ = -1;             // since the last measurement; negative: before the next one starts
  int alternations_ = 0;       // among these turns
  std::int64_t measured_at_ns_ = 0;
  std::uint64_t taken_before_ = 0;
  double ns_per_item_ = 0;  // of all threads together

  int intervals_ = 0;  // number of intervals in the parked state
  bool pays_ = false;  // the last interval was worth it
  int interval_limit_ = fewest_intervals;
  int rest_ = fewest_turns_at_rest;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_
