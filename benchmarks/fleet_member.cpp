// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// fleet_member: the nodes of one robot of a fleet, or the station that looks for them; for
// fleet.py. Compiles against any rclcpp.
//
// fleet_member robot NAME NODES TOPICS: nodes NAME_0, NAME_1 and so on, each with TOPICS
// publishers, and a subscription to /fleet/command. The publisher of /NAME/state sends once a
// second.
// fleet_member station ROBOTS NODES: prints one JSON object a line: the number of nodes of robots
// that are known, whenever it changes, and each state of the robots robot_0, robot_1 …
// Both end when their standard input does.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <string>
#include <thread>
#include <vector>

#include "common/result.hpp"

namespace
{

using namespace std::chrono_literals;
using std_msgs::msg::UInt64;

// Shuts down when the standard input ends.
std::thread watch_input()
{
  return std::thread([] {
    char ignored = 0;
    while (read(STDIN_FILENO, &ignored, 1) > 0) {
    }
    rclcpp::shutdown();
  });
}

void run_robot(const std::string & name, std::size_t node_count, std::size_t topic_count)
{
  rclcpp::executors::SingleThreadedExecutor executor;
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers;
  for (std::size_t i = 0; i < node_count; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(name + "_" + std::to_string(i)));
    executor.add_node(nodes.back());
    for (std::size_t k = 1; k < topic_count; ++k) {
      const std::string topic =
        "/" + std::string(nodes.back()->get_name()) + "/topic_" + std::to_string(k);
      publishers.push_back(nodes.back()->create_publisher<UInt64>(topic, 10));
    }
  }
  rclcpp::Node & first = *nodes.front();
  const auto state = first.create_publisher<UInt64>("/" + name + "/state", 10);
  const auto command =
    first.create_subscription<UInt64>("/fleet/command", 10, [](const UInt64 &) {});
  std::uint64_t number = 0;
  const auto timer = first.create_wall_timer(1s, [&] {
    UInt64 message;
    message.data = ++number;
    state->publish(message);
  });
  executor.spin();
}

void run_station(std::size_t robot_count, std::size_t node_count)
{
  const auto node = std::make_shared<rclcpp::Node>("station");
  const auto command = node->create_publisher<UInt64>("/fleet/command", 10);
  std::vector<rclcpp::SubscriptionBase::SharedPtr> states;
  for (std::size_t i = 0; i < robot_count; ++i) {
    states.push_back(node->create_subscription<UInt64>(
      "/robot_" + std::to_string(i) + "/state", 10, [i](const UInt64 & message) {
        std::printf(
          "{\"time\": %.6f, \"robot\": %zu, \"state\": %llu}\n",
          static_cast<double>(benchmarks::now_ns()) / 1e9, i,
          static_cast<unsigned long long>(message.data));
        std::fflush(stdout);
      }));
  }
  std::size_t known = 0;
  const auto report = [&] {
    const auto names = node->get_node_graph_interface()->get_node_names();
    const auto count = static_cast<std::size_t>(std::count_if(
      names.begin(), names.end(),
      [](const std::string & name) { return name.find("/robot_") != std::string::npos; }));
    if (count != known) {
      known = count;
      std::printf(
        "{\"time\": %.6f, \"nodes\": %zu, \"expected\": %zu}\n",
        static_cast<double>(benchmarks::now_ns()) / 1e9, count, robot_count * node_count);
      std::fflush(stdout);
    }
  };
  const auto changed = node->get_graph_event();
  std::thread watcher([&] {
    while (rclcpp::ok()) {
      node->wait_for_graph_change(changed, 1s);
      changed->check_and_clear();
      report();
    }
  });
  rclcpp::spin(node);
  watcher.join();
}

}  // namespace

int main(int argc, char ** argv)
{
  const std::string role = argc > 1 ? argv[1] : "";
  if (!((role == "robot" && argc == 5) || (role == "station" && argc == 4))) {
    std::fputs("usage: fleet_member robot NAME NODES TOPICS | station ROBOTS NODES\n", stderr);
    return 2;
  }
  rclcpp::init(0, nullptr);
  std::thread input = watch_input();
  if (role == "robot") {
    run_robot(argv[2], std::strtoul(argv[3], nullptr, 10), std::strtoul(argv[4], nullptr, 10));
  } else {
    run_station(std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10));
  }
  input.join();
  return 0;
}
