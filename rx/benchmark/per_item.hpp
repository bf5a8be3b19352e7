// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports allocations per item; for the programs of rx_benchmark.

#ifndef PER_ITEM_HPP_
#define PER_ITEM_HPP_

#include <benchmark/benchmark.h>

#include "count_allocations.hpp"

// Counts the allocations of the timed loop.
class per_item
{
public:
  explicit per_item(benchmark::State & state) : state_(state), before_(allocations()) {}
  ~per_item()
  {
    state_.counters["allocs/item"] = benchmark::Counter(
      static_cast<double>(allocations() - before_), benchmark::Counter::kAvgIterations);
  }

private:
  benchmark::State & state_;
  long before_;
};

#endif  // PER_ITEM_HPP_
