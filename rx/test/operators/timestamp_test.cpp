// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/timestamp.hpp.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Timestamp, AndTimeInterval)
{
  auto clock = new_clock();
  rx::subject<char> source;
  std::vector<long> at, between;
  source.get_observable().timestamp(clock).subscribe(
    [&](const std::pair<char, rx::time_point> & p) {
      at.push_back(p.second.time_since_epoch() / 1ms);
    });
  clock->advance_by(2ms);
  source.get_observable().time_interval(clock).subscribe(
    [&](rx::duration d) { between.push_back(d / 1ms); });
  clock->advance_by(1ms);
  source.on_next('a');
  clock->advance_by(5ms);
  source.on_next('b');
  EXPECT_EQ(at, (std::vector<long>{3, 8}));
  EXPECT_EQ(between, (std::vector<long>{1, 5}));
}

}  // namespace
