// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Decides when a thread of an executor parks because its threads only hold each other up.
#ifndef RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_
#define RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_

#include <cstdint>
#include <utility>

namespace rclcpp::executors::detail
{

/// One thread's view of the contention for its core. Not thread-safe; has no clock of its own.
///
/// If callbacks are as short as taking them, two threads may get less done than one: each item
/// moves the queue from one processor to the other. Where that may be so, one thread parks for an
/// interval at a time and compares what the others get done alone with what all did together. It
/// stays parked while alone is faster, and tries again now and then. That finds the break-even of
/// any machine by itself; a callback that is suddenly long delays others by one interval at most.
class ContentionGovernor
{
public:
  enum class Decision
  {
    keep,  // go on taking items
    park   // for one interval, then ask stay_parked()
  };

  /// What the thread sees with the core's lock, when it comes for the next item.
  struct Turn
  {
    std::uint64_t taken = 0;   // items that all threads have taken, ever
    bool alternated = false;   // another thread came since this one's last turn
    bool waited = false;       // in the kernel, for the lock
    bool is_contest = false;   // other threads are awake, and work waits
    bool other_parks = false;  // on the advice of its governor: there is nothing to compare with
  };

  static constexpr int turns_per_measurement = 32;
  /// An item that takes no longer, but for what the threads cost each other, is worth a look.
  static constexpr std::int64_t short_item_ns = 4'000;
  static constexpr std::int64_t interval_ns = 50'000;
  /// Turns without a measurement after parking that did not pay; doubled each time it does not.
  static constexpr int fewest_turns_at_rest = 256;
  static constexpr int most_turns_at_rest = 16'384;
  /// Intervals before it measures again how fast all are together; doubled as long as each pays.
  static constexpr int fewest_intervals = 64;
  static constexpr int most_intervals = 4'096;

  /// `now()` is the steady time in ns; it is called once in turns_per_measurement turns.
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

  /// After an interval that took `elapsed_ns`, in which the other threads took `items`: whether to
  /// park for another.
  bool stay_parked(std::int64_t elapsed_ns, std::uint64_t items);

  /// Back among the others, also if somebody ended the interval early.
  void on_return();

private:
  void start_measurement(std::uint64_t taken, std::int64_t now_ns);
  void measure(std::uint64_t taken, std::int64_t now_ns, bool waited);

  bool is_contended_ = false;  // the threads may be in each other's way
  int turns_ = -1;             // since the last measurement; negative: before the next begins
  int alternations_ = 0;       // of these turns
  std::int64_t measured_at_ns_ = 0;
  std::uint64_t taken_before_ = 0;
  double ns_per_item_ = 0;  // of all threads together

  int intervals_ = 0;  // parked for
  bool pays_ = false;  // the last one did
  int interval_limit_ = fewest_intervals;
  int rest_ = fewest_turns_at_rest;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CONTENTION_GOVERNOR_HPP_
