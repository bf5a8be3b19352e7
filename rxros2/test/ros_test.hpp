// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A context per test, and an executor that spins until a condition is true.

#ifndef ROS_TEST_HPP_
#define ROS_TEST_HPP_

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "eventually.hpp"
#include "rxros2/rxros2.hpp"

using test::eventually;
using test::patience;

/// Lives before the test's executor and nodes, and until they are destroyed.
struct RosContext
{
  RosContext() { rclcpp::init(0, nullptr); }
  ~RosContext() { rclcpp::shutdown(); }
};

struct RosTest : RosContext, testing::Test
{
  /// False on an installed rclcpp, which copies messages that ours passes on, and orders timers
  /// differently.
  static constexpr bool own_rclcpp = rxros2::detail::nodes_tell_of_their_end<>;

  /// Like test::spin_until(), with the test's executor.
  template <typename Done>
  bool spin_until(Done done)
  {
    return test::spin_until(executor, [&] {
      if constexpr (!own_rclcpp) {
        // There spin_once() drops the other ready entities and takes timers first: alone it would
        // run only a fast timer on a busy machine.
        executor.spin_some();
      }
      return done();
    });
  }

  /// Waits until `count()` is `expected`: at once with our own rclcpp; with ROS 2's, the graph
  /// follows later.
  template <typename Count>
  static bool becomes(std::size_t expected, Count count)
  {
    return eventually([&] { return count() == expected; });
  }

  rclcpp::executors::SingleThreadedExecutor executor;
};

#endif  // ROS_TEST_HPP_
