// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception behind observe_on(), on another thread.
//
// says: [ERROR] … [planner]: std::runtime_error: no path; this ended the stream of timer of 10
//   ms of node '/planner', …
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("planner");
  from_timer(node, 10ms) | observe_on(rx::observe_on_new_thread()) |
    subscribe([](long) { throw std::runtime_error("no path"); });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
