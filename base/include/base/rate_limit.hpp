// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// For what others can provoke as often as they like: log lines about them.
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

/// Lets so many pass at once, and one each period after that. Thread-safe.
class RateLimit
{
public:
  using Clock = std::chrono::steady_clock;

  constexpr RateLimit(std::int64_t at_once, Clock::duration period)
  : at_once_(at_once), period_(period), left_(at_once)
  {
  }

  /// If this one may pass, how many could not since the last that did; else nothing.
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
  std::mutex mutex_;
  std::int64_t left_;
  std::uint64_t refused_ = 0;
  std::optional<Clock::time_point> last_refill_;
};

/// What an endpoint logs of its peers, whose number anybody in the network can choose.
class PeerReports : public RateLimit
{
public:
  PeerReports() : RateLimit(10, std::chrono::minutes(1)) {}
};

/// For the end of a line: empty if none were refused.
inline std::string and_as_many_unsaid(std::uint64_t refused)
{
  return refused == 0 ? "" : " (" + std::to_string(refused) + " more like this were not logged)";
}

}  // namespace base

#endif  // BASE__RATE_LIMIT_HPP_
