// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// callback_groups: ping and pong of the callback-group executor. The two paths share a core by the
// priorities of two executors. Measures round trips of the high path, with the worst case, and the
// share of the low path. Needs the right to use SCHED_FIFO. Compiles against any rclcpp.
#include <memory>
#include <string>
#include <vector>

#include "../examples/callback_groups/ping_node.hpp"
#include "../examples/callback_groups/pong_node.hpp"
#include "../examples/callback_groups/threads.hpp"
#include "common/options.hpp"
#include "common/result.hpp"
#include "rclcpp/rclcpp.hpp"

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv, {{"period_ms", 10}, {"high_ms", 5}, {"low_ms", 2}, {"seconds", 3}});
  const auto parameter = [&](const char * name, const char * option) {
    return std::string(name) + ":=" + std::to_string(options[option] / 1e3);
  };
  const std::vector<std::string> words{
    "callback_groups",
    "--ros-args",
    "-p",
    parameter("ping_period", "period_ms"),
    "-p",
    parameter("high_busyloop", "high_ms"),
    "-p",
    parameter("low_busyloop", "low_ms")};
  std::vector<const char *> arguments;
  for (const std::string & word : words) {
    arguments.push_back(word.c_str());
  }
  rclcpp::init(static_cast<int>(arguments.size()), arguments.data());
  const auto ping = std::make_shared<PingNode>();
  const auto pong = std::make_shared<PongNode>();
  rclcpp::executors::SingleThreadedExecutor high;
  rclcpp::executors::SingleThreadedExecutor low;
  high.add_node(ping);
  high.add_callback_group(pong->high_group(), pong->get_node_base_interface());
  low.add_callback_group(pong->low_group(), pong->get_node_base_interface());
  {
    // The low one first, as in the example.
    threads::Spinning low_thread(low, threads::Priority::low, pong->get_logger());
    threads::Spinning high_thread(high, threads::Priority::high, pong->get_logger());
    rclcpp::sleep_for(
      std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * options["seconds"])));
    rclcpp::shutdown();
  }
  benchmarks::Result result("callback_groups");
  for (const auto & [name, value] : options) {
    result.setting(name, value);
  }
  result.value("pings", "", static_cast<double>(ping->pings()));
  const auto report = [&](const std::string & name, const PingNode::Path & path) {
    result.value(name + "_received", "%", path.percent);
    if (path.pongs > 0) {
      result.value(name + "_round_trip", "ms", path.rtt_ms);
      result.value(name + "_jitter", "ms", path.jitter_ms);
      result.value(name + "_longest", "ms", path.longest_ms);
    }
  };
  report("high", ping->high_path());
  report("low", ping->low_path());
  result.print();
  return 0;
}
