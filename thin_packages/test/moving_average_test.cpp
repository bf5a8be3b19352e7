// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Statistics of a series.
#include <gtest/gtest.h>

#include <cmath>

#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"

using libstatistics_collector::moving_average_statistics::MovingAverageStatistics;
using libstatistics_collector::moving_average_statistics::StatisticsDataToString;

TEST(MovingAverage, OfNothing)
{
  MovingAverageStatistics series;
  EXPECT_TRUE(std::isnan(series.Average()));
  EXPECT_TRUE(std::isnan(series.Min()));
  EXPECT_TRUE(std::isnan(series.Max()));
  EXPECT_TRUE(std::isnan(series.StandardDeviation()));
  EXPECT_EQ(series.GetCount(), 0u);
}

TEST(MovingAverage, OfSomeTemperatures)
{
  MovingAverageStatistics series;
  for (const double temperature : {-3.0, 1.0, std::nan(""), 5.0, 5.0}) {
    series.AddMeasurement(temperature);
  }
  EXPECT_DOUBLE_EQ(series.Average(), 2);
  EXPECT_DOUBLE_EQ(series.Min(), -3);
  EXPECT_DOUBLE_EQ(series.Max(), 5);
  EXPECT_DOUBLE_EQ(series.StandardDeviation(), std::sqrt(11));
  EXPECT_EQ(series.GetCount(), 4u);
  EXPECT_EQ(
    StatisticsDataToString(series.GetStatistics()),
    "avg=2, min=-3, max=5, std_dev=3.31662, count=4");
  series.Reset();
  series.AddMeasurement(1e9 + 1);
  series.AddMeasurement(1e9 - 1);
  EXPECT_DOUBLE_EQ(series.StandardDeviation(), 1);
}
