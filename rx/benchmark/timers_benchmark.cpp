// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the cost of a timer among many others; part of rx_benchmark.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "per_item.hpp"
#include "rx/rx.hpp"

namespace
{

using namespace std::chrono_literals;

// A number of timers that are not due yet.
class waiting_timers
{
public:
  explicit waiting_timers(std::int64_t count)
  {
    for (std::int64_t i = 0; i < count; ++i) {
      streams_.push_back(
        rx::sources::timer(1h + rx::duration(i * 7919 % count), clock_).subscribe([](long) {}));
    }
  }
  waiting_timers(const waiting_timers &) = delete;
  waiting_timers & operator=(const waiting_timers &) = delete;
  ~waiting_timers() { cancel(); }

  void cancel()
  {
    for (const rx::subscription & each : streams_) {
      each.dispose();
    }
    streams_.clear();
  }
  rx::environment env() const { return clock_; }

private:
  std::shared_ptr<rx::schedulers::virtual_time> clock_ =
    std::make_shared<rx::schedulers::virtual_time>();
  std::vector<rx::subscription> streams_;
};

// Subscribes to and disposes one timer while others wait.
void timer_beside(benchmark::State & state)
{
  const waiting_timers others(state.range(0));
  const auto timer = rx::sources::timer(30min, others.env());
  per_item count(state);
  for (auto _ : state) {
    timer.subscribe([](long) {}).dispose();
  }
}
BENCHMARK(timer_beside)->Arg(1000)->Arg(100'000);

// The cost per timer of disposing many timers one after the other.
void timer_cancelled_of(benchmark::State & state)
{
  const std::int64_t count = state.range(0);
  while (state.KeepRunningBatch(count)) {
    state.PauseTiming();
    {
      waiting_timers timers(count);
      state.ResumeTiming();
      timers.cancel();
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
}
BENCHMARK(timer_cancelled_of)->Arg(1000)->Arg(100'000);

}  // namespace
