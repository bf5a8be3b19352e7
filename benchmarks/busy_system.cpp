// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// busy_system TOPICS FAST NODES: what python/benchmark/view_load.py looks at: TOPICS topics, each
// with a publisher and a subscription of two of the nodes, FAST of them at 1 kHz, the others at
// 1 Hz. Each second it prints a line of JSON, until its standard input ends.
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <string>
#include <vector>

namespace
{

using Message = std_msgs::msg::UInt64;
using namespace std::chrono_literals;

double cpu_seconds()
{
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval & time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

}  // namespace

int main(int argc, char ** argv)
{
  if (argc != 4) {
    std::fputs("usage: busy_system TOPICS FAST NODES\n", stderr);
    return 1;
  }
  rclcpp::init(argc, argv);
  const int topics = std::atoi(argv[1]);
  const int fast = std::atoi(argv[2]);
  const int count = std::atoi(argv[3]);
  std::vector<rclcpp::Node::SharedPtr> nodes;
  nodes.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>("busy_" + std::to_string(i)));
  }
  const auto node_of = [&](int i) { return nodes[static_cast<std::size_t>(i % count)]; };
  std::vector<rclcpp::Publisher<Message>::SharedPtr> publishers;
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions;
  std::uint64_t sent = 0;
  for (int i = 0; i < topics; ++i) {
    const std::string name = "/busy/topic_" + std::to_string(i);
    publishers.push_back(node_of(i)->create_publisher<Message>(name, 100));
    subscriptions.push_back(
      node_of(i + i / count + 1)->create_subscription<Message>(name, 100, [](const Message &) {}));
  }
  const auto publish = [&](int from, int until) {
    for (int i = from; i < until; ++i) {
      Message message;
      message.data = sent++;
      publishers[static_cast<std::size_t>(i)]->publish(message);
    }
  };
  const auto often = nodes[0]->create_wall_timer(1ms, [&] { publish(0, fast); });
  const auto seldom = nodes[0]->create_wall_timer(1s, [&] { publish(fast, topics); });
  const auto report_losses = nodes[0]->create_wall_timer(1s, [&] {
    std::uint64_t dropped = 0;
    for (const auto & each : subscriptions) {
      dropped += each->statistics().dropped;
    }
    std::printf(
      "{\"cpu\": %.4f, \"sent\": %llu, \"dropped\": %llu}\n", cpu_seconds(),
      static_cast<unsigned long long>(sent), static_cast<unsigned long long>(dropped));
    std::fflush(stdout);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) > 0) {
      rclcpp::shutdown();
    }
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  for (const auto & each : nodes) {
    executor.add_node(each);
  }
  executor.spin();
}
