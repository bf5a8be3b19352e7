// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node whose clock the tests of jumps set, and the events of one wait on it.

#ifndef CLOCK_JUMPS_TEST_HPP_
#define CLOCK_JUMPS_TEST_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "ros_test.hpp"

namespace clock_jumps_test
{

struct Stamped
{
  struct
  {
    struct
    {
      std::int32_t sec = 0;
      std::uint32_t nanosec = 0;
    } stamp;
  } header;
};

/// A stream whose environment is a node, like the stream of a topic.
template <typename T, typename Source>
struct placed
{
  using value_type = T;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    return source.start(std::forward<Out>(out));
  }
  rx::environment env() const { return where; }

  Source source;
  rx::environment where;
};

/// A node with a clock that the test sets, and the events of one wait on it.
struct Rig
{
  explicit Rig(std::chrono::nanoseconds how_long) : wait(how_long) { executor.add_node(node); }

  template <typename T>
  auto on_node(const rx::subject<T> & subject) const
  {
    auto source = subject.get_observable().source();
    return rx::make_observable(placed<T, decltype(source)>{std::move(source), env});
  }
  auto source() const { return on_node(items); }

  /// Like simulated time, but in this thread.
  void simulate(bool enable)
  {
    rcl_clock_t * const handle = clock->get_clock_handle();
    with_lock([&] {
      return enable ? rcl_enable_ros_time_override(handle) : rcl_disable_ros_time_override(handle);
    });
    flush();
  }
  /// Without running what it makes due.
  void jump(std::chrono::nanoseconds time)
  {
    with_lock([&] { return rcl_set_ros_time_override(clock->get_clock_handle(), time.count()); });
  }
  void set(std::chrono::nanoseconds time)
  {
    jump(time);
    flush();
    if (poke) {
      poke();
      flush();
    }
  }
  void flush()
  {
    for (int i = 0; i < 10; ++i) {
      executor.spin_some();
    }
  }

  Stamped message() const
  {
    const auto now = clock->now().nanoseconds();
    Stamped made;
    made.header.stamp.sec = static_cast<std::int32_t>(now / 1'000'000'000);
    made.header.stamp.nanosec = static_cast<std::uint32_t>(now % 1'000'000'000);
    return made;
  }
  std::function<void()> fire()
  {
    return [this] { ++fired; };
  }
  auto count()
  {
    return [this](auto &&...) { ++fired; };
  }

  const std::chrono::nanoseconds wait;
  std::shared_ptr<rxros2::Node> node = rxros2::create_node("waiting");
  rclcpp::Clock::SharedPtr clock = node->get_clock();
  std::function<void()> while_it_jumps;  // called once the clock shows the new time
  rclcpp::JumpHandler::SharedPtr before_the_node = watch();  // whose streams are notified later
  rx::environment env = on_callback_group(node);
  rclcpp::executors::SingleThreadedExecutor executor;
  rx::subject<int> items;
  rx::subject<Stamped> messages;
  std::function<void()> poke;  // called at each time, for cases that only read the clock
  rx::subscription running;
  int fired = 0;

private:
  rclcpp::JumpHandler::SharedPtr watch()
  {
    rcl_jump_threshold_t threshold{};
    threshold.on_clock_change = true;
    threshold.min_forward.nanoseconds = 1;
    threshold.min_backward.nanoseconds = -1;
    return clock->create_jump_callback(
      {},
      [this](const rcl_time_jump_t &) {
        if (while_it_jumps) {
          while_it_jumps();
        }
      },
      threshold);
  }
  template <typename Set>
  void with_lock(Set call)
  {
    std::unique_lock lock(clock->get_clock_mutex(), std::defer_lock);
    if constexpr (!rxros2::detail::nodes_tell_of_their_end<>) {
      lock.lock();  // an installed rclcpp leaves that to its time source
    }
    ASSERT_EQ(call(), RCL_RET_OK);
  }
};

// An installed rclcpp keeps timers from the clock while it jumps.
inline constexpr bool timers_fire_while_the_clock_jumps = rxros2::detail::nodes_tell_of_their_end<>;

}  // namespace clock_jumps_test

#endif  // CLOCK_JUMPS_TEST_HPP_
