// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// parallel_publishers: each of some threads publishes to a topic of its own and runs the executor
// of that topic's subscription. Measures a thread's CPU time for a message from publish to
// callback: what the threads have in common makes it grow with their number, other programs of the
// machine do not. Compiles against any rclcpp.
#include <time.h>

#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using Message = std_msgs::msg::UInt8MultiArray;

std::int64_t thread_cpu_ns()
{
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * std::int64_t{1000000000} + now.tv_nsec;
}

// One thread's work: the message goes round. Returns ns a message, of blocks.
std::vector<double> publish_round(const rclcpp::Node::SharedPtr & node, std::size_t count)
{
  constexpr std::size_t block = 1000;
  std::vector<double> costs;
  costs.reserve(count / block + 1);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  auto publisher = node->create_publisher<Message>("topic", 10);
  std::size_t received = 0;
  std::int64_t began = 0;
  auto subscription =
    node->create_subscription<Message>("topic", 10, [&](Message::UniquePtr message) {
      if (received++ % block == 0) {
        const std::int64_t now = thread_cpu_ns();
        if (began != 0) {
          costs.push_back(static_cast<double>(now - began) / block);
        }
        began = now;
      }
      if (received <= count) {
        publisher->publish(std::move(message));
      } else {
        executor.cancel();
      }
    });
  auto message = std::make_unique<Message>();
  message->data.resize(64);
  publisher->publish(std::move(message));
  executor.spin();
  return costs;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"count", 200000}});
  const auto count = static_cast<std::size_t>(options["count"]);
  rclcpp::init(0, nullptr);
  benchmarks::Result result("parallel_publishers");
  std::vector<rclcpp::Node::SharedPtr> nodes;
  for (int i = 0; i < 4; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(
      "node", "thread_" + std::to_string(i), rclcpp::NodeOptions().use_intra_process_comms(true)));
  }
  publish_round(nodes[0], count / 10);  // warm-up
  for (const std::size_t threads : {1u, 2u, 4u}) {
    std::vector<std::vector<double>> costs(threads);
    std::vector<std::thread> running;
    for (std::size_t i = 0; i < threads; ++i) {
      running.emplace_back([&, i] { costs[i] = publish_round(nodes[i], count); });
    }
    for (std::thread & thread : running) {
      thread.join();
    }
    std::vector<double> all;
    for (const auto & of_thread : costs) {
      all.insert(all.end(), of_thread.begin(), of_thread.end());
    }
    result.distribution(
      "message_" + std::to_string(threads) + (threads == 1 ? "_thread" : "_threads"), "ns",
      std::move(all));
  }
  result.print();
  rclcpp::shutdown();
  return 0;
}
