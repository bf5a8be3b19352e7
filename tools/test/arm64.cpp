// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Uses the code that differs between processors: the pauses of locks that spin, the barrier in all
// threads of the process, and the counter of ticks. Compiled for arm64 by arm64_test.sh.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>

#include "base/pi_mutex.hpp"
#include "rx/detail/drain_lock.hpp"
#include "rxros2/tracing/detail/ticks.hpp"

namespace
{

constexpr int rounds = 20'000;

template <typename Function>
void in_two_threads(Function function)
{
  std::thread other(function);
  function();
  other.join();
}

int failures = 0;

void expect(bool is_right, const char * expectation)
{
  if (!is_right) {
    std::fprintf(stderr, "arm64: %s\n", expectation);
    ++failures;
  }
}

void pi_mutex_lets_one_thread_in()
{
  base::PiMutex mutex;
  int count = 0;
  in_two_threads([&] {
    for (int i = 0; i < rounds; ++i) {
      mutex.lock();
      ++count;
      mutex.unlock();
    }
  });
  expect(count == 2 * rounds, "base::PiMutex let two threads in");
}

void drain_lock_loses_no_work()
{
  rx::detail::drain_lock lock;
  std::atomic<int> waiting{0};
  int done = 0;  // written by the holder
  const auto add = [&] {
    for (int i = 0; i < rounds; ++i) {
      waiting.fetch_add(1, std::memory_order_relaxed);
      if (!lock.announce()) {
        continue;
      }
      do {
        done += waiting.exchange(0, std::memory_order_relaxed);
      } while (!lock.release());
    }
  };
  for (int i = 0; i < 100 && lock.try_take(); ++i) {  // biased towards this thread
    static_cast<void>(lock.release());
  }
  in_two_threads(add);
  expect(done == 2 * rounds && waiting == 0, "rx::detail::drain_lock lost work");
}

void ticks_measure_time()
{
  const rxros2::detail::tick_scale scale;
  const std::int64_t before = rxros2::detail::ticks();
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(1)) {
  }
  const std::int64_t passed = rxros2::detail::ticks() - before;
  expect(passed > 0, "ticks do not advance");
  expect(scale.duration(passed) > std::chrono::microseconds(500), "ticks have another unit");
}

}  // namespace

int main()
{
  pi_mutex_lets_one_thread_in();
  drain_lock_loses_no_work();
  ticks_measure_time();
  return failures == 0 ? 0 : 1;
}
