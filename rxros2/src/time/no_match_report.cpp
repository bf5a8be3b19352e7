// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "rxros2/time/detail/no_match_report.hpp"

#include <algorithm>

#include "nodes/stream_reports.hpp"
#include "rclcpp/logging.hpp"
#include "rxros2/nodes/detail/node_scheduler.hpp"

namespace rxros2::detail
{

void log_no_match(std::span<const rx::time_point> newest)
{
  const auto * const scheduler = node_scheduler::current();
  const auto node = scheduler ? scheduler->node().lock() : nullptr;
  const rclcpp::Logger logger = node ? logger_of(*node) : rclcpp::get_logger("rxros2");
  const auto [first, last] = std::minmax_element(newest.begin(), newest.end());
  if (*first == rx::time_point::min()) {
    RCLCPP_WARN(
      logger,
      "synchronize: no messages match: stream %td of %zu has had none; check its topic and its "
      "publisher",
      first - newest.begin() + 1, newest.size());
  } else {
    RCLCPP_WARN(
      logger,
      "synchronize: no messages match: the newest stamp of stream %td is %.3f s after that of "
      "stream %td; stamp the messages by one clock, or allow this difference",
      last - newest.begin() + 1, std::chrono::duration<double>(*last - *first).count(),
      first - newest.begin() + 1);
  }
}

}  // namespace rxros2::detail
