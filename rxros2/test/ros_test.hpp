// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A context per test and an executor that spins until something has happened.

#ifndef ROS_TEST_HPP_
#define ROS_TEST_HPP_

#include <gtest/gtest.h>

#include <chrono>
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

  /// Spins until `done()`; false if that takes more than 20 s.
  template <typename Done>
  bool spin_until(Done done)
  {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) {
        return false;
      }
      executor.spin_once(std::chrono::milliseconds(10));
    }
    return true;
  }

  /// Lets other threads work; false if `done()` takes more than 20 s to become true.
  template <typename Done>
  static bool wait_until(Done done)
  {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) {
        return false;
      }
      std::this_thread::yield();
    }
    return true;
  }

  rclcpp::executors::SingleThreadedExecutor executor;
};

#endif  // ROS_TEST_HPP_
