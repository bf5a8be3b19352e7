// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The report that the streams of a synchronize() never match.

#ifndef RXROS2__TIME__DETAIL__NO_MATCH_REPORT_HPP_
#define RXROS2__TIME__DETAIL__NO_MATCH_REPORT_HPP_

#include <array>
#include <chrono>
#include <cstddef>
#include <span>

#include "rx/time.hpp"

namespace rxros2::detail
{

/// Logs that nothing matches, and why. `newest` has the newest stamp of each stream, the minimum
/// for a stream without a message.
void log_no_match(std::span<const rx::time_point> newest);

/// Reports once that a synchronization of N streams has left out messages of some seconds before
/// its first match. The seconds are those of the stamps: streams do not begin at the same time.
template <std::size_t N>
class no_match_report
{
public:
  no_match_report() { first_.fill(rx::time_point::min()); }

  /// Counts a message that is left out while nothing has matched.
  void left_out(
    std::size_t stream, rx::time_point stamp, const std::array<rx::time_point, N> & newest)
  {
    if (first_[stream] == rx::time_point::min()) {
      first_[stream] = stamp;
    } else if (!is_reported_ && stamp - first_[stream] >= std::chrono::seconds(3)) {
      is_reported_ = true;
      log_no_match(newest);
    }
  }

private:
  std::array<rx::time_point, N> first_;
  bool is_reported_ = false;
};

}  // namespace rxros2::detail

#endif  // RXROS2__TIME__DETAIL__NO_MATCH_REPORT_HPP_
