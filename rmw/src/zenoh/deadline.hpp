// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// zenoh::Deadline, the time within which an endpoint expects the next sample.

#ifndef ZENOH__DEADLINE_HPP_
#define ZENOH__DEADLINE_HPP_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "rmw/time.h"
#include "rmw/types.h"

namespace rmw::zenoh
{

/// Counts the periods without a sample. As on DDS they begin with the first sample. note_sample()
/// may be called on any thread, count_missed() on one.
class Deadline
{
public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(const rmw_time_t & period)
  : period_(std::chrono::nanoseconds(rmw_time_total_nsec(period)))
  {
  }

  /// Returns false for a period of 0 or of more than a century, which no process sees the end of.
  bool exists() const { return period_.count() > 0 && period_ < std::chrono::hours(24 * 36525); }

  /// Restarts the period. Returns true for the first sample, after which next() is finite.
  bool note_sample(Clock::time_point now)
  {
    return last_.exchange(now) == Clock::time_point::max();
  }

  /// Returns the number of periods that ended without a sample since the last call. total() is that
  /// of all calls.
  std::int32_t count_missed(Clock::time_point now)
  {
    const Clock::time_point last = last_.load();
    if (last != seen_) {
      seen_ = last;
      missed_ = 0;
    }
    if (last == Clock::time_point::max() || now <= last) {
      return 0;
    }
    const std::int64_t ended = (now - last) / period_;
    const std::int64_t more = ended - missed_;
    missed_ = ended;
    const auto change = static_cast<std::int32_t>(std::min<std::int64_t>(more, INT32_MAX));
    total_ += std::min(change, INT32_MAX - total_);
    return change;
  }
  std::int32_t total() const { return total_; }

  /// Returns the end of the present period; call it after count_missed().
  Clock::time_point next() const
  {
    return seen_ == Clock::time_point::max() ? seen_ : seen_ + (missed_ + 1) * period_;
  }

private:
  const std::chrono::nanoseconds period_;
  std::atomic<Clock::time_point> last_{Clock::time_point::max()};  // max: no sample yet
  Clock::time_point seen_ = Clock::time_point::max();
  std::int64_t missed_ = 0;  // since seen_
  std::int32_t total_ = 0;
};

}  // namespace rmw::zenoh

#endif  // ZENOH__DEADLINE_HPP_
