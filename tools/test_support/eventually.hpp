// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How tests of all rooms wait for what has to happen. In Python: eventually.py.

#ifndef EVENTUALLY_HPP_
#define EVENTUALLY_HPP_

#include <chrono>
#include <thread>

namespace test
{

/// On a busy machine; a passing test never waits that long.
constexpr std::chrono::seconds patience{60};

/// True as soon as `condition()` is, which is asked again and again in this thread; false after
/// `limit`.
template <typename Condition>
bool eventually(Condition condition, std::chrono::nanoseconds limit = patience)
{
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return true;
}

/// As eventually(), but spins the executor meanwhile, which brings the condition about.
template <typename Executor, typename Condition>
bool spin_until(Executor & executor, Condition condition, std::chrono::nanoseconds limit = patience)
{
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    executor.spin_once(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace test

#endif  // EVENTUALLY_HPP_
