// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How much of what peers can provoke is logged.

#ifndef CYCLONEDDS__LOG_LIMIT_HPP_
#define CYCLONEDDS__LOG_LIMIT_HPP_

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace rmw::detail
{

/// Lets 20 lines pass at once and then one a second, and a line that repeats itself once a minute:
/// a stranger whom Cyclone refuses comes back every second. Not thread-safe.
class LogLimit
{
public:
  using Time = std::chrono::steady_clock::time_point;

  /// How many lines could not pass since the last that did, if this one may; else nothing.
  std::optional<std::uint64_t> pass(std::string_view line, Time now)
  {
    const std::size_t hash = std::hash<std::string_view>()(line);
    const bool repeats = std::any_of(recent_.begin(), recent_.end(), [&](const Passed & each) {
      return each.hash == hash && each.at && now - *each.at < std::chrono::minutes(1);
    });
    refill(now);
    if (repeats || tokens_ == 0) {
      ++suppressed_;
      return std::nullopt;
    }
    --tokens_;
    recent_[next_] = {hash, now};
    next_ = (next_ + 1) % recent_.size();
    return std::exchange(suppressed_, 0);
  }

private:
  struct Passed
  {
    std::size_t hash = 0;
    std::optional<Time> at;
  };

  void refill(Time now)
  {
    if (!last_refill_) {
      last_refill_ = now;
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now - *last_refill_);
    tokens_ = std::min<std::int64_t>(burst, tokens_ + seconds.count());
    *last_refill_ += seconds;
  }

  static constexpr std::int64_t burst = 20;

  // More than can pass in a minute.
  std::array<Passed, 128> recent_{};
  std::size_t next_ = 0;
  std::int64_t tokens_ = burst;
  std::uint64_t suppressed_ = 0;
  std::optional<Time> last_refill_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__LOG_LIMIT_HPP_
