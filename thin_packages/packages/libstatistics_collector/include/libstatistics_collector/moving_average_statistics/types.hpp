// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The statistics of a series of measurements.
#ifndef LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_
#define LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

namespace libstatistics_collector::moving_average_statistics
{

/// The statistics of a series; NaN for values without measurements.
struct StatisticData
{
  double average = std::nan("");
  double min = std::nan("");
  double max = std::nan("");
  double standard_deviation = std::nan("");  ///< of the whole series: divided by n
  std::uint64_t sample_count = 0;
};

/// Returns "avg=…, min=…, max=…, std_dev=…, count=…", which tools parse.
inline std::string StatisticsDataToString(const StatisticData & results)
{
  std::ostringstream text;
  text << "avg=" << results.average << ", min=" << results.min << ", max=" << results.max
       << ", std_dev=" << results.standard_deviation << ", count=" << results.sample_count;
  return text.str();
}

}  // namespace libstatistics_collector::moving_average_statistics

#endif  // LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_
