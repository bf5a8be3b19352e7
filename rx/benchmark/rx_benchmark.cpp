// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the cost per item of a pipe, in ns and allocations; the source of the figures in
// rx/README.md. Each case reports allocations per item. A second thread runs before the
// measurements, because glibc is faster in a process that never had one.

#include <benchmark/benchmark.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "per_item.hpp"
#include "rx/rx.hpp"

namespace
{

using namespace rx::operators;

void hand_written(benchmark::State & state)
{
  int acc = 0;
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(++i);
    const int v = i * 2;
    if (v % 3 != 0) {
      acc += v;
    }
    benchmark::DoNotOptimize(acc);
  }
}
BENCHMARK(hand_written);

void subject_map_filter_scan(benchmark::State & state)
{
  rx::subject<int> subject;
  int sink = 0;
  (subject.get_observable() | map([](int i) { return i * 2; }) |
   filter([](int i) { return i % 3 != 0; }) | scan(0, [](int a, int b) { return a + b; }))
    .subscribe([&](int i) { benchmark::DoNotOptimize(sink = i); });
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    subject.on_next(++i);
  }
}
BENCHMARK(subject_map_filter_scan);

void subject_10_maps(benchmark::State & state)
{
  rx::subject<int> subject;
  int sink = 0;
  auto m = map([](int i) { return i + 1; });
  (subject.get_observable() | m | m | m | m | m | m | m | m | m | m).subscribe([&](int i) {
    benchmark::DoNotOptimize(sink = i);
  });
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    subject.on_next(++i);
  }
}
BENCHMARK(subject_10_maps);

void merge_2_subjects(benchmark::State & state)
{
  rx::subject<int> a;
  rx::subject<int> b;
  int sink = 0;
  a.get_observable().merge(b.get_observable()).subscribe([&](int i) {
    benchmark::DoNotOptimize(sink = i);
  });
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    ++i;
    (i & 1 ? a : b).on_next(i);
  }
}
BENCHMARK(merge_2_subjects);

void combine_latest_2_subjects(benchmark::State & state)
{
  rx::subject<int> a;
  rx::subject<int> b;
  int sink = 0;
  a.get_observable()
    .combine_latest([](int x, int y) { return x + y; }, b.get_observable())
    .subscribe([&](int i) { benchmark::DoNotOptimize(sink = i); });
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    ++i;
    (i & 1 ? a : b).on_next(i);
  }
}
BENCHMARK(combine_latest_2_subjects);

// An item of an inner stream that is already running.
void flat_map_inner_item(benchmark::State & state)
{
  rx::subject<int> outer;
  rx::subject<int> inner;
  int sink = 0;
  outer.get_observable()
    .flat_map([&](int) { return inner.get_observable(); })
    .subscribe([&](int i) { benchmark::DoNotOptimize(sink = i); });
  outer.on_next(1);
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    inner.on_next(++i);
  }
}
BENCHMARK(flat_map_inner_item);

void subject_10_observers(benchmark::State & state)
{
  rx::subject<int> subject;
  int sink = 0;
  for (int k = 0; k < 10; ++k) {
    subject.get_observable().subscribe([&](int i) { benchmark::DoNotOptimize(sink = i); });
  }
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    subject.on_next(++i);
  }
}
BENCHMARK(subject_10_observers);

void range_loop(benchmark::State & state)
{
  for (auto _ : state) {
    long sum = 0;
    int last = 100000;
    benchmark::DoNotOptimize(last);
    for (int i = 1; i <= last; ++i) {
      const int v = i ^ 0x55;
      if (v & 2) {
        sum += v;
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * 100000);
}
BENCHMARK(range_loop);

void range_pipe(benchmark::State & state)
{
  for (auto _ : state) {
    long sum = 0;
    int last = 100000;
    benchmark::DoNotOptimize(last);
    (rx::observable<>::range(1, last) | map([](int i) { return i ^ 0x55; }) |
     filter([](int v) { return (v & 2) != 0; }))
      .subscribe([&](int v) { sum += v; });
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * 100000);
}
BENCHMARK(range_pipe);

void assemble_subscribe_one(benchmark::State & state)
{
  int sink = 0;
  int i = 0;
  per_item count(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(++i);
    (rx::observable<>::just(i) | map([](int v) { return v + 1; }) |
     filter([](int v) { return v > 0; }))
      .subscribe([&](int v) { benchmark::DoNotOptimize(sink = v); });
  }
}
BENCHMARK(assemble_subscribe_one);

// One iteration: 100 000 items through the ring to another thread, which has taken all of them at
// the end.
void hand_over(benchmark::State & state)
{
  constexpr long items = 100000;
  rx::subject<long> subject;
  std::atomic<long> taken{0};
  subject.get_observable()
    .observe_on(rx::event_loop(), rx::overflow::block, 4096)
    .subscribe([&](long i) { taken.store(i, std::memory_order_release); });
  subject.on_next(0);
  long i = 0;
  const long before = allocations();
  for (auto _ : state) {
    for (long k = 0; k < items; ++k) {
      subject.on_next(++i);
    }
    while (taken.load(std::memory_order_acquire) != i) {
      std::this_thread::yield();
    }
  }
  state.SetItemsProcessed(state.iterations() * items);
  state.counters["allocs/item"] =
    static_cast<double>(allocations() - before) / static_cast<double>(i);
}
BENCHMARK(hand_over)->UseRealTime();

// The machine's own limits for two threads that contend for each item: a counter that both
// increment, and a call under a mutex. Compare combiners with two threads with these figures of the
// same run.
void counter_2_threads(benchmark::State & state)
{
  static std::atomic<long> taken;
  for (auto _ : state) {
    taken.fetch_add(1, std::memory_order_acq_rel);
  }
}
BENCHMARK(counter_2_threads)->Threads(2)->UseRealTime();

void mutex_2_threads(benchmark::State & state)
{
  static std::mutex mutex;
  static long taken;
  for (auto _ : state) {
    std::lock_guard lock(mutex);
    benchmark::DoNotOptimize(++taken);
  }
}
BENCHMARK(mutex_2_threads)->Threads(2)->UseRealTime();

// Two threads feed one merge or combine_latest.
void combine_latest_2_threads(benchmark::State & state)
{
  static rx::subject<int> subjects[2];
  static rx::subscription running;
  static long taken;
  if (state.thread_index() == 0) {
    running = subjects[0]
                .get_observable()
                .combine_latest([](int x, int y) { return x + y; }, subjects[1].get_observable())
                .subscribe([](int) { benchmark::DoNotOptimize(++taken); });
  }
  int i = 0;
  for (auto _ : state) {
    subjects[state.thread_index()].on_next(++i);
  }
  if (state.thread_index() == 0) {
    running.dispose();
  }
}
BENCHMARK(combine_latest_2_threads)->Threads(2)->UseRealTime();

void merge_2_threads(benchmark::State & state)
{
  static rx::subject<int> subjects[2];
  static rx::subscription running;
  static std::atomic<long> taken;
  if (state.thread_index() == 0) {
    running = subjects[0].get_observable().merge(subjects[1].get_observable()).subscribe([](int) {
      taken.store(taken.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    });
  }
  int i = 0;
  for (auto _ : state) {
    subjects[state.thread_index()].on_next(++i);
  }
  if (state.thread_index() == 0) {
    running.dispose();
  }
}
BENCHMARK(merge_2_threads)->Threads(2)->UseRealTime();

}  // namespace

int main(int argc, char ** argv)
{
  std::thread([] {}).join();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
