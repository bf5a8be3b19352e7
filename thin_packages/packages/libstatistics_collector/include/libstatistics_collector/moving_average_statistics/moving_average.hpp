// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Average, extremes and standard deviation of a series without storing it.
#ifndef LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_
#define LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>

#include "libstatistics_collector/moving_average_statistics/types.hpp"

namespace libstatistics_collector::moving_average_statistics
{

/// Computes statistics with Welford's algorithm, which keeps its precision for small deviations.
/// All functions are thread-safe.
class MovingAverageStatistics
{
public:
  virtual ~MovingAverageStatistics() = default;

  /// Return one value; NaN before the first measurement.
  double Average() const { return GetStatistics().average; }
  double Max() const { return GetStatistics().max; }
  double Min() const { return GetStatistics().min; }
  double StandardDeviation() const { return GetStatistics().standard_deviation; }

  /// Returns all values of the same measurements.
  StatisticData GetStatistics() const
  {
    std::lock_guard lock(mutex_);
    StatisticData result = data_;
    if (data_.sample_count > 0) {
      result.standard_deviation =
        std::sqrt(squared_deviations_ / static_cast<double>(data_.sample_count));
    }
    return result;
  }

  /// Removes all measurements.
  void Reset()
  {
    std::lock_guard lock(mutex_);
    data_ = {};
    squared_deviations_ = 0;
  }

  /// Adds a measurement; NaN is ignored.
  virtual void AddMeasurement(double item)
  {
    if (std::isnan(item)) {
      return;
    }
    std::lock_guard lock(mutex_);
    const double before = data_.sample_count == 0 ? 0 : data_.average;
    ++data_.sample_count;
    data_.average = before + (item - before) / static_cast<double>(data_.sample_count);
    squared_deviations_ += (item - before) * (item - data_.average);
    data_.min = std::fmin(data_.min, item);  // returns the other argument if one is NaN
    data_.max = std::fmax(data_.max, item);
  }

  std::uint64_t GetCount() const { return GetStatistics().sample_count; }

private:
  mutable std::mutex mutex_;  // guards the members below
  StatisticData data_;
  double squared_deviations_ = 0;  // the sum of squared deviations from the average
};

}  // namespace libstatistics_collector::moving_average_statistics

#endif  // LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_
