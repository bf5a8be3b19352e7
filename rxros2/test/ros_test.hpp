// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A context per test and an executor that spins until something has happened.

#ifndef ROS_TEST_HPP_
#define ROS_TEST_HPP_

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "eventually.hpp"
#include "rxros2/rxros2.hpp"

using test::eventually;
using test::patience;

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

  /// As test::spin_until(), by the test's executor.
  template <typename Done>
  bool spin_until(Done done)
  {
    return test::spin_until(executor, [&] {
      if constexpr (!own_rclcpp) {
        // There spin_once() forgets what else was ready and takes timers first: alone it would run
        // nothing but a fast timer on a busy machine.
        executor.spin_some();
      }
      return done();
    });
  }

  /// Waits until `count()` is `expected`: at once with our own rclcpp; ROS 2's graph follows what
  /// its node does.
  template <typename Count>
  static bool becomes(std::size_t expected, Count count)
  {
    return eventually([&] { return count() == expected; });
  }

  rclcpp::executors::SingleThreadedExecutor executor;
};

#endif  // ROS_TEST_HPP_
