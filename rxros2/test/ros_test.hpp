// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A context per test and an executor that spins until something has happened.

#ifndef ROS_TEST_HPP_
#define ROS_TEST_HPP_

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>

#include "rxros2/rxros2.hpp"

/// Alive while the test's executor and nodes are made, and until they are gone.
struct RosContext
{
  RosContext() { rclcpp::init(0, nullptr); }
  ~RosContext() { rclcpp::shutdown(); }
};

struct RosTest : RosContext, testing::Test
{
  /// False on an installed rclcpp, which copies what ours hands on and orders timers otherwise.
  static constexpr bool own_rclcpp = rxros2::detail::nodes_tell_of_their_end<>;

  /// On a busy machine; a passing test never waits that long.
  static constexpr std::chrono::seconds patience{60};

  /// Spins until `done()`; false if that takes longer than `patience`.
  template <typename Done>
  bool spin_until(Done done)
  {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) {
        return false;
      }
      executor.spin_once(std::chrono::milliseconds(10));
      if constexpr (!own_rclcpp) {
        // There spin_once() forgets what else was ready and takes timers first: alone it would run
        // nothing but a fast timer on a busy machine.
        executor.spin_some();
      }
    }
    return true;
  }

  /// Lets other threads work; false if `done()` takes longer than `patience` to become true.
  template <typename Done>
  static bool wait_until(Done done)
  {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) {
        return false;
      }
      std::this_thread::yield();
    }
    return true;
  }

  /// Waits until `count()` is `expected`: at once with our own rclcpp; ROS 2's graph follows what
  /// its node does.
  template <typename Count>
  static bool becomes(std::size_t expected, Count count)
  {
    return wait_until([&] { return count() == expected; });
  }

  rclcpp::executors::SingleThreadedExecutor executor;
};

#endif  // ROS_TEST_HPP_
