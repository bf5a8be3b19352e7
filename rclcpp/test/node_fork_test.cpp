// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A forked child cannot use its parent's objects, but it ends cleanly.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "in_child.hpp"
#include "node_support.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using std_msgs::msg::String;
using test::in_child;

namespace
{

// 0 if `use` throws an error that speaks of the fork.
int refused(const std::function<void()> & use)
{
  try {
    use();
  } catch (const std::exception & error) {
    return std::string(error.what()).find("forked") == std::string::npos ? 1 : 0;
  }
  return 1;
}

}  // namespace

TEST(Fork, AChildCanNeitherUseNorEndEntitiesOfItsParent)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("parent");
  const auto other_context = node_test::make_context();
  auto other =
    std::make_shared<rclcpp::Node>("other", rclcpp::NodeOptions().context(other_context));
  auto publisher = node->create_publisher<String>("topic", 10);
  std::atomic<int> received{0};
  auto subscription =
    other->create_subscription<String>("topic", 10, [&](const String &) { ++received; });
  auto timer = node->create_wall_timer(1ms, [] {});
  auto client = node->create_generic_client("s", "rcl_interfaces/srv/GetParameters");
  auto executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
  executor->add_node(node);
  std::thread spinning([&] { executor->spin(); });
  rclcpp::ExecutorOptions options;
  options.context = other_context;
  rclcpp::executors::SingleThreadedExecutor others(options);
  others.add_node(other);
  ASSERT_TRUE(eventually([&] { return publisher->get_subscription_count() == 1; }));

  EXPECT_EQ(
    in_child([&] {
      int faults = 0;
      faults += refused([&] { publisher->publish(String()); });
      faults += refused([&] { node->create_publisher<String>("late", 10); });
      faults += refused([&] { rclcpp::Node("late"); });
      faults += refused([&] { node->get_topic_names_and_types(); });
      faults += refused([&] { others.spin_some(); });
      faults += refused([&] { rclcpp::spin_some(other); });
      faults += rclcpp::shutdown() ? 1 : 0;
      publisher.reset();
      subscription.reset();
      timer.reset();
      client.reset();
      executor.reset();
      node.reset();
      other.reset();
      return faults;
    }),
    0);
  // It may also end as a program ends.
  EXPECT_EQ(
    in_child([&] {
      exit(0);
      return 1;
    }),
    0);

  publisher->publish(String());
  EXPECT_TRUE(eventually([&] {
    others.spin_some();
    return received == 1;
  }));
  executor->cancel();
  spinning.join();
  rclcpp::shutdown();
}

// Without a node there is nothing that a child could not use.
TEST(Fork, AChildOfAParentWithoutNodesMayCreateNodes)
{
  rclcpp::init(0, nullptr);
  EXPECT_EQ(
    in_child([] {
      {
        const auto node = std::make_shared<rclcpp::Node>("child");
        const auto publisher = node->create_publisher<String>("topic", 10);
        publisher->publish(String());
        rclcpp::spin_some(node);
      }
      rclcpp::shutdown();
      exit(0);
      return 1;
    }),
    0);
  EXPECT_EQ(
    in_child([] {
      const auto node = std::make_shared<rclcpp::Node>("child");
      raise(SIGINT);
      rclcpp::spin(node);
      return rclcpp::ok() ? 1 : 0;
    }),
    0);
  rclcpp::shutdown();
}

TEST(Fork, AChildWaitsForNoThreadThatExchangesMemory)
{
  constexpr std::size_t count = 200;  // more than a thread keeps for itself
  const auto exchange = [] {
    std::vector<void *> blocks(count);
    for (void *& block : blocks) {
      block = rclcpp::detail::allocate_block(0);
    }
    for (void * block : blocks) {
      rclcpp::detail::free_block(block, 0);
    }
  };
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load()) {
        exchange();
      }
    });
  }
  int status = 0;
  for (int i = 0; i < 1000 && status == 0; ++i) {  // a thread holds the lock in some of them
    status = in_child([&] {
      exchange();
      return 0;
    });
  }
  EXPECT_EQ(status, 0);
  stop = true;
  for (auto & thread : threads) {
    thread.join();
  }
}
