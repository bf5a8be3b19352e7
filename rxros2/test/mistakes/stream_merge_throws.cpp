// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception behind merge(): the report names all sources.
//
// says: [ERROR] … [mixer]: std::runtime_error: mixed up; this ended the stream of timer of 10 ms
//   and timer of 20 ms of node '/mixer', …
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mixer");
  from_timer(node, 10ms) | merge(from_timer(node, 20ms)) |
    subscribe([](long) { throw std::runtime_error("mixed up"); });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
