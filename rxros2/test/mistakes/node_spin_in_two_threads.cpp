// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Two threads spin one executor.
//
// says: spin() called while already spinning
// group: nodes

#include <thread>

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(rxros2::create_node("mower"));
  std::thread other([&] { executor.spin(); });
  std::this_thread::sleep_for(200ms);
  try {
    executor.spin();
  } catch (const std::exception & error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  rclcpp::shutdown();
  other.join();
}
