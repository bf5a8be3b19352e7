// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Limits log lines that peers can provoke as often as they like.
#ifndef BASE__RATE_LIMIT_HPP_
#define BASE__RATE_LIMIT_HPP_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace base
{

/// A rate limit: `at_once` events may pass at once, and one more in each period. Thread-safe.
class RateLimit
{
public:
  using Clock = std::chrono::steady_clock;

  constexpr RateLimit(std::int64_t at_once, Clock::duration period)
  : at_once_(at_once), period_(period), left_(at_once)
  {
  }

  /// Returns the number of events rejected since the last one that passed, if this one may pass;
  /// otherwise nullopt.
  std::optional<std::uint64_t> pass(Clock::time_point now = Clock::now())
  {
    std::lock_guard lock(mutex_);
    if (!last_refill_) {
      last_refill_ = now;
    }
    const auto periods = (now - *last_refill_) / period_;
    left_ = std::min<std::int64_t>(at_once_, left_ + periods);
    *last_refill_ += periods * period_;
    if (left_ == 0) {
      ++refused_;
      return std::nullopt;
    }
    --left_;
    return std::exchange(refused_, 0);
  }

private:
  const std::int64_t at_once_;
  const Clock::duration period_;
  std::mutex mutex_;  // guards the members below
  std::int64_t left_;
  std::uint64_t refused_ = 0;
  std::optional<Clock::time_point> last_refill_;
};

/// The rate limit of an endpoint's log lines about peers; any program in the network can add peers.
class PeerReports : public RateLimit
{
public:
  PeerReports() : RateLimit(10, std::chrono::minutes(1)) {}
};

/// Returns a note for the end of a line; empty if no line was suppressed.
inline std::string and_as_many_unsaid(std::uint64_t refused)
{
  return refused == 0 ? "" : " (" + std::to_string(refused) + " more like this were not logged)";
}

}  // namespace base

#endif  // BASE__RATE_LIMIT_HPP_
