// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node_creation: what it costs to make the first node of a process (with its participant) and each
// further one.
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"count", 50}});
  rclcpp::init(0, nullptr);
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<double> times;
  for (int i = 0; i <= static_cast<int>(options["count"]); ++i) {
    const std::int64_t from = benchmarks::now_ns();
    nodes.push_back(std::make_shared<rclcpp::Node>("node_" + std::to_string(i)));
    times.push_back(static_cast<double>(benchmarks::now_ns() - from) / 1e6);
  }
  benchmarks::Result result("node_creation");
  result.setting("count", options["count"]);
  result.value("first_node", "ms", times.front());
  result.distribution("further_node", "ms", {times.begin() + 1, times.end()});
  result.print();
  nodes.clear();
  rclcpp::shutdown();
  return 0;
}
