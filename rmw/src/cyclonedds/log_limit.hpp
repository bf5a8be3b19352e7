// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Limits the log lines that peers can provoke.

#ifndef CYCLONEDDS__LOG_LIMIT_HPP_
#define CYCLONEDDS__LOG_LIMIT_HPP_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/rate_limit.hpp"

namespace rmw::detail
{

/// Lets 20 lines pass at once and then one per second. A line that repeats itself passes once a
/// minute (a rejected stranger returns every second), and lines that differ only in names and
/// numbers, which the sender of rejected packets can choose, pass three times a minute. Not
/// thread-safe.
class LogLimit
{
public:
  using Time = base::RateLimit::Clock::time_point;

  /// Returns the number of lines rejected since the last one that passed, if this one may pass;
  /// otherwise nullopt.
  std::optional<std::uint64_t> pass(std::string_view line, Time now)
  {
    const std::size_t hash = std::hash<std::string_view>()(line);
    const std::size_t kind = std::hash<std::string_view>()(kind_of(line));
    int alike = 0;
    for (const Passed & item : recent_) {
      if (item.at && now - *item.at < std::chrono::minutes(1) && item.kind == kind) {
        alike += item.hash == hash ? most_alike : 1;
      }
    }
    if (alike >= most_alike) {
      ++repeated_;
      return std::nullopt;
    }
    const auto refused = limit_.pass(now);
    if (!refused) {
      return std::nullopt;
    }
    recent_[next_] = {hash, kind, now};
    next_ = (next_ + 1) % recent_.size();
    return *refused + std::exchange(repeated_, 0);
  }

private:
  static constexpr int most_alike = 3;

  struct Passed
  {
    std::size_t hash = 0;
    std::size_t kind = 0;
    std::optional<Time> at;
  };

  /// Returns the part of a line of Cyclone before names and numbers: "malformed packet received
  /// from vendor ", "handshake ".
  static std::string_view kind_of(std::string_view line)
  {
    const std::string_view words = line.substr(0, line.find_first_of("0123456789(<='\""));
    return words.empty() ? line : words;
  }

  // More than can pass in a minute.
  std::array<Passed, 128> recent_{};
  std::size_t next_ = 0;
  std::uint64_t repeated_ = 0;
  base::RateLimit limit_{20, std::chrono::seconds(1)};
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__LOG_LIMIT_HPP_
