// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared helpers of the tests with several threads.

#ifndef THREADS_TEST_HPP_
#define THREADS_TEST_HPP_

#include <atomic>
#include <thread>
#include <vector>

#include "probe.hpp"

using namespace rx::operators;
using namespace std::chrono_literals;

#ifdef __SANITIZE_THREAD__
constexpr int rounds = 150;
constexpr int items = 200;
#else
constexpr int rounds = 400;
constexpr int items = 500;
#endif

// Detects two threads at once, without synchronising them itself.
class overlap_detector
{
public:
  template <class F>
  void enter(F f)
  {
    if (inside_.exchange(true, std::memory_order_relaxed)) {
      overlapped = true;
    }
    f();
    inside_.store(false, std::memory_order_relaxed);
  }
  std::atomic<bool> overlapped{false};

private:
  std::atomic<bool> inside_{false};
};

// Runs f(0) … f(n - 1), each on its own thread, started together.
template <class F>
void together(int n, F f)
{
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < n) {
        std::this_thread::yield();
      }
      f(i);
    });
  }
  for (std::thread & t : threads) {
    t.join();
  }
}

#endif  // THREADS_TEST_HPP_
