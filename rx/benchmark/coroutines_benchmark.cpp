// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the cost of tasks; part of rx_benchmark.

#include <benchmark/benchmark.h>

#include <memory>

#include "per_item.hpp"
#include "rx/rx.hpp"

namespace
{

void co_await_ready_item(benchmark::State & state)
{
  rx::run([](benchmark::State & s) -> rx::task<> {
    rx::subject<int> source;
    auto items = rx::listen_reliable(source.get_observable(), 1024);
    per_item count(s);
    while (s.KeepRunningBatch(1024)) {
      s.PauseTiming();
      for (int i = 0; i < 1024; ++i) {
        source.on_next(i);
      }
      s.ResumeTiming();
      for (int i = 0; i < 1024; ++i) {
        benchmark::DoNotOptimize(co_await items.next());
      }
    }
  }(state));
}
BENCHMARK(co_await_ready_item);

// An item that finds its task waiting, on the same thread: the task continues within on_next().
void co_await_next_item(benchmark::State & state)
{
  const auto clock = std::make_shared<rx::schedulers::virtual_time>();
  rx::subject<int> source;
  rx::start(clock, [](rx::observable<int> from) -> rx::task<> {
    auto items = rx::listen(from);
    while (auto item = co_await items.next()) {
      benchmark::DoNotOptimize(*item);
    }
  }(source.get_observable().as_dynamic()));
  clock->advance_by(rx::duration(0));
  per_item count(state);
  int i = 0;
  for (auto _ : state) {
    source.on_next(++i);
  }
}
BENCHMARK(co_await_next_item);

rx::task<int> add(int a, int b)
{
  co_return a + b;
}

void co_await_task(benchmark::State & state)
{
  rx::run([](benchmark::State & s) -> rx::task<> {
    per_item count(s);
    int sum = 0;
    for (auto _ : s) {
      benchmark::DoNotOptimize(sum = co_await add(sum, 1));
    }
  }(state));
}
BENCHMARK(co_await_task);

}  // namespace
