// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ping_pong: both nodes in one process. Two executors, whose threads share one CPU by their
// priorities.
#include <cstdio>
#include <memory>

#include "experiment.hpp"
#include "ping_node.hpp"
#include "pong_node.hpp"
#include "rclcpp/rclcpp.hpp"
#include "threads.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto ping = std::make_shared<PingNode>();
  const auto pong = std::make_shared<PongNode>();
  rclcpp::executors::SingleThreadedExecutor high;
  rclcpp::executors::SingleThreadedExecutor low;
  high.add_node(ping);
  high.add_callback_group(pong->high_group(), pong->get_node_base_interface());
  low.add_callback_group(pong->low_group(), pong->get_node_base_interface());

  // The low one first: once the high path is busy, it may not get as far as to say that it has its
  // priority.
  threads::Spinning low_thread(low, threads::Priority::low, pong->get_logger());
  threads::Spinning high_thread(high, threads::Priority::high, pong->get_logger());
  experiment::run(pong->get_logger());
  const long high_ms = high_thread.join();
  const long low_ms = low_thread.join();

  ping->print_statistics(experiment::duration);
  experiment::print_thread_times(pong->get_logger(), high_ms, low_ms);
  if (experiment::wants_json(argc, argv)) {
    std::printf(
      "{%s, %s}\n", experiment::to_json(*ping).c_str(),
      experiment::thread_times_to_json(high_ms, low_ms).c_str());
  }
  return 0;
}
