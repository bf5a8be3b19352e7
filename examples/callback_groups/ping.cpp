// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ping: the Ping Node alone; `pong` runs beside it.
#include <cstdio>
#include <memory>

#include "experiment.hpp"
#include "ping_node.hpp"
#include "rclcpp/rclcpp.hpp"
#include "threads.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto ping = std::make_shared<PingNode>();
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(ping);

  threads::Spinning thread(executor, threads::Priority::high, ping->get_logger());
  experiment::run(ping->get_logger());
  thread.join();

  ping->print_statistics(experiment::duration);
  if (experiment::wants_json(argc, argv)) {
    std::printf("{%s}\n", experiment::to_json(*ping).c_str());
  }
  return 0;
}
