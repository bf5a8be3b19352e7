// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// pong: the Pong Node alone, its two callback groups in two executors; `ping` runs beside it.
#include <cstdio>
#include <memory>

#include "experiment.hpp"
#include "pong_node.hpp"
#include "rclcpp/rclcpp.hpp"
#include "threads.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto pong = std::make_shared<PongNode>();
  rclcpp::executors::SingleThreadedExecutor high;
  rclcpp::executors::SingleThreadedExecutor low;
  high.add_callback_group(pong->high_group(), pong->get_node_base_interface());
  low.add_callback_group(pong->low_group(), pong->get_node_base_interface());

  // The low one first: once the high path is busy, it may not get as far as to say that it has its
  // priority.
  threads::Spinning low_thread(low, threads::Priority::low, pong->get_logger());
  threads::Spinning high_thread(high, threads::Priority::high, pong->get_logger());
  experiment::run(pong->get_logger());
  const long high_ms = high_thread.join();
  const long low_ms = low_thread.join();

  experiment::print_thread_times(pong->get_logger(), high_ms, low_ms);
  if (experiment::wants_json(argc, argv)) {
    std::printf("{%s}\n", experiment::thread_times_to_json(high_ms, low_ms).c_str());
  }
  return 0;
}
